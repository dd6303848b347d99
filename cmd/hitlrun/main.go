// Command hitlrun runs LangGraph.js workflows with a human in them: it starts
// threads, shows the questions they ask, and passes on the answers.
//
// It is a client of package hitlrun: it parses flags, calls the package, and prints the results.
// main.go has the table of commands, and each command has its own file.
package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"golang.org/x/term"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/fatal"
)

// The exit codes. `hitlrun run` has that of process.exit() in the script instead
// of exitDone.
const (
	exitDone   = 0 // the script or the thread is done, or the command printed what was asked for
	exitFailed = 1 // the script failed, or the command could not do what was asked
	exitUsage  = 2 // the arguments are wrong: unknown flags, a missing file, invalid JSON, an unknown thread
	exitPaused = 3 // the thread waits for an answer
	exitSecond = 4 // the question had been answered before
	// These two are Node's, and only those of run.
	exitListener  = 7  // a listener of uncaughtException threw
	exitUnsettled = 13 // a top-level await can never settle
	// A signal gives 128 and its number, as in a shell: 130 for Ctrl-C, 143 for SIGTERM.
	exitSignal = 128
)

// system is the part of the operating system that the commands use.
type system struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            []string // "NAME=value"
	// Whether stdin, stdout and stderr are terminals.
	stdinTTY, stdoutTTY, stderrTTY bool
	// cacheDir is where bundles are cached, "" for nowhere.
	cacheDir string
	// exit ends the process at once, although other goroutines still run. nil if the process must not end.
	exit func(code int)
}

// cacheDir returns the folder of this program in the user's cache, "" if there is none.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "hitlrun")
}

func main() {
	growStack(len(os.Args) == 0)
	releaseProgramPages()
	hitlrun.WorkerMain()
	if err := checkOpenFiles(); err != nil {
		reportTo(os.Stderr, os.Args[1:], err)
		os.Exit(exitFailed)
	}
	signal.Ignore(syscall.SIGPIPE) // writing to a closed pipe is an error like others
	ctx, stop := withSignals(context.Background())
	collectSeldom()
	code := run(ctx, os.Args[1:], system{
		stdin: os.Stdin, stdout: os.Stdout, stderr: catchFatal(os.Args[1:]), env: os.Environ(),
		stdinTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		stdoutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		stderrTTY: term.IsTerminal(int(os.Stderr.Fd())),
		cacheDir:  cacheDir(), exit: exit,
	})
	stop()
	exit(code)
}

// exit ends the process. Before that it makes the terminal what it was, because a script can make it raw.
func exit(code int) {
	hitlrun.RestoreTerminals()
	os.Exit(code)
}

// catchFatal makes fatal errors of Go print like other errors. It returns the standard error.
func catchFatal(args []string) *os.File {
	os.Stderr = fatal.Catch(fatal.NewMessages(exitFailed, func(sentence string) string {
		var line bytes.Buffer
		reportTo(&line, args, errors.New(sentence))
		return line.String()
	}))
	return os.Stderr
}

// reportTo prints an error that no command returned, as JSON if the arguments ask for it.
func reportTo(w io.Writer, args []string, err error) {
	a := newApp(system{stderr: w})
	a.json = asksForJSON(args)
	a.report(err)
}

// makers has the functions that make the commands, in the order of the help.
func makers() []func() *command {
	return []func() *command{
		runCommand, startCommand, resumeCommand, reviewCommand,
		threadsCommand, statsCommand, stateCommand, historyCommand, deleteCommand,
		serveCommand, tokenCommand, sweepCommand, auditCommand, rekeyCommand,
		pruneCommand, backupCommand, doctorCommand,
		checkCommand, graphCommand, cacheCommand, typesCommand, versionCommand, helpCommand,
		completionCommand, manCommand,
	}
}

// commands yields the commands in the order of the help. Each is made when its turn comes: the flags of all of them take 150 kB.
func commands(yield func(*command) bool) {
	for _, make := range makers() {
		if !yield(make()) {
			return
		}
	}
}

// run is the whole program: it returns the exit code.
func run(ctx context.Context, args []string, sys system) int {
	a := newApp(sys)
	err := a.dispatch(ctx, args)
	for _, end := range a.closers {
		if closeErr := end(); err == nil {
			err = closeErr
		}
	}
	return a.finish(ctx, err)
}

// dispatch finds the command and runs it.
func (a *app) dispatch(ctx context.Context, args []string) error {
	a.json = asksForJSON(args)
	if len(args) == 0 {
		return a.help(nil)
	}
	switch args[0] {
	case "-h", "--help":
		return a.help(args[1:])
	case "--version":
		args[0] = "version"
	}
	cmd := find(args[0])
	if cmd == nil {
		return unknownCommand(args[0])
	}
	rest, err := cmd.parse(args[1:])
	if err != nil {
		return err
	}
	if cmd.output.help {
		return a.help([]string{cmd.name})
	}
	a.configure(cmd.output)
	if !cmd.drains {
		a.endsWithin(ctx, 0)
	}
	return cmd.run(ctx, a, rest)
}

// asksForJSON reports whether --json is among the arguments. If it is, an error in the flags is
// printed as JSON too.
func asksForJSON(args []string) bool {
	for _, arg := range args {
		switch arg {
		case "--json", "--json=true":
			return true
		case "--":
			return false
		}
	}
	return false
}
