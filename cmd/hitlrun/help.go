// This file has `hitlrun help`.

package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"
)

func helpCommand() *command {
	c := &command{
		name: "help", args: "[COMMAND]", output: &outputFlags{},
		summary:  "explain a command",
		about:    `Explains a command, or lists them all.`,
		examples: []string{"hitlrun help", "hitlrun help start"},
	}
	c.groups = []flagGroup{c.output.group()}
	c.run = func(_ context.Context, a *app, args []string) error {
		if len(args) > 1 {
			return c.usage("one COMMAND is expected, not %q too", args[1])
		}
		return a.help(args)
	}
	return c
}

const overview = `hitlrun runs LangGraph.js workflows with a human in them, in one binary: a script asks
a question, the thread waits in a SQLite file, and any process with the file can answer.

Usage: hitlrun COMMAND [flags]
`

const overviewEnd = `
Examples:
  hitlrun start flow.ts --thread order-17 --input '{"topic":"cats"}'
  hitlrun threads --status interrupted
  hitlrun resume --thread order-17 --value true

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 waiting for an answer,
4 the question was answered before.
"hitlrun help COMMAND" explains a command.
`

// help prints the help of a command, or the list of commands.
func (a *app) help(args []string) error {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		c := find(args[0])
		if c == nil {
			return unknownCommand(args[0])
		}
		return a.explain(c.help())
	}
	var rows [][]string
	for c := range commands {
		rows = append(rows, []string{c.name, c.summary})
	}
	return a.explain(overview + "\nCommands:\n" + list(rows) + overviewEnd)
}

// helpDocument is the result of help as JSON.
type helpDocument struct {
	Help string `json:"help"`
}

func (a *app) explain(text string) error {
	if a.json {
		return a.printJSON(helpDocument{text})
	}
	io.WriteString(a.stdout, text)
	return nil
}

// help returns the help of a command.
func (c *command) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: hitlrun %s\n\n%s\n", upper(c.summary), strings.TrimSpace(c.name+" "+c.args), c.about)
	b.WriteString("\nExamples:\n")
	for _, example := range c.examples {
		fmt.Fprintf(&b, "  %s\n", example)
	}
	for _, g := range c.groups {
		var rows [][]string
		g.flags.VisitAll(func(f *pflag.Flag) { rows = append(rows, flagRow(f)) })
		fmt.Fprintf(&b, "\n%s:\n%s", g.title, list(rows))
	}
	return b.String()
}

// flagRow is a flag with its value, and what it is for.
func flagRow(f *pflag.Flag) []string {
	value, usage := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	switch {
	case f.Value.Type() == "bool":
	case f.NoOptDefVal != "":
		name += "[=" + value + "]"
	default:
		name += " " + value
	}
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	return []string{name, usage}
}

// list lays out names and their descriptions.
func list(rows [][]string) string {
	width := 0
	for _, row := range rows {
		width = max(width, utf8.RuneCountInString(row[0]))
	}
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, row[0], row[1])
	}
	return b.String()
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
