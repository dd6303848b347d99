// This file tests the terminal behind process.stdin of a Go program.

package node_test

import (
	"errors"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// openTerminal opens both sides of a pseudo terminal.
func openTerminal(t *testing.T) (keys, terminal *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo terminals here: %v", err)
	}
	t.Cleanup(func() { keys.Close() })
	fd := int(keys.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Col: 132, Row: 43}); err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return keys, terminal
}

func TestTerminalOfAGoProgram(t *testing.T) {
	t.Parallel()
	keys, terminal := openTerminal(t)
	modes := func() uint32 {
		termios, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
		if err != nil {
			t.Fatal(err)
		}
		return termios.Lflag & (unix.ICANON | unix.ECHO | unix.ISIG)
	}
	before := modes()
	if _, err := keys.WriteString("k"); err != nil { // no line: only a raw terminal passes it on
		t.Fatal(err)
	}
	out, _, err := jsapitest.Run(t, `
		import { ReadStream } from "node:tty";
		const { stdin } = process;
		console.log(stdin.isTTY, stdin.isRaw, stdin instanceof ReadStream, stdin.setRawMode(true) === stdin, stdin.isRaw);
		stdin.once("data", (key) => { console.log(String(key)); stdin.pause(); });`, jsapi.Options{Stdin: terminal})
	if want := "true false true true true\nk\n"; err != nil || out != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
	for deadline := time.Now().Add(10 * time.Second); modes() != before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("modes of the terminal before: %x, after the run: %x", before, modes())
		}
	}
}

// TestUnreadTerminal checks that a terminal is made raw, and again what it was, although nobody reads what others write to it.
func TestUnreadTerminal(t *testing.T) {
	t.Parallel()
	_, terminal := openTerminal(t)
	fd, err := unix.Open(terminal.Name(), unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil || errors.Is(err, unix.EINTR) {
		_, err = unix.Write(fd, make([]byte, 4096))
	}
	if !errors.Is(err, unix.EAGAIN) {
		t.Fatalf("the terminal is not full: %v", err)
	}
	if err := unix.SetNonblock(fd, false); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer unix.Close(fd)
		for err := error(nil); err == nil || errors.Is(err, unix.EINTR); {
			_, err = unix.Write(fd, make([]byte, 4096)) // it waits for a reader
		}
	}()
	ended := make(chan string, 1)
	go func() {
		out, _, err := jsapitest.Run(t, `process.stdin.setRawMode(true); process.stdin.setRawMode(false); console.log("ended");`, jsapi.Options{Stdin: terminal})
		if err != nil {
			out += err.Error()
		}
		ended <- out
	}()
	select {
	case out := <-ended:
		if out != "ended\n" {
			t.Errorf("got %q", out)
		}
	case <-time.After(20 * time.Second):
		t.Error("it waits for somebody who reads")
	}
}
