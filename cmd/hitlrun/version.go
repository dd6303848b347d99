// This file has `hitlrun version`.

package main

import (
	"context"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

// versionDocument is the result of version as JSON.
type versionDocument struct {
	Version string `json:"version"`
}

func versionCommand() *command {
	c := &command{
		name: "version", args: "", output: &outputFlags{},
		summary:  "print the version",
		about:    `Prints the version of hitlrun.`,
		examples: []string{"hitlrun version", "hitlrun version --json"},
	}
	c.groups = []flagGroup{c.output.group()}
	c.run = func(_ context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		if a.json {
			return a.printJSON(versionDocument{hitlrun.Version})
		}
		fmt.Fprintf(a.stdout, "hitlrun %s\n", hitlrun.Version)
		return nil
	}
	return c
}
