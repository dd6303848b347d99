// This file has `hitlrun run`.

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hitlrun/hitlrun"
)

func runCommand() *command {
	c := &command{
		name: "run", args: "[flags] FILE [-- ARGS]", passes: true, output: &outputFlags{},
		summary: "run a script to its end",
		about: `Runs a TypeScript or JavaScript file as tsx does. FILE is - for stdin. Flags of hitlrun
come before FILE; all arguments after it are passed to the script in process.argv.
An uncaught error gives exit code 1, process.exit(N) gives N. As in Node, 13 means that a
top-level await never settles, and 7 that a listener of uncaughtException threw. With
--watch the script runs again, until Ctrl-C, when one of its files changes.`,
		examples: []string{
			"hitlrun run flow.ts",
			"hitlrun run --allow-env=TOPIC --allow-read=data flow.ts -- --topic cats",
			"echo 'console.log(1 + 1)' | hitlrun run -",
		},
	}
	var profile profileFlag
	var key keyFlag
	var permissions permissionFlags
	var limits limitFlags
	own := newFlags()
	var who whoFlags
	var trace traceFlag
	var watch bool
	profile.add(own)
	who.addStrict(own)
	who.addAs(own)
	trace.add(own)
	own.BoolVar(&watch, "watch", false, "run the script again when one of its files changes")
	key.add(own, scriptKeyUsage)
	c.groups = []flagGroup{{"Run", own}, permissions.group(), limits.group(), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if len(args) == 0 || args[0] == "" {
			return c.usage("FILE is missing")
		}
		o, err := a.scriptOptions(&permissions, &limits, &key)
		if err != nil {
			return err
		}
		if err := trace.set(a, &o); err != nil {
			return err
		}
		o.Profile, o.Args = profile.profile, args[1:]
		var run hitlrun.RunOptions
		who.fill(a, c.name, &run)
		o.By, o.From, o.Strict, o.Effects = run.By, run.From, run.Strict, who.effects
		if len(o.Args) > 0 && o.Args[0] == "--" {
			o.Args = o.Args[1:]
		} else if flag := c.misplaced(o.Args); flag != "" {
			fmt.Fprintf(a.stderr, "hitlrun: %s comes after FILE and is passed to the script; put flags of hitlrun before FILE, and -- before arguments for the script\n", safeLine(flag))
		}
		if args[0] != "-" {
			o.Stdin = a.sys.stdin
		} else {
			o.Stdin = strings.NewReader("")
		}
		if watch {
			if args[0] == "-" {
				return c.usage("--watch is for a file, not for stdin")
			}
			return a.rerun(ctx, args[0], o)
		}
		script, err := a.script(ctx, args[0], o)
		if err != nil {
			return err
		}
		a.sayUnused(script)
		return a.runScript(ctx, script)
	}
	return c
}

// runDocument is the result of run as JSON.
type runDocument struct {
	ExitCode int `json:"exit_code"`
}

// scriptEnd is the error of a script for which Node has an exit code of its own.
type scriptEnd struct {
	err  error
	code int
}

func (e *scriptEnd) Error() string { return e.err.Error() }
func (e *scriptEnd) Unwrap() error { return e.err }

func (a *app) runScript(ctx context.Context, script *hitlrun.Script) error {
	err := script.Run(ctx)
	var exit *hitlrun.ExitError
	code := exitDone
	if errors.As(err, &exit) {
		code, err = exit.Code, nil
	}
	switch {
	case errors.Is(err, hitlrun.ErrUnsettled):
		return &scriptEnd{err, exitUnsettled}
	case errors.Is(err, hitlrun.ErrListener):
		return &scriptEnd{err, exitListener}
	case err != nil:
		return err
	}
	if a.json {
		if err := a.printJSON(runDocument{code}); err != nil {
			return err
		}
	}
	return exitStatus(code)
}

// misplaced returns the first argument of a script that looks like a permission or a limit of hitlrun, "" if none does.
func (c *command) misplaced(args []string) string {
	for _, arg := range args {
		if arg == "--" {
			return ""
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		if strings.HasPrefix(arg, "--allow-") || strings.HasPrefix(arg, "--max-") {
			for _, known := range c.flagNames() {
				if known == "--"+name {
					return arg
				}
			}
		}
	}
	return ""
}
