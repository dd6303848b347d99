// This file makes pictures of graphs and histories.

package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hitlrun/hitlrun"
)

// graphPicture is a graph as Script.Picture returns it.
type graphPicture struct {
	Nodes []struct {
		ID any `json:"id"`
	} `json:"nodes"`
	Edges []struct {
		Source      any    `json:"source"`
		Target      any    `json:"target"`
		Data        string `json:"data"`
		Conditional bool   `json:"conditional"`
	} `json:"edges"`
}

// pictureOf returns the picture of a graph. The name of a node in a subgraph follows the names of the nodes around it: outer:inner.
func pictureOf(data json.RawMessage, marks map[string]string) (*hitlrun.Picture, error) {
	var g graphPicture
	if err := json.Unmarshal(data, &g); err != nil {
		return nil, fmt.Errorf("read the graph: %w", err)
	}
	p := &hitlrun.Picture{}
	for _, n := range g.Nodes {
		id := fmt.Sprint(n.ID)
		parts := strings.Split(id, ":")
		node := hitlrun.PictureNode{ID: id, Lines: []string{parts[len(parts)-1]}, Groups: parts[:len(parts)-1]}
		switch node.Lines[0] {
		case "__start__":
			node.Round, node.Lines[0] = true, "start"
		case "__end__":
			node.Round, node.Lines[0] = true, "end"
		}
		if mark := marks[parts[len(parts)-1]]; mark != "" {
			node.Marked, node.Lines = true, append(node.Lines, mark)
		}
		p.Nodes = append(p.Nodes, node)
	}
	for _, e := range g.Edges {
		p.Edges = append(p.Edges, hitlrun.PictureEdge{From: fmt.Sprint(e.Source), To: fmt.Sprint(e.Target), Label: e.Data, Dashed: e.Conditional})
	}
	return p, nil
}

// mermaidNode is a line with a node in the text of a graph.
var mermaidNode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\t(\w[\w-]*)\((.*)\)$`) })

// mermaidCode is a code for a character in the name of a node.
var mermaidCode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`#\d{1,7};`) })

// decodeMermaid returns the character of a code.
func decodeMermaid(code string) string {
	n, _ := strconv.Atoi(code[1 : len(code)-1]) // digits
	return string(rune(n))
}

// markMermaid marks the next nodes of a thread in the text of a graph.
func markMermaid(text string, marks map[string]string) string {
	var marked []string
	text = mermaidNode().ReplaceAllStringFunc(text, func(line string) string {
		m := mermaidNode().FindStringSubmatch(line)
		name, _, _ := strings.Cut(m[2], "<")
		mark := marks[mermaidCode().ReplaceAllStringFunc(name, decodeMermaid)]
		if mark == "" {
			return line
		}
		marked = append(marked, m[1])
		return fmt.Sprintf("\t%s(%s<br/><small>%s</small>)", m[1], m[2], mark)
	})
	if len(marked) == 0 {
		return text
	}
	return strings.TrimRight(text, "\n") + "\n\tclassDef marked fill:#ffe3b3,stroke:#d9730d,stroke-width:3px;\n\tclass " + strings.Join(marked, ",") + " marked;\n"
}

// historyPicture is the picture of checkpoints, the oldest first: an arrow has the nodes that led from one to the next.
func historyPicture(a *app, list []hitlrun.Snapshot, res *hitlrun.Result) *hitlrun.Picture {
	p := &hitlrun.Picture{}
	byID := map[string]*hitlrun.Snapshot{}
	for i := range list {
		s := &list[i]
		byID[s.CheckpointID] = s
		node := hitlrun.PictureNode{ID: s.CheckpointID, Lines: []string{fmt.Sprintf("step %d", s.Step), a.when(s.CreatedAt), s.CheckpointID}}
		if s.Source != "loop" {
			node.Lines[0] += ", " + s.Source
		}
		if i == len(list)-1 {
			node.Marked = true
			node.Lines = append(node.Lines, standingLines(res)...)
		}
		p.Nodes = append(p.Nodes, node)
	}
	for i := range list {
		if from := byID[list[i].ParentID]; from != nil {
			label := strings.Join(withoutStart(from.Next), ", ")
			p.Edges = append(p.Edges, hitlrun.PictureEdge{From: from.CheckpointID, To: list[i].CheckpointID, Label: shorten(safeLine(label), askLength)})
		}
	}
	return p
}

func withoutStart(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "__start__" })
}

// standingLines describe the next nodes of a thread.
func standingLines(res *hitlrun.Result) []string {
	lines := []string{statusText(res.Status, res.Lost)}
	if len(res.Next) > 0 {
		lines = append(lines, "next: "+shorten(safeLine(strings.Join(res.Next, ", ")), askLength))
	}
	return lines
}

// mermaidOf is a picture in Mermaid's language.
func mermaidOf(p *hitlrun.Picture) string {
	var b strings.Builder
	b.WriteString("graph TD;\n")
	names := map[string]string{}
	text := strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;", "\n", " ")
	for i, n := range p.Nodes {
		names[n.ID] = fmt.Sprintf("n%d", i)
		lines := make([]string, len(n.Lines))
		for j := range lines {
			lines[j] = text.Replace(n.Lines[j])
		}
		mark := ""
		if n.Marked {
			mark = ":::marked"
		}
		fmt.Fprintf(&b, "\t%s(\"%s\")%s;\n", names[n.ID], strings.Join(lines, "<br/>"), mark)
	}
	for _, e := range p.Edges {
		label := ""
		if e.Label != "" {
			label = "|\"" + text.Replace(e.Label) + "\"|"
		}
		fmt.Fprintf(&b, "\t%s -->%s %s;\n", names[e.From], label, names[e.To])
	}
	b.WriteString("\tclassDef marked fill:#ffe3b3,stroke:#d9730d,stroke-width:3px;\n")
	return b.String()
}
