// This file runs hitlrun on a pseudo terminal, with the keys that people press.

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// console is a process on a pseudo terminal.
type console struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File

	mu    sync.Mutex
	seen  []byte
	more  chan struct{} // something was printed
	ended chan struct{} // nothing more will be
}

// onConsole starts hitlrun on a terminal.
func onConsole(t *testing.T, dir string, env []string, args ...string) *console {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo terminals here: %v", err)
	}
	n, err := unlock(master)
	if err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	c := &console{t: t, cmd: exec.Command("hitlrun", args...), master: master, more: make(chan struct{}, 1), ended: make(chan struct{})}
	c.cmd.Dir = dir
	c.cmd.Env = append(os.Environ(), append([]string{"TERM=xterm", "NO_COLOR=1"}, env...)...)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = tty, tty, tty
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go c.read()
	t.Cleanup(func() {
		c.cmd.Process.Kill()
		master.Close()
	})
	return c
}

// unlock makes the other side of a pseudo terminal ready for use, and returns its number.
func unlock(master *os.File) (n int, err error) {
	raw, err := master.SyscallConn() // Fd would make reads block that Close is to end
	if err != nil {
		return 0, err
	}
	if controlErr := raw.Control(func(fd uintptr) {
		if err = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); err == nil {
			n, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
		}
	}); controlErr != nil {
		return 0, controlErr
	}
	return n, err
}

