// This file tests scripts that read keys: on a pseudo terminal, with hitlrun as another process.

package main

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

const keysScript = `
import readline from "node:readline";
const { stdin, stdout } = process;
console.log("size", stdin.isTTY, stdin.isRaw, stdout.columns, stdout.rows);
stdin.setRawMode(true).setEncoding("utf8").on("data", (key) => {
  console.log("key " + JSON.stringify(key), stdin.isRaw, stdout.columns, stdout.rows);
  if (key === "q") stdin.setRawMode(false).pause();
  if (key === "x") process.exit(7);
  if (key === "e") throw new Error("oops");
  if (key === "l") for (;;);
});
console.log("ready");
`

const questionScript = `
import { createInterface } from "node:readline/promises";
const rl = createInterface({ input: process.stdin, output: process.stdout });
const name = await rl.question("Name? ");
const again = await rl.question("Again? ").catch((error) => error.message);
rl.close();
console.log(JSON.stringify([name, again]));
`

const lineScript = `
console.log("ready");
process.stdin.once("data", () => process.stdin.pause());
`

// termios calls f with the state of the terminal of c.
func (c *console) termios(f func(fd int, termios *unix.Termios) error) {
	c.t.Helper()
	raw, err := c.master.SyscallConn()
	if err != nil {
		c.t.Fatal(err)
	}
	if controlErr := raw.Control(func(fd uintptr) {
		var termios *unix.Termios
		if termios, err = unix.IoctlGetTermios(int(fd), unix.TCGETS); err == nil {
			err = f(int(fd), termios)
		}
	}); err != nil || controlErr != nil {
		c.t.Fatal(err, controlErr)
	}
}

// modes returns the local modes of the terminal of c.
func (c *console) modes() (lflag uint32) {
	c.t.Helper()
	c.termios(func(_ int, termios *unix.Termios) error {
		lflag = termios.Lflag & (unix.ICANON | unix.ECHO | unix.ISIG)
		return nil
	})
	return lflag
}

// has checks that the modes of the terminal are what they were.
func (c *console) has(before uint32) {
	c.t.Helper()
	if after := c.modes(); after != before {
		c.t.Errorf("modes of the terminal before: %x, after: %x", before, after)
	}
}

// resize changes the size of the terminal.
func (c *console) resize(columns, rows uint16) {
	c.t.Helper()
	raw, err := c.master.SyscallConn()
	if err != nil {
		c.t.Fatal(err)
	}
	if controlErr := raw.Control(func(fd uintptr) {
		err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: rows})
	}); err != nil || controlErr != nil {
		c.t.Fatal(err, controlErr)
	}
}

// TestKeysOfScript shows that the terminal is after the end what it was before, whatever ends the script.
func TestKeysOfScript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, source := range map[string]string{"keys.mjs": keysScript, "question.mjs": questionScript, "line.mjs": lineScript} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, end := range []struct {
		name, key, last string
		code            int
	}{
		{"pause", "q", `key "q" true`, exitDone},
		{"exit", "x", `key "x" true`, 7},
		{"error", "e", "Error: oops", exitFailed},
		{"limit", "l", "--max-turn", exitFailed},
	} {
		t.Run(end.name, func(t *testing.T) {
			t.Parallel()
			c := onConsole(t, dir, nil, "run", "--max-turn=1s", "keys.mjs")
			before := c.modes()
			c.expect("size true false 80 24\r\nready\r\n")
			if raw := c.modes(); raw != 0 || before == 0 {
				t.Errorf("modes of the terminal before: %x, and while keys are read: %x", before, raw)
			}
			c.resize(100, 30)
			c.press("\x1b[A")
			c.expect(`key "\u001b[A" true 100 30` + "\r\n")
			c.press(ctrlC)
			c.expect(`key "\u0003" true 100 30` + "\r\n") // it is a key, and ends nothing
			c.press(end.key)
			c.exits(end.code, end.last)
			c.has(before)
		})
	}
	t.Run("a line is edited", func(t *testing.T) {
		t.Parallel()
		c := onConsole(t, dir, nil, "run", "question.mjs")
		before := c.modes()
		c.expect("Name? ")
		c.press("anm\x7fn\x1b[H\x1b[3~A\x1b[Fe\r")
		c.expect("Again? ")
		c.press("\x1b[A!\r") // the line before
		c.exits(exitDone, `["Anne","Anne!"]`)
		c.has(before)
	})
	t.Run("ctrl-c at a question", func(t *testing.T) {
		t.Parallel()
		c := onConsole(t, dir, nil, "run", "question.mjs")
		c.expect("Name? ")
		c.press("Ann\r")
		c.expect("Again? ")
		c.press("xyz" + ctrlC)
		c.exits(exitDone, `["Ann","Aborted with Ctrl+C"]`)
	})
	t.Run("signal", func(t *testing.T) {
		t.Parallel()
		c := onConsole(t, dir, nil, "run", "keys.mjs")
		before := c.modes()
		c.expect("ready\r\n")
		if err := c.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		c.exits(130, "hitlrun: stopped by Ctrl-C\n")
		c.has(before)
	})
	t.Run("the terminal of another program", func(t *testing.T) {
		t.Parallel()
		c := onConsole(t, dir, nil, "run", "line.mjs")
		c.expect("ready\r\n")
		c.termios(func(fd int, termios *unix.Termios) error {
			termios.Lflag &^= unix.ECHO // as the reader of a pipe does, for example less
			return unix.IoctlSetTermios(fd, unix.TCSETS, termios)
		})
		before := c.modes()
		c.press("\n")
		c.exits(exitDone)
		c.has(before)
	})
	t.Run("a script on stdin", func(t *testing.T) {
		t.Parallel()
		c := onConsole(t, dir, nil, "run", "-")
		c.press("console.log(process.stdin.isTTY, process.stdin.setRawMode);\n" + ctrlD)
		c.exits(exitDone, "undefined undefined")
	})
}
