// This file has `hitlrun version`.

package main

import (
	"context"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

func versionCommand() *command {
	c := &command{
		name: "version", args: "", output: &outputFlags{},
		summary:  "print the version, and what it was built of",
		about:    `Prints the version of hitlrun, its commit, and the versions of what it was built of.`,
		examples: []string{"hitlrun version", "hitlrun version --json"},
	}
	c.groups = []flagGroup{c.output.group()}
	c.run = func(_ context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		build := hitlrun.BuildInfo()
		if a.json {
			return a.printJSON(build)
		}
		a.printBuild(&build)
		return nil
	}
	return c
}

// printBuild prints the version and, where they are known, the parts.
func (a *app) printBuild(b *hitlrun.Build) {
	fmt.Fprintf(a.stdout, "hitlrun %s\n", b.Version)
	commit := b.Commit
	if b.Modified {
		commit += ", with changes"
	}
	if b.Time != "" {
		commit += " (" + b.Time + ")"
	}
	for _, part := range [][2]string{
		{"commit", commit}, {"go", b.Go + " " + b.Platform}, {"goja", b.Goja}, {"esbuild", b.Esbuild},
		{"sqlite", fmt.Sprintf("%s, stores of format %d", b.SQLite, b.Format)},
	} {
		if part[1] != "" {
			fmt.Fprintf(a.stdout, "%s: %s\n", part[0], part[1])
		}
	}
}
