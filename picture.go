// This file draws graphs.

package hitlrun

import (
	"context"

	"github.com/hitlrun/hitlrun/jsapi/picture"
)

// Picture is a graph to draw. The program fills in the nodes and edges that it wants to show.
type Picture struct {
	Nodes []PictureNode
	Edges []PictureEdge
}

// PictureNode is a box with lines of text.
type PictureNode struct {
	ID    string   // unique among the nodes
	Lines []string // the first is the name; the others are drawn smaller
	// Groups are the frames around the node, the outermost first.
	Groups []string
	Round  bool // the start, or the end
	Marked bool // drawn in another color, for example because a thread waits there
}

// PictureEdge is an arrow between two nodes.
type PictureEdge struct {
	From, To string // ids of nodes
	Label    string
	Dashed   bool
}

// SVG returns the picture as an SVG document. It returns an error for more than 2,000 nodes or 10,000 edges, for an id
// that two nodes have, and for an edge whose node does not exist. The layout of a large graph takes seconds: when ctx
// ends, SVG returns its error.
func (p *Picture) SVG(ctx context.Context) ([]byte, error) { return p.graph().SVG(ctx) }

// PNG returns the picture as an image with scale pixels per point. The errors are those of SVG, and one for an image of
// more than 2^27 pixels.
func (p *Picture) PNG(ctx context.Context, scale int) ([]byte, error) {
	return p.graph().PNG(ctx, scale)
}

func (p *Picture) graph() *picture.Graph {
	g := &picture.Graph{}
	for _, n := range p.Nodes {
		g.Nodes = append(g.Nodes, picture.Node(n))
	}
	for _, e := range p.Edges {
		g.Edges = append(g.Edges, picture.Edge(e))
	}
	return g
}

// ThreadScript returns the script that a thread is pinned to, and the name of its graph. A thread that has not run has no
// script: that is an error. ErrForeign refuses its grants, see Options.UseGrants.
func (s *Store) ThreadScript(ctx context.Context, threadID string) (*Script, string, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, "", err
	}
	script, info, err := s.threadScript(ctx, t)
	return script, info.Graph, err
}
