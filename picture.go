// This file draws graphs.

package hitlrun

import (
	"context"

	"github.com/hitlrun/hitlrun/jsapi/picture"
)

// Picture is a graph that can be drawn: Picture.SVG and Picture.PNG.
type Picture = picture.Graph

// PictureNode is a node of a Picture.
type PictureNode = picture.Node

// PictureEdge is an arrow of a Picture.
type PictureEdge = picture.Edge

// ThreadScript returns the script that a thread is pinned to, and the name of its graph.
func (s *Store) ThreadScript(ctx context.Context, threadID string) (*Script, string, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, "", err
	}
	script, info, err := s.threadScript(ctx, t)
	return script, info.Graph, err
}
