// This file has `hitlrun completion` and `hitlrun man`: what shells and man(1) need, made of the table of commands.

package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hitlrun/hitlrun"
)

// scriptDocument is the result of completion and man as JSON.
type scriptDocument struct {
	Text string `json:"text"`
}

func completionCommand() *command {
	c := &command{
		name: "completion", args: "bash|zsh|fish", output: &outputFlags{},
		summary: "print what a shell needs to complete commands and flags",
		about: `Prints a script for the shell that completes the commands, their flags, and files. Have
the shell read it when it starts.`,
		examples: []string{
			"source <(hitlrun completion bash)",
			"hitlrun completion zsh > ~/.zfunc/_hitlrun",
			"hitlrun completion fish > ~/.config/fish/completions/hitlrun.fish",
		},
	}
	c.groups = []flagGroup{c.output.group()}
	c.run = func(_ context.Context, a *app, args []string) error {
		if len(args) != 1 {
			return c.usage("one of bash, zsh, fish is expected")
		}
		var text string
		switch args[0] {
		case "bash":
			text = bashCompletion()
		case "zsh":
			text = "#compdef hitlrun\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletion()
		case "fish":
			text = fishCompletion()
		default:
			return c.usage("one of bash, zsh, fish is expected, not %q", args[0])
		}
		return a.printText(text)
	}
	return c
}

func (a *app) printText(text string) error {
	if a.json {
		return a.printJSON(scriptDocument{text})
	}
	io.WriteString(a.stdout, text)
	return nil
}

// flagNames returns the flags of a command, with the dashes.
func (c *command) flagNames() []string {
	var names []string
	c.eachFlag(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return names
}

func (c *command) eachFlag(f func(*pflag.Flag)) {
	for _, g := range c.groups {
		g.flags.VisitAll(f)
	}
}

func bashCompletion() string {
	var names []string
	var cases strings.Builder
	for c := range commands {
		names = append(names, c.name)
		fmt.Fprintf(&cases, "    %s) flags=%q ;;\n", c.name, strings.Join(c.flagNames(), " "))
	}
	return `_hitlrun() {
  local current="${COMP_WORDS[COMP_CWORD]}" flags=""
  if [ "$COMP_CWORD" -eq 1 ] || [ "${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W "` + strings.Join(names, " ") + `" -- "$current"))
    return
  fi
  case "${COMP_WORDS[1]}" in
` + cases.String() + `  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _hitlrun hitlrun
`
}

func fishCompletion() string {
	var b strings.Builder
	for c := range commands {
		fmt.Fprintf(&b, "complete -c hitlrun -n __fish_use_subcommand -f -a %s -d %s\n", c.name, fishQuote(c.summary))
	}
	for c := range commands {
		c.eachFlag(func(f *pflag.Flag) {
			_, usage := pflag.UnquoteUsage(f)
			value := " -r"
			if f.NoOptDefVal != "" {
				value = ""
			}
			fmt.Fprintf(&b, "complete -c hitlrun -n '__fish_seen_subcommand_from %s' -l %s%s -d %s\n", c.name, f.Name, value, fishQuote(usage))
		})
	}
	return b.String()
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}

func manCommand() *command {
	c := &command{
		name: "man", args: "", output: &outputFlags{},
		summary:  "print the manual page",
		about:    `Prints the manual page, in the language of man(1).`,
		examples: []string{"hitlrun man > ~/.local/share/man/man1/hitlrun.1", "hitlrun man | man -l -"},
	}
	c.groups = []flagGroup{c.output.group()}
	c.run = func(_ context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		return a.printText(manual())
	}
	return c
}

func manual() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH HITLRUN 1 \"\" \"hitlrun %s\"\n.SH NAME\nhitlrun \\- run LangGraph.js workflows with a human in them\n", hitlrun.Version)
	b.WriteString(".SH SYNOPSIS\n.B hitlrun\n.I COMMAND\n[flags]\n.SH COMMANDS\n")
	for c := range commands {
		fmt.Fprintf(&b, ".SS %s\n%s\n", roff(strings.TrimSpace(c.name+" "+c.args)), roff(c.about))
		c.eachFlag(func(f *pflag.Flag) {
			row := flagRow(f)
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(row[0]), roff(row[1]))
		})
		b.WriteString(".PP\nExamples:\n.nf\n")
		for _, e := range c.examples {
			b.WriteString(roff(e) + "\n")
		}
		b.WriteString(".fi\n")
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range [][2]string{
		{"0", "done"}, {"1", "failed"}, {"2", "wrong usage"}, {"3", "waiting for an answer"}, {"4", "the question was answered before"},
		{"128+N", "ended by signal N"},
	} {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", e[0], e[1])
	}
	return b.String()
}

// roff escapes the characters that have a meaning for man(1).
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
