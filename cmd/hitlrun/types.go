// This file has `hitlrun types`.

package main

import (
	"context"
	"io"

	"github.com/hitlrun/hitlrun"
)

// typesDocument is the result of types as JSON.
type typesDocument struct {
	Types string `json:"types"`
}

func typesCommand() *command {
	c := &command{
		name: "types", args: "[flags]", output: &outputFlags{},
		summary: `print the TypeScript declarations of "hitlrun"`,
		about: `Prints the declarations of what scripts can import from "hitlrun", for editors and
tsc. "hitlrun run" does not need them.`,
		examples: []string{
			"hitlrun types > hitlrun.d.ts",
			"hitlrun types --json | jq -r .types",
		},
	}
	c.groups = []flagGroup{c.output.group()}
	c.run = func(_ context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		if a.json {
			return a.printJSON(typesDocument{hitlrun.Types(nil)})
		}
		io.WriteString(a.stdout, hitlrun.Types(nil))
		return nil
	}
	return c
}
