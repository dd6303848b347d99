// This file has `hitlrun version`.

package main

import (
	"context"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

func versionCommand() *command {
	c := &command{
		name: "version", args: "[FILE]", output: &outputFlags{},
		summary: "print the version, and the versions of its parts",
		about: `Prints the version of hitlrun, its commit, and the versions of the parts it was built
from. With the FILE of a script it prints which packages the script has, and from where.`,
		examples: []string{"hitlrun version", "hitlrun version --json", "hitlrun version flow.ts"},
	}
	c.groups = []flagGroup{c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if len(args) > 0 {
			return c.packages(ctx, a, args)
		}
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

// printBuild prints the version and the known versions of its parts.
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

// packages prints which packages a script has.
func (c *command) packages(ctx context.Context, a *app, args []string) error {
	file, err := c.file(args)
	if err != nil {
		return err
	}
	if file, _, err = hitlrun.Locate(file, ""); err != nil {
		return err
	}
	script, err := a.script(ctx, file, hitlrun.ScriptOptions{CacheDir: a.sys.cacheDir})
	if err != nil {
		return err
	}
	list := script.Packages()
	if a.json {
		return a.printJSON(list)
	}
	for _, p := range list {
		switch {
		case !p.BuiltIn:
			fmt.Fprintf(a.stdout, "%s %s: %s\n", safeLine(p.Name), safeLine(p.Version), safeLine(p.Folder))
		case p.Folder != "":
			fmt.Fprintf(a.stdout, "%s: built in, and %s of %s is not used for it\n", p.Name, safeLine(p.Version), safeLine(p.Folder))
		default:
			fmt.Fprintf(a.stdout, "%s: built in\n", p.Name)
		}
	}
	return nil
}

// sayUnused prints once that an installed LangGraph is not the one that runs.
func (a *app) sayUnused(script *hitlrun.Script) {
	for _, p := range script.Packages() {
		if p.BuiltIn && p.Name == "@langchain/langgraph" && p.Folder != "" {
			fmt.Fprintf(a.stderr, "hitlrun: %s is hitlrun's own, and %s of %s is not used; `hitlrun version FILE` lists all packages\n", p.Name, safeLine(p.Version), safeLine(p.Folder))
		}
	}
}
