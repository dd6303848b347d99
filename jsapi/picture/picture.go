// Package picture draws graphs. A layered layout comes of dagre, which is what Mermaid uses, in a JavaScript engine of its own;
// the picture is SVG or PNG. Nothing of it is loaded before the first picture.
package picture

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Graph is what is drawn.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Node is a box with lines of text.
type Node struct {
	ID    string
	Lines []string // the first is the name; what follows is smaller
	// Groups are the frames around the node, the outermost first.
	Groups []string
	Round  bool // the start, or the end
	Marked bool
}

// Edge is an arrow between two nodes, which have to be there.
type Edge struct {
	From, To string // ids
	Label    string
	Dashed   bool
}

// The bounds of a picture: laying out takes time, and an image memory.
const (
	MaxNodes  = 2000
	MaxEdges  = 10000
	maxPixels = 1 << 27
)

// ErrTooLarge is returned for a graph that is too large to be drawn.
var ErrTooLarge = errors.New("the graph is too large to be drawn")

// check returns what makes g impossible to draw.
func (g *Graph) check() error {
	if len(g.Nodes) > MaxNodes || len(g.Edges) > MaxEdges {
		return fmt.Errorf("%w: it has %d nodes and %d edges, and at most %d and %d are drawn", ErrTooLarge, len(g.Nodes), len(g.Edges), MaxNodes, MaxEdges)
	}
	known := map[string]bool{}
	for _, n := range g.Nodes {
		if known[n.ID] {
			return fmt.Errorf("the graph has two nodes %q", n.ID)
		}
		known[n.ID] = true
	}
	for _, e := range g.Edges {
		for _, end := range []string{e.From, e.To} {
			if !known[end] {
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

// PNG returns the picture as an image, with so many pixels for a point.
func (g *Graph) PNG(ctx context.Context, scale int) ([]byte, error) {
	l, err := g.lay(ctx)
	if err != nil {
		return nil, err
	}
	return l.png(float64(scale))
}

// groups returns the frames of g as paths, the outer before the inner.
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

// groupID is the id of a frame in the layout; "" is none.
func groupID(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return "group\x00" + strings.Join(path, "\x00")
}
