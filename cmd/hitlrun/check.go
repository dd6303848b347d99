// This file has `hitlrun check`.

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// checkDocument is the result of check as JSON.
type checkDocument struct {
	File   string          `json:"file"`
	Hash   string          `json:"hash"`
	Graphs []hitlrun.Graph `json:"graphs"`
}

func checkCommand() *command {
	c := &command{
		name: "check", args: "FILE [flags]", output: &outputFlags{},
		summary: "load a script and list its graphs, without running a node",
		about: `Loads the script as "start" does, and lists the graphs that it exports, their nodes and
the channels of their state. The code of the module runs, but no node. The command fails
if that code needs a permission that is not granted. What the script prints goes to
stderr. FILE may name the export, as flow.ts:graph, or be a langgraph.json or a folder
that contains one.`,
		examples: []string{
			"hitlrun check flow.ts",
			"hitlrun check flow.ts --json | jq -r '.graphs[].name'",
		},
	}
	f := &loading{key: &keyFlag{}}
	own := newFlags()
	f.add(own)
	f.key.add(own, scriptKeyUsage)
	c.groups = append([]flagGroup{{"Check", own}}, append(f.groups(), c.output.group())...)
	c.run = func(ctx context.Context, a *app, args []string) error {
		file, err := c.file(args)
		if err != nil {
			return err
		}
		file, name, err := hitlrun.Locate(file, "")
		if err != nil {
			return err
		}
		script, err := f.load(ctx, a, file)
		if err != nil {
			return err
		}
		graphs, err := script.Graphs(ctx)
		if err != nil {
			return err
		}
		if len(graphs) == 0 || name != "" && !slices.ContainsFunc(graphs, func(g hitlrun.Graph) bool { return g.Name == name }) {
			return script.Check(ctx, name) // its message lists what is exported instead
		}
		if a.json {
			return a.printJSON(checkDocument{file, script.Hash(), graphs})
		}
		a.printGraphs(script.Hash(), graphs)
		return nil
	}
	return c
}

// printGraphs prints what a script exports, for people.
func (a *app) printGraphs(hash string, graphs []hitlrun.Graph) {
	fmt.Fprintf(a.stdout, "version: %s\n", hash[:min(8, len(hash))])
	for _, g := range graphs {
		fmt.Fprintf(a.stdout, "\n%s\n", paint(a.stdoutColors, bold, safeLine(g.Name)))
		if g.Function {
			fmt.Fprintln(a.stdout, "  a function of the functional API")
			continue
		}
		fmt.Fprintf(a.stdout, "  nodes: %s\n", safeLine(strings.Join(g.Nodes, ", ")))
		fmt.Fprintf(a.stdout, "  state: %s\n", safeLine(strings.Join(g.Channels, ", ")))
		if g.Checkpointer {
			fmt.Fprintln(a.stdout, "  has its own checkpointer; \"hitlrun start\" uses the store instead")
		}
	}
}
