// Package picture draws graphs as SVG or PNG. The layout is computed by dagre, which Mermaid also uses, in a
// separate JavaScript engine. Nothing is loaded before the first picture.
package picture

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Graph is a graph to draw.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Node is a box with lines of text.
type Node struct {
	ID    string
	Lines []string // the first line is the name; the others are smaller
	// Groups are the frames around the node, the outermost first.
	Groups []string
	Round  bool // whether it is the start or the end
	Marked bool
}

// Edge is an arrow between two nodes of the graph.
type Edge struct {
	From, To string // ids
	Label    string
	Dashed   bool
}

// The limits of a picture, since the layout takes time and an image takes memory.
const (
	MaxNodes  = 2000
	MaxEdges  = 10000
	maxPixels = 1 << 27
)

// ErrTooLarge is returned for a graph that is too large to be drawn.
var ErrTooLarge = errors.New("the graph is too large to be drawn")

// check returns an error if g cannot be drawn.
func (g *Graph) check() error {
	if len(g.Nodes) > MaxNodes || len(g.Edges) > MaxEdges {
		return fmt.Errorf("%w: it has %d nodes and %d edges, and at most %d and %d are drawn", ErrTooLarge, len(g.Nodes), len(g.Edges), MaxNodes, MaxEdges)
	}
	ids := map[string]bool{}
	for _, n := range g.Nodes {
		if ids[n.ID] {
			return fmt.Errorf("the graph has two nodes %q", n.ID)
		}
		ids[n.ID] = true
	}
	for _, e := range g.Edges {
		for _, end := range []string{e.From, e.To} {
			if !ids[end] {
				return fmt.Errorf("the graph has an edge of the node %q, which is not there", end)
			}
		}
	}
	return nil
}

// SVG returns the picture as an SVG document.
func (g *Graph) SVG(ctx context.Context) ([]byte, error) {
	l, err := g.lay(ctx)
	if err != nil {
		return nil, err
	}
	return l.svg(), nil
}

// PNG returns the picture as a PNG image with scale pixels for a point.
func (g *Graph) PNG(ctx context.Context, scale int) ([]byte, error) {
	l, err := g.lay(ctx)
	if err != nil {
		return nil, err
	}
	return l.png(float64(scale))
}

// groups returns the frames of g as paths. Outer frames come before inner ones.
func (g *Graph) groups() [][]string {
	var list [][]string
	seen := map[string]bool{}
	for _, n := range g.Nodes {
		for depth := range n.Groups {
			path := n.Groups[:depth+1]
			if id := groupID(path); !seen[id] {
				seen[id] = true
				list = append(list, slices.Clone(path))
			}
		}
	}
	slices.SortStableFunc(list, func(a, b []string) int { return len(a) - len(b) })
	return list
}

// groupID returns the id of a frame in the layout, or "" for no frame.
func groupID(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return "group\x00" + strings.Join(path, "\x00")
}
