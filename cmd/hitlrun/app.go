// This file has the type app: one call of the command line, and how it ends.

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"sync"
	"syscall"

	"github.com/hitlrun/hitlrun"
)

// app is one run of the program.
type app struct {
	sys            system
	json           bool
	stdout, stderr *writer
	// Whether the output has colours.
	stdoutColors, stderrColors bool
	lines                      *bufio.Reader // stdin, from which answers are read
	crashReport                string        // a file for the details of a crash, "" for none
	death                      death
	tty                        *prompter
	utc                        bool           // times are printed in UTC
	runs                       *runProgress   // the line that shows what runs; nil if nothing shows it
	closers                    []func() error // called when the command has ended
	plain                      bool           // lines are read without an editor
}

func newApp(sys system) *app {
	return &app{
		sys: sys, stdout: &writer{w: sys.stdout}, stderr: &writer{w: sys.stderr}, lines: bufio.NewReader(sys.stdin),
		death: death{said: make(chan struct{})},
	}
}

// configure applies the flags that control the output.
func (a *app) configure(f *outputFlags) {
	a.json = f.json
	colors := !f.noColor && a.env("NO_COLOR") == "" && a.env("TERM") != "dumb"
	a.stdoutColors = colors && a.sys.stdoutTTY
	a.stderrColors = colors && a.sys.stderrTTY
}

// interactive reports whether the command can ask a person at a terminal.
func (a *app) interactive() bool {
	return a.sys.stdinTTY && a.sys.stdoutTTY && a.sys.stderrTTY && !a.json
}

// exitStatus is the error of a command that has already printed its error.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit code %d", int(s)) }

// usageError is an error in the command line. command is the command whose help
// explains it, or "" if no help does.
type usageError struct{ message, command string }

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &usageError{message: fmt.Sprintf(format, args...)}
}

// threadError is an error of a run on a thread, with the command that continues the thread.
type threadError struct {
	err    error
	thread string
	hint   string   // for people, a command line
	others []string // for people, lines with other commands that continue the thread
}

func (e *threadError) Error() string { return e.err.Error() }
func (e *threadError) Unwrap() error { return e.err }

// finish reports how the command ended and returns the exit code.
func (a *app) finish(ctx context.Context, err error) int {
	if failed := a.stdout.failed(); errors.Is(failed, syscall.EPIPE) {
		return exitSignal + int(syscall.SIGPIPE) // the reader has ended, as "| head" does
	} else if failed != nil {
		a.report(fmt.Errorf("write the output: %w", plainPathError(failed)))
		return exitFailed
	}
	var status exitStatus
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &status):
		return int(status)
	}
	code := exitCode(err)
	var stopped signalError
	if errors.As(context.Cause(ctx), &stopped) {
		var te *threadError
		if errors.As(err, &te) {
			stopped.thread = te
		}
		err, code = stopped, exitSignal+int(stopped.signal)
	}
	a.reportLast(err, code)
	return code
}

// exitCode returns the exit code for an error.
func exitCode(err error) int {
	var usage *usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	var end *scriptEnd
	if errors.As(err, &end) {
		return end.code
	}
	if errors.Is(err, hitlrun.ErrResolved) {
		return exitSecond
	}
	for _, kind := range []error{hitlrun.ErrAnswer, hitlrun.ErrNoThread, hitlrun.ErrNotWaiting, hitlrun.ErrWaiting, hitlrun.ErrChoose, hitlrun.ErrNoGraph, hitlrun.ErrInput, hitlrun.ErrBounds, hitlrun.ErrKey} {
		if errors.Is(err, kind) {
			return exitUsage
		}
	}
	return exitFailed
}

// report prints an error on stderr, as text or as JSON.
func (a *app) report(err error) {
	if a.json {
		a.reportJSON(err)
		return
	}
	var se *hitlrun.Error
	var usage *usageError
	switch {
	case errors.As(err, &se):
		io.WriteString(a.stderr, scriptError(se))
	case errors.As(err, &usage) && usage.command != "":
		fmt.Fprintf(a.stderr, "hitlrun %s: %s (see \"hitlrun help %s\")\n", usage.command, safeLine(usage.message), usage.command)
	case errors.As(err, &usage):
		fmt.Fprintf(a.stderr, "hitlrun: %s\n", safeLine(usage.message))
	default:
		message := strings.TrimRight(safe(shortened(withFlags(err))), "\n")
		fmt.Fprintf(a.stderr, "hitlrun: %s\n", strings.ReplaceAll(strings.ReplaceAll(message, "\n\n", "\n"), "\n", "\n  "))
	}
	var crash *hitlrun.ScriptCrash
	if errors.As(err, &crash) {
		fmt.Fprintf(a.stderr, "details: %s\n", a.reportCrash(crash))
	}
	var te *threadError
	if errors.As(err, &te) && te.thread != "" {
		fmt.Fprintf(a.stderr, "thread: %s\n", safeLine(te.thread))
		if te.hint != "" {
			fmt.Fprintf(a.stderr, "to continue: %s\n", te.hint)
		}
		for _, line := range te.others {
			fmt.Fprintln(a.stderr, line)
		}
	}
}

// reportCrash writes the details of a crash where --crash-report says, and returns where they are.
func (a *app) reportCrash(crash *hitlrun.ScriptCrash) string {
	if a.crashReport == "" {
		return "run it again with --crash-report FILE"
	}
	if err := os.WriteFile(a.crashReport, []byte(crash.Report()), 0o600); err != nil {
		return fmt.Sprintf("cannot write %s: %v", safeLine(a.crashReport), plainPathError(err))
	}
	return safeLine(a.crashReport)
}

