// This file has `hitlrun token`.

package main

import (
	"context"
	"fmt"
	"os"

	"github.com/hitlrun/hitlrun/server"
)

func tokenCommand() *command {
	c := &command{
		name: "token", args: "add NAME --token-file FILE [flags]", output: &outputFlags{},
		summary: "make a token for hitlrun serve",
		about: `Makes a token, prints it once, and adds its hash to FILE, which "hitlrun serve
--token-file" reads. The audit log names its user NAME. Scopes: review reads threads
and answers questions, run also starts and cancels runs, admin does everything. To
revoke a token, remove its line and restart the server.`,
		examples: []string{
			"hitlrun token add ann --scope review --token-file tokens",
			"hitlrun token add billing-service --scope run --token-file tokens",
		},
	}
	var file, scope string
	own := newFlags()
	own.StringVar(&file, "token-file", "", "the `FILE` to add the token to; it is created if it does not exist")
	own.StringVar(&scope, "scope", "review", "what the token allows: `SCOPE` review, run or admin")
	c.groups = []flagGroup{{"Token", own}, c.output.group()}
	c.run = func(_ context.Context, a *app, args []string) error {
		switch {
		case len(args) != 2 || args[0] != "add":
			return c.usage("add NAME is expected")
		case file == "":
			return c.usage("--token-file is missing")
		}
		secret, line, err := server.NewToken(args[1], scope)
		if err != nil {
			return c.usage("%v", err)
		}
		f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return usagef("--token-file %s: %v", file, plainPathError(err))
		}
		_, err = f.WriteString(line)
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
		if a.json {
			return a.printJSON(map[string]string{"name": args[1], "scope": scope, "token": secret})
		}
		fmt.Fprintln(a.stdout, secret)
		return nil
	}
	return c
}
