// This file has wired graphs: channels, and nodes that name the channels that start them.

package runtime

import (
	"encoding/json"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// addWired adds a node that its channels start.
func (g *Graph) addWired(n NodeSpec) {
	var triggers []int
	listed := make(map[int]bool, len(n.Triggers))
	for _, name := range n.Triggers {
		if c, ok := g.channelIndex[name]; ok && !listed[c] {
			listed[c] = true
			triggers = append(triggers, c)
		}
	}
	trigger := g.start // of a node that nothing starts
	if len(triggers) > 0 {
		trigger = triggers[0]
	}
	g.addNode(n, trigger)
	g.nodes[len(g.nodes)-1].triggers = triggers
}

// Wired reports whether the graph is a wired one.
func (g *Graph) Wired() bool { return g.wired }

// shows reports whether the states and results of a wired graph have a channel of the state.
func (g *Graph) shows(channel int) bool { return channel < len(g.inShown) && g.inShown[channel] }

// starts reports whether channel c has a value that starts nodes. In a wired graph undefined starts none.
func (s *state) starts(c int) bool {
	v, ok := s.channels[c].get()
	return ok && !(s.g.wired && s.h.IsUndefined(v))
}

// firstOf returns the value of the first of channels that has one.
func (s *state) firstOf(channels []int) Value {
	for _, c := range channels {
		if s.starts(c) {
			v, _ := s.channels[c].get()
			return v
		}
	}
	return nil
}

// shownState returns the state of a wired graph.
func (r *Run) shownState() Value {
	fields := slices.DeleteFunc(r.state.values(r.g.shown), func(f Field) bool { return r.h.IsUndefined(f.Value) })
	switch {
	case !r.g.singleShown:
		return r.h.Object(fields)
	case len(fields) == 0:
		return r.null()
	}
	return fields[0].Value
}

// ready reports whether all channels that start a node of a wired graph have a value, if the node reads several.
func (s *state) ready(n *node) bool {
	if !s.g.wired || n.SingleRead {
		return true
	}
	return !slices.ContainsFunc(n.triggers, func(c int) bool {
		_, ok := s.channels[c].get()
		return !ok
	})
}

// wiredInput returns the writes of an input to the channels that take one.
func (r *Run) wiredInput() ([]write, error) {
	var inputs []int
	for c, takes := range r.g.input {
		if takes {
			inputs = append(inputs, c)
		}
	}
	if r.g.singleInput {
		return []write{{inputs[0], r.input}}, nil
	}
	out, err := r.h.Updates(r.g, StartNode, r.input)
	if err != nil {
		return nil, err
	}
	var writes []write
	for _, u := range out.Updates {
		if c, ok := r.g.channelIndex[u.Channel]; ok && r.g.input[c] {
			writes = append(writes, write{c, u.Value})
		}
	}
	if len(writes) == 0 {
		return nil, r.noInput()
	}
	return writes, nil
}

// noInput returns the error for an input that writes to none of the input channels.
func (r *Run) noInput() error {
	var shown any = StartNode
	if r.g.wired {
		var names []string
		for c, takes := range r.g.input {
			if takes {
				names = append(names, r.g.channels[c].name)
			}
		}
		if shown = names; r.g.singleInput {
			shown = names[0]
		}
	}
	text, _ := json.MarshalIndent(shown, "", "  ")
	return errEmptyInput("Received no input writes for " + string(text))
}

// addStoredWired adds the nodes of a wired graph that a checkpoint names: those that have run, and those that ask.
func (g *Graph) addStoredWired(t *checkpoint.Tuple, channels []string) {
	add := func(node, trigger string) {
		_, _, starts := startedBy(trigger)
		if _, known := g.nodeIndex[node]; known || starts || trigger == StartNode || trigger == checkpoint.ChannelTasks {
			return
		}
		g.wired = true
		g.addWired(NodeSpec{Name: node, Triggers: []string{trigger}, SingleRead: true, Read: []string{trigger}})
	}
	for _, s := range t.Checkpoint.Seen {
		if s.Node != checkpoint.ChannelInterrupt && len(s.Versions) > 0 {
			add(s.Node, s.Versions[0].Channel)
		}
	}
	for _, w := range t.Writes {
		if w.Channel != checkpoint.ChannelInterrupt {
			continue
		}
		in, err := interruptHead(w.Value.Data)
		if err != nil || in.Node == "" {
			continue
		}
		if _, known := g.nodeIndex[in.Node]; known {
			continue
		}
		id := pullTaskIDs(t.Checkpoint.ID, t.Key.NS, t.Checkpoint.Metadata.Step+1, in.Node)
		for _, c := range channels {
			if id(c) == w.TaskID {
				add(in.Node, c)
				break // the others have other ids
			}
		}
	}
}

// addLaterWired adds the nodes of a wired graph that have run before a newer checkpoint, if one of these channels starts them.
func (g *Graph) addLaterWired(newest *checkpoint.Checkpoint, channels []string) {
	named := setOf(channels)
	for _, s := range newest.Seen {
		if s.Node == checkpoint.ChannelInterrupt || s.Node == StartNode || len(s.Versions) == 0 {
			continue
		}
		trigger := s.Versions[0].Channel
		_, _, starts := startedBy(trigger)
		_, known := g.nodeIndex[s.Node]
		switch {
		case known, starts, trigger == checkpoint.ChannelTasks:
		case trigger == StartNode: // of a legacy graph, which has no node for the start
			g.nodes[0].triggers = nil
			g.addNode(NodeSpec{Name: s.Node, SingleRead: true}, g.start)
		case named[trigger]:
			g.wired = true
			g.addWired(NodeSpec{Name: s.Node, Triggers: []string{trigger}, SingleRead: true, Read: []string{trigger}})
		}
	}
}
