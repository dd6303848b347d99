// This file has the type command: its flags, their parser, and the errors for
// wrong arguments.

package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hitlrun/hitlrun"
)

// command is one of the commands of hitlrun.
type command struct {
	name     string
	args     string // what comes after the name, for people
	summary  string
	about    string // more about it, a few lines
	examples []string
	groups   []flagGroup
	output   *outputFlags
	// passes says that all arguments after the first are for the script.
	passes bool
	// drains says that the command itself decides how long it runs after a signal. Other commands end within a second.
	drains bool
	run    func(ctx context.Context, a *app, args []string) error
}

// flagGroup is a set of flags that the help shows together.
type flagGroup struct {
	title string
	flags *pflag.FlagSet
}

// newFlags returns an empty set of flags. The help shows flags in the order in which they are added.
func newFlags() *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SortFlags = false
	return fs
}

// find returns the command with a name, or nil.
func find(name string) *command {
	for c := range commands {
		if c.name == name {
			return c
		}
	}
	return nil
}

// parse parses the flags, and returns the arguments between them.
func (c *command) parse(args []string) ([]string, error) {
	all := newFlags()
	for _, g := range c.groups {
		all.AddFlagSet(g.flags)
	}
	all.SetInterspersed(!c.passes)
	if err := all.ParseAll(args, once(all)); err != nil {
		return nil, c.flagError(all, err)
	}
	for _, name := range []string{"db", "encrypt-key-file"} {
		if f := all.Lookup(name); f != nil && f.Changed && f.Value.String() == "" {
			return nil, c.usage("--%s is empty: the name of a file is expected", name) // probably a variable that is not set
		}
	}
	return all.Args(), nil
}

// once sets flags. It refuses a flag for a single value that is given twice, because the first value would be lost.
func once(all *pflag.FlagSet) func(f *pflag.Flag, value string) error {
	return func(f *pflag.Flag, value string) error {
		switch f.Value.Type() {
		case "bool", "list", "stringSlice", "stringArray":
		default:
			if _, says := f.Value.(onceValue); !says && f.Changed && f.Value.String() != value {
				return fmt.Errorf("--%s takes one value, and was given two: %s and %s", f.Name, f.Value.String(), value)
			}
		}
		return all.Set(f.Name, value)
	}
}

// flagError returns an error of the flag parser in the words of this program.
func (c *command) flagError(all *pflag.FlagSet, err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name, given := unknown.GetSpecifiedName(), "--"+unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			name, given = short, "-"+short
		}
		var names []string
		all.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest(name, names); near != "" {
			return c.usage("unknown flag %s; did you mean --%s?", given, near)
		}
		return c.usage("unknown flag %s", given)
	case errors.As(err, &missing):
		value, _ := pflag.UnquoteUsage(missing.GetFlag())
		return c.usage("--%s needs a value: --%s %s", missing.GetSpecifiedName(), missing.GetSpecifiedName(), value)
	case errors.As(err, &invalid):
		cause := errors.Unwrap(invalid).Error()
		if invalid.GetFlag().Value.Type() == "bool" {
			cause = "true or false is expected"
		}
		return c.usage("--%s=%s: %s", invalid.GetFlag().Name, invalid.GetValue(), cause)
	}
	return c.usage("%v", err)
}

// usage returns an error about the flags and arguments of the command.
func (c *command) usage(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), c.name}
}

// file returns the only argument: the name of a script.
func (c *command) file(args []string) (string, error) {
	if len(args) > 1 {
		return "", c.usage("one FILE is expected, not %q too", args[1])
	}
	if len(args) == 0 || args[0] == "" {
		return "", c.usage("FILE is missing")
	}
	return args[0], nil
}

// nothing checks that there are no arguments.
func (c *command) nothing(args []string) error {
	if len(args) > 0 {
		return c.usage("unexpected argument %q", args[0])
	}
	return nil
}

// unknownCommand is the error for a command that does not exist.
func unknownCommand(name string) error {
	if strings.HasPrefix(name, "-") && name != "-" {
		return usagef("flags come after the command, not before it: %s", name)
	}
	var names []string
	for c := range commands {
		names = append(names, c.name)
	}
	if near := nearest(name, names); near != "" {
		return usagef("unknown command %q; did you mean %q?", name, near)
	}
	if regexp.MustCompile(`\.[cm]?[jt]sx?$`).MatchString(name) {
		return usagef("unknown command %q; did you mean \"hitlrun run %s\"?", name, name)
	}
	return usagef("unknown command %q; \"hitlrun help\" lists them", name)
}

// nearest returns the name that is most similar to a misspelt one, or "" if none is similar.
func nearest(given string, names []string) string {
	best, least := "", 1+min(2, len(given)/2)
	for _, name := range names {
		d := distance(given, name)
		if d < least || d == least && best != "" && strings.HasPrefix(name, given) {
			best, least = name, d
		}
	}
	if best != "" || len(given) < 2 {
		return best
	}
	for _, name := range names {
		if strings.HasPrefix(name, given) {
			return name
		}
	}
	return ""
}

// distance returns how many letters must be added, removed, changed, or swapped
// with the next one to turn a into b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// onStore runs a command that reads a whole store and takes no arguments: it opens the store for reading, and calls f with it.
func onStore(c *command, flags *storeFlags, f func(ctx context.Context, a *app, s *hitlrun.Store) error) func(context.Context, *app, []string) error {
	return func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		s, err := a.store(flags, hitlrun.Options{ReadOnly: true}, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		return f(ctx, a, s)
	}
}

// onThread runs a command about one thread that takes no arguments: it opens the store, and calls
// f with it and with the id of the thread.
func onThread(c *command, flags *storeFlags, o hitlrun.Options, f func(ctx context.Context, a *app, s *hitlrun.Store, id string) error) func(context.Context, *app, []string) error {
	return func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		id, err := flags.id(c)
		if err != nil {
			return err
		}
		s, err := a.store(flags, o, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		return f(ctx, a, s, id)
	}
}
