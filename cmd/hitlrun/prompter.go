// This file has the type prompter: a terminal whose lines can be edited while they are typed.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/term"
)

// prompter is a form.Terminal. Lines are edited with the keys of a shell: arrows, Ctrl-A, Ctrl-U, and up for the
// lines before. If stdin is not a terminal of the system, lines are read without an editor.
type prompter struct {
	a      *app
	editor *term.Terminal // made with the first line
	keys   *keyboard
}

// terminal returns the terminal of the app. All questions share it, since it remembers earlier lines.
func (a *app) terminal() *prompter {
	if a.tty == nil {
		a.tty = &prompter{a: a}
	}
	return a.tty
}

// Print implements form.Terminal.
func (t *prompter) Print(text string) { io.WriteString(t.a.stderr, text) }

// Strong implements form.Terminal.
func (t *prompter) Strong(text string) string { return paint(t.a.stderrColors, bold, text) }

// Safe implements form.Terminal.
func (t *prompter) Safe(text string) string { return safe(text) }

// ReadLine implements form.Terminal.
func (t *prompter) ReadLine(ctx context.Context, prompt string) (string, error) {
	file, ok := t.a.sys.stdin.(*os.File)
	if !ok || !t.a.sys.stdinTTY || t.a.plain {
		t.Print(prompt)
		line, err := t.a.readLine(ctx)
		if err != nil {
			t.Print("\n")
		}
		return line, err
	}
	if t.editor == nil {
		t.keys = &keyboard{r: file}
		t.editor = term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{t.keys, t.a.stderr}, "")
	}
	if width, height, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		_ = t.editor.SetSize(width, height) // a size that the terminal has is taken
	}
	before, err := term.MakeRaw(int(file.Fd()))
	if err != nil {
		t.Print(prompt)
		return t.a.readLine(ctx)
	}
	defer func() { _ = term.Restore(int(file.Fd()), before) }() // there is nothing else to be done
	t.editor.SetPrompt(prompt)
	line, err := await(ctx, t.editor.ReadLine)
	if err != nil {
		t.Print("\r\n")
		t.editor = nil // it would read the Ctrl-D again
	}
	if t.keys.interrupted {
		<-ctx.Done() // Ctrl-C ends the program as everywhere else
		return "", context.Cause(ctx)
	}
	return line, err
}

// keyboard reads what the person types. While a line is edited, the terminal sends Ctrl-C as a key; keyboard makes it end the program.
type keyboard struct {
	r           io.Reader
	interrupted bool
}

func (k *keyboard) Read(p []byte) (int, error) {
	n, err := k.r.Read(p)
	const ctrlC = "\x03"
	if at := strings.Index(string(p[:n]), ctrlC); at >= 0 {
		self, findErr := os.FindProcess(os.Getpid())
		if findErr == nil && self.Signal(os.Interrupt) == nil {
			k.interrupted = true
		}
		return at, io.EOF
	}
	return n, err
}

// Edit implements form.Terminal: it opens $VISUAL or $EDITOR on a file with the text.
func (t *prompter) Edit(ctx context.Context, text string) (string, error) {
	words := strings.Fields(t.a.env("VISUAL"))
	if len(words) == 0 {
		words = strings.Fields(t.a.env("EDITOR"))
	}
	if len(words) == 0 {
		return "", errors.New("no editor: set $EDITOR, to nano for example")
	}
	f, err := os.CreateTemp("", "hitlrun-*.txt") // others cannot read it
	if err != nil {
		return "", fmt.Errorf("a file for the editor: %w", err)
	}
	defer os.Remove(f.Name())
	if text != "" {
		text += "\n"
	}
	io.WriteString(f, text)
	if err := f.Close(); err != nil {
		return "", fmt.Errorf("a file for the editor: %w", err)
	}
	cmd := exec.CommandContext(ctx, words[0], append(words[1:], f.Name())...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = t.a.sys.stdin, t.a.sys.stdout, t.a.sys.stderr, t.a.sys.env
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("the editor %s: %w", words[0], err)
	}
	data, err := os.ReadFile(f.Name())
	return string(data), err
}