// setApart matches lines that cannot look like those that report, or the command, prints after an error: lines that are indented or
// empty, the end of the properties of an error, and the place of a further error in the script.
var setApart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([\s})\]]|$|\S+:\d+:\d+: )`) })

// asMessage returns the text of an error whose other lines are set apart, if need be by two spaces: a message of a script cannot pretend
// that hitlrun asks its reader to run a command.
func asMessage(text string) string {
	lines := strings.Split(safe(text), "\n")
	for i, line := range lines {
		if i > 0 && !setApart().MatchString(line) {
			lines[i] = "  " + line
		}
	}
	return strings.Join(lines, "\n")
}

// scriptError is what people see of an error in a script: where it
// happened, the lines around that place, and the stack.
func scriptError(e *hitlrun.Error) string {
	stack := strings.TrimRight(e.Stack, "\n")
	if stack == "" {
		stack = e.Message
	}
	stack = asMessage(shortened(stack))
	frame := strings.TrimRight(safe(shortened(e.Frame)), "\n")
	var parts []string
	if e.Position.File != "" {
		place := safeLine(e.Position.String())
		first, rest, _ := strings.Cut(stack, "\n")
		switch {
		case strings.HasPrefix(first, place): // the error of a bundle: nothing comes before the place
			parts, stack = append(parts, first), rest
		case !strings.HasPrefix(frame, place):
			parts = append(parts, place)
		}
	}
	for _, part := range []string{frame, stack} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	text := strings.Join(parts, "\n")
	if e.Node != "" {
		text += "\nnode: " + safeLine(e.Node)
	}
	return text + "\n"
}

// errorDocument is an error as JSON.
type errorDocument struct {
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Node     string `json:"node,omitempty"`
	Stack    string `json:"stack,omitempty"`
	ThreadID string `json:"thread_id,omitempty"`
	Report   string `json:"crash_report,omitempty"` // of a ScriptCrash: where the details are
}

func (a *app) reportJSON(err error) {
	d := errorDocument{Message: withFlags(err)}
	var se *hitlrun.Error
	if errors.As(err, &se) {
		d.Message, d.Stack = se.Message, se.Stack
		d.File, d.Line, d.Column = se.Position.File, se.Position.Line, se.Position.Column
		d.Node = se.Node
	}
	var te *threadError
	if errors.As(err, &te) {
		d.ThreadID = te.thread
	}
	var crash *hitlrun.ScriptCrash
	if errors.As(err, &crash) {
		d.Report = a.reportCrash(crash)
	}
	d.Message, d.Stack = shortened(d.Message), shortened(d.Stack)
	line, _ := marshal(map[string]errorDocument{"error": d}) // strings and numbers
	_, _ = a.stderr.Write(line)
}

// marshal returns v as one line of JSON that is safe to show.
func marshal(v any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return []byte(safe(strings.ToValidUTF8(b.String(), "\ufffd"))), nil
}

// printJSON prints v on stdout, as the JSON document of the command.
func (a *app) printJSON(v any) error {
	line, err := marshal(v)
	if err != nil {
		return fmt.Errorf("print the result: %w", err)
	}
	_, _ = a.stdout.Write(line)
	return nil
}

// writer remembers the first error of what it writes to. It is safe for concurrent use.
type writer struct {
	writing sync.Mutex // of one write; nobody waits for it in order to end: what is written may never be read
	w       io.Writer

	mu   sync.Mutex // for what follows
	err  error
	last byte // the last one that was written
	// before, if not nil, is called before each write.
	before func()
}

// Unwrap returns the writer that gets what is written: a script finds out whether it is a terminal.
func (w *writer) Unwrap() io.Writer { return w.w }

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	before := w.before
	w.mu.Unlock()
	if before != nil {
		before()
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	return w.write(p)
}

// write is Write for one that has the lock of writing.
func (w *writer) write(p []byte) (int, error) {
	if err := w.failed(); err != nil {
		return 0, err
	}
	n, err := w.w.Write(p)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err = err
	if n > 0 {
		w.last = p[n-1]
	}
	return n, err
}

// newLine prints a line break if the last line has none, and nobody is writing.
func (w *writer) newLine() {
	w.mu.Lock()
	begun, before := w.last != 0 && w.last != '\n', w.before
	w.mu.Unlock()
	if !begun {
		return
	}
	if before != nil {
		before()
	}
	if w.writing.TryLock() {
		defer w.writing.Unlock()
		_, _ = w.write([]byte("\n"))
	}
}

func (w *writer) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// plainPathError returns the cause of an error of package os, without the operation and the path.
func plainPathError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// store opens the store that the flags name. It is created only if create is set.
func (a *app) store(f *storeFlags, o hitlrun.Options, create bool) (*hitlrun.Store, error) {
	keys, err := a.keys(&f.key)
	if err != nil {
		return nil, err
	}
	o.Keys = keys
	return a.open(f, o, create)
}

// open is store with other keys.
func (a *app) open(f *storeFlags, o hitlrun.Options, create bool) (*hitlrun.Store, error) {
	path := a.dbPath(f)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && !create {
		return nil, usagef("there is no store %s: \"hitlrun start\" makes one, --db names another", path)
	}
	if err == nil && info.Mode().IsRegular() && info.Size() == 0 && !create {
		o.ReadOnly = true // Open reports what the file is, and changes nothing
	}
	o.BusyTimeout = f.busy
	if !a.json { // there the result has them
		o.OnGrants = a.showUsed
	}
	return hitlrun.Open(path, o)
}

func (a *app) dbPath(f *storeFlags) string {
	if f.db != "" {
		return f.db
	}
	if path := a.env("HITLRUN_DB"); path != "" {
		return path
	}
	return defaultDB
}
