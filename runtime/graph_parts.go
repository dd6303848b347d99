// This file has what the packages around runtime ask a Graph: its kind, its channels, its nodes.

package runtime

import (
	"fmt"
)

// Function reports whether the graph is one of the functional API.
func (g *Graph) Function() bool { return g.function }

// untracked reports whether no checkpoint contains what is written to channel c.
func (g *Graph) untracked(c int) bool {
	return c >= 0 && c < g.stateSize && g.channels[c].spec.Kind == Untracked
}

// HasChannel reports whether name is a channel of the state.
func (g *Graph) HasChannel(name string) bool {
	i, ok := g.channelIndex[name]
	return ok && i < g.stateSize
}

// StateChannels returns the names of the channels of the state.
func (g *Graph) StateChannels() []string {
	names := make([]string, g.stateSize)
	for i := range names {
		names[i] = g.channels[i].name
	}
	return names
}

// Root reports whether the state is a single value and not an object.
func (g *Graph) Root() bool { return g.root }

// AnyInput reports whether an input may be any value, and need not be an object with channels.
func (g *Graph) AnyInput() bool { return g.root || g.function || g.singleInput }

// NodeNames returns the names of the nodes in the order in which they were added, without the start node.
func (g *Graph) NodeNames() []string {
	names := []string{}
	for i := range g.nodes {
		if name := g.nodes[i].Name; name != StartNode {
			names = append(names, name)
		}
	}
	return names
}

// HasNode reports whether name is a node of the graph.
func (g *Graph) HasNode(name string) bool {
	_, ok := g.nodeIndex[name]
	return ok
}

// NodeSpec returns the spec of a node; nil if the graph has no such node.
func (g *Graph) NodeSpec(name string) *NodeSpec {
	i, ok := g.nodeIndex[name]
	if !ok {
		return nil
	}
	return &g.nodes[i].NodeSpec
}

// String returns the name of the graph.
func (g *Graph) String() string { return fmt.Sprintf("graph %q", g.Name) }