// read takes what is printed, until the terminal is closed.
func (c *console) read() {
	defer close(c.ended)
	buf := make([]byte, 4096)
	for {
		n, err := c.master.Read(buf)
		c.mu.Lock()
		c.seen = append(c.seen, buf[:n]...)
		c.mu.Unlock()
		select {
		case c.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

func (c *console) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.ReplaceAll(string(c.seen), "\r\n", "\n")
}

// expect waits until the text was printed, and forgets what came up to it.
func (c *console) expect(text string) {
	c.t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		c.mu.Lock()
		i := bytes.Index(c.seen, []byte(text))
		if i >= 0 {
			c.seen = c.seen[i+len(text):]
		}
		c.mu.Unlock()
		if i >= 0 {
			return
		}
		select {
		case <-c.more:
		case <-deadline:
			c.t.Fatalf("%q was not printed, but %q", text, c.text())
		}
	}
}

// press types keys.
func (c *console) press(keys string) {
	c.t.Helper()
	if _, err := c.master.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// exits waits for the end, and checks the exit code and the last words.
func (c *console) exits(want int, words ...string) {
	c.t.Helper()
	late := time.AfterFunc(time.Minute, func() {
		c.t.Errorf("it does not end: %q", c.text())
		c.cmd.Process.Kill()
	})
	c.cmd.Wait()
	late.Stop()
	<-c.ended
	text := c.text()
	if got := c.cmd.ProcessState.ExitCode(); got != want {
		c.t.Errorf("exit code %d, want %d\n%s", got, want, text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			c.t.Errorf("the end is %q, want %q in it", text, w)
		}
	}
}

const (
	ctrlC = "\x03"
	ctrlD = "\x04"
)

func TestConsole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ask.ts"), []byte(askScript), 0o666); err != nil {
		t.Fatal(err)
	}
	start := func(t *testing.T, id string) *console {
		t.Helper()
		c := onConsole(t, dir, nil, "start", "ask.ts", "--thread", id, "--input", "{}")
		c.expect("ask asks (thread " + id + "): First?\r\n> ")
		return c
	}

	t.Run("answers", func(t *testing.T) {
		t.Parallel()
		c := start(t, "answers")
		c.press("yes\n")
		c.expect("\"Second?\"\r\n  }\r\n> ")
		c.press("[1,2]\n")
		c.exits(exitDone, "status: done\n", `"answer": "yes"`)
	})
	t.Run("a decision of several", func(t *testing.T) {
		t.Parallel()
		const source = `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const decide = (name: string) => interrupt({ actionRequests: [{ name, args: {} }], reviewConfigs: [{ actionName: name, allowedDecisions: ["approve"] }] });
export const graph = new StateGraph(Annotation.Root({ a: Annotation, b: Annotation }))
  .addNode("first", () => ({ a: decide("pay") })).addNode("second", () => ({ b: decide("delete") })).addEdge(START, "first").addEdge(START, "second").compile();
`
		if err := os.WriteFile(filepath.Join(dir, "decisions.ts"), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		c := onConsole(t, dir, nil, "start", "decisions.ts", "--thread", "several", "--input", "{}")
		c.expect("a = approve: ") // before that, keys go to nobody
		c.press(ctrlD)
		c.exits(exitPaused)
		c = onConsole(t, dir, nil, "resume", "--thread", "several", "--approve")
		c.expect(`thread "several" has 2 questions: name one (--interrupt)`)
		c.exits(exitUsage)
		c = onConsole(t, dir, nil, "audit", "--thread", "several")
		c.exits(exitDone)
		if strings.Contains(c.text(), "answer") {
			t.Errorf("a question was answered: %s", c.text())
		}
	})
	t.Run("a slip", func(t *testing.T) {
		t.Parallel()
		c := start(t, "slip")
		for _, slip := range []string{`{"ok": tru}`, `[1,2`, `"yes`, `1.5.`, `-`, `{`} {
			c.press(slip + "\n")
			if slip == "1.5." || slip == "-" { // it is text
				break
			}
			c.expect("that is not valid JSON: line 1, column ")
			c.expect("> ")
		}
		c.expect("\"Second?\"\r\n  }\r\n> ")
		c.press(`{"ok": true}` + "\n")
		c.exits(exitDone, "status: done\n", `"answer": "1.5."`)
	})
	t.Run("ctrl-d", func(t *testing.T) {
		t.Parallel()
		c := start(t, "later")
		c.press(ctrlD)
		c.exits(exitPaused, "status: interrupted\n", "answer: hitlrun resume --thread later --value JSON")
		c = onConsole(t, dir, nil, "resume", "--thread", "later")
		c.expect("First?\r\n> ")
		c.press("1\n")
		c.expect("> ")
		c.press("2\n")
		c.exits(exitDone, "status: done\n")
	})
	t.Run("ctrl-c", func(t *testing.T) {
		t.Parallel()
		c := start(t, "stop")
		c.press("half a li" + ctrlC)
		c.exits(130, "hitlrun: stopped by Ctrl-C\n", "to continue: hitlrun resume --thread stop --value JSON")
		c = onConsole(t, dir, nil, "state", "--thread", "stop")
		c.exits(exitDone, "status: interrupted\n", "ask asks: First?")
		c = onConsole(t, dir, nil, "resume", "--thread", "stop")
		c.expect("First?\r\n> ")
		c.press(ctrlC)
		c.exits(130, "hitlrun: stopped by Ctrl-C\n")
	})
	t.Run("gone", func(t *testing.T) {
		t.Parallel()
		c := start(t, "gone")
		c.master.Close() // the window is closed
		c.cmd.Wait()
		c = onConsole(t, dir, nil, "state", "--thread", "gone")
		c.exits(exitDone, "status: interrupted\n", "ask asks: First?")
	})
	t.Run("colors", func(t *testing.T) {
		t.Parallel()
		c := onConsole(t, dir, []string{"NO_COLOR="}, "start", "ask.ts", "--thread", "colors", "--input", "{}")
		c.expect("\x1b[1mask\x1b[0m asks (thread colors): First?\r\n\x1b[1m>\x1b[0m ")
		c.press(ctrlD)
		c.exits(exitPaused, "status: \x1b[33minterrupted\x1b[0m\n")
	})
	t.Run("input is typed", func(t *testing.T) {
		t.Parallel()
		c := onConsole(t, dir, nil, "start", "ask.ts", "--thread", "typed", "--input", "-")
		c.press("{}\n" + ctrlD)
		c.expect("First?\r\n> ")
		c.press("1\n")
		c.expect("> ")
		c.press("2\n")
		c.exits(exitDone, "status: done\n")
	})
	t.Run("script stops", func(t *testing.T) {
		t.Parallel()
		c := onConsole(t, dir, nil, "run", "-")
		c.press("console.log('looping'); for (;;);\n" + ctrlD)
		c.expect("looping\r\n")
		c.press(ctrlC)
		c.exits(130, "hitlrun: stopped by Ctrl-C\n")
	})
}
