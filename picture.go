// This file draws graphs.

package hitlrun

import (
	"context"

	"github.com/hitlrun/hitlrun/jsapi/picture"
)

// Picture is a graph that can be drawn. A program fills it with what it likes to show.
type Picture struct {
	Nodes []PictureNode
	Edges []PictureEdge
}

// PictureNode is a box with lines of text.
type PictureNode struct {
	ID    string   // no other node has it
	Lines []string // the first is the name; what follows is smaller
	// Groups are the frames around the node, the outermost first.
	Groups []string
	Round  bool // the start, or the end
	Marked bool // in another color, as where a thread waits
}

// PictureEdge is an arrow between two nodes.
type PictureEdge struct {
	From, To string // ids of nodes
	Label    string
	Dashed   bool
}

// SVG returns the picture as an SVG document. More than 2,000 nodes or 10,000 edges are an error, and so are an id that two nodes have, and an edge
// of a node that is not there. To lay out a large graph takes seconds: the end of ctx ends it.
func (p *Picture) SVG(ctx context.Context) ([]byte, error) { return p.graph().SVG(ctx) }

// PNG returns the picture as an image, with scale pixels for a point. The errors are those of SVG; an image of more than 2^27 pixels is one too.
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

// ThreadScript returns the script that a thread is pinned to, and the name of its graph.
func (s *Store) ThreadScript(ctx context.Context, threadID string) (*Script, string, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, "", err
	}
	script, info, err := s.threadScript(ctx, t)
	return script, info.Graph, err
}
