// This file has `hitlrun graph`.

package main

import (
	"context"
	"io"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// graphDocument is the result of graph as JSON.
type graphDocument struct {
	Mermaid string `json:"mermaid"`
}

func graphCommand() *command {
	c := &command{
		name: "graph", args: "FILE [flags]", output: &outputFlags{},
		summary: "draw a script's graph in Mermaid's language",
		about: `Prints a picture of the graph that the script exports, in Mermaid's language. The
module code of the script runs for that; what it prints goes to stderr. FILE may name
the export, flow.ts:graph, or be a langgraph.json or a folder with one.`,
		examples: []string{
			"hitlrun graph flow.ts > flow.mmd",
			"hitlrun graph flows.ts --graph review --xray",
		},
	}
	var permissions permissionFlags
	var limits limitFlags
	var profile profileFlag
	var key keyFlag
	var graph string
	var levels int
	own := newFlags()
	own.StringVar(&graph, "graph", "", graphUsage)
	own.IntVar(&levels, "xray", 0, "draw what is inside of subgraphs, `N` levels deep (all without N)")
	own.Lookup("xray").NoOptDefVal = "-1"
	profile.add(own)
	key.add(own, scriptKeyUsage)
	c.groups = []flagGroup{{"Graph", own}, permissions.group(), limits.group(), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		file, err := c.file(args)
		if err != nil {
			return err
		}
		if file, graph, err = hitlrun.Locate(file, graph); err != nil {
			return err
		}
		o, err := a.scriptOptions(ctx, &permissions, &limits, &key)
		if err != nil {
			return err
		}
		o.Stdout, o.Colors, o.Profile = a.stderr, a.stderrColors, profile.profile
		script, err := a.script(ctx, file, o)
		if err != nil {
			return err
		}
		defer script.Close()
		text, err := script.Mermaid(ctx, graph, levels)
		if err != nil {
			return err
		}
		if a.json {
			return a.printJSON(graphDocument{text})
		}
		io.WriteString(a.stdout, safe(strings.TrimRight(text, "\n"))+"\n")
		return nil
	}
	return c
}
