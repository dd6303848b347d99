// This file loads a script for commands that look at it and run no node.

package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"github.com/hitlrun/hitlrun"
)

// loading are the flags of these commands.
type loading struct {
	permissions permissionFlags
	limits      limitFlags
	profile     profileFlag
	key         *keyFlag
}

func (f *loading) add(own *pflag.FlagSet) { f.profile.add(own) }

func (f *loading) groups() []flagGroup {
	return []flagGroup{f.permissions.group(), f.limits.group()}
}

// options are those of a script whose output is not the result.
func (f *loading) options(ctx context.Context, a *app) (hitlrun.ScriptOptions, error) {
	o, err := a.scriptOptions(&f.permissions, &f.limits, f.key)
	o.Stdout, o.Colors, o.Profile = a.stderr, a.stderrColors, f.profile.profile
	return o, err
}

// load loads the script in a file.
func (f *loading) load(ctx context.Context, a *app, file string) (*hitlrun.Script, error) {
	o, err := f.options(ctx, a)
	if err != nil {
		return nil, err
	}
	script, err := a.script(ctx, file, o)
	if err == nil {
		a.closers = append(a.closers, script.Close)
	}
	return script, err
}

// notRegular returns an error for a script that is a pipe or a device, which could make a command wait for ever.
func notRegular(file string) error {
	info, err := os.Stat(file)
	if err != nil || info.IsDir() || info.Mode().IsRegular() {
		return nil // loading says what is wrong, if anything is
	}
	return fmt.Errorf("%s is not a regular file", file)
}
