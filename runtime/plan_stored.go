// This file plans the next superstep from a stored checkpoint alone, without the script. It uses the same planner, on a
// graph that it makes from the names of the channels.

package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Names of the channels that start nodes begin with these.
const (
	triggerPrefix = "branch:to:"
	joinPrefix    = "join:"
)

// NextTask is a task of the superstep that comes after a checkpoint.
type NextTask struct {
	ID, Node string
	// State is what the pending writes say about the task. Its values have their stored form: a checkpoint.Blob, or
	// []Field and []Value of such.
	State TaskState
	// Finished says that the task has finished before. NextTasks returns such tasks only without unfinished.
	Finished bool
	NS       string // of the graph that it may run
	trigger  string // the channel that makes it; the one of Sends for a Send
}

// NextTasks returns the tasks that come after a stored checkpoint: a run that continues from there begins with them.
// With unfinished it omits tasks that have already finished, as the state of a thread does; the history of a thread
// shows them. function is the name of the entrypoint of the functional API that the thread runs, "" for a graph or if
// it is unknown.
func NextTasks(t *checkpoint.Tuple, function string, unfinished bool) ([]NextTask, error) {
	return NextTasksOf(t, nil, function, unfinished)
}

// NextTasksOf is NextTasks for an older checkpoint of a thread and namespace whose newest checkpoint is newest, nil if that
// is unknown. It knows the nodes of a wired graph, which no channel names, if they have run before newest.
func NextTasksOf(t *checkpoint.Tuple, newest *checkpoint.Checkpoint, function string, unfinished bool) ([]NextTask, error) {
	g, h := storedGraph(t, newest, function), storedHost{}
	r := newRun(context.Background(), g, h, Options{ThreadID: t.Key.ThreadID})
	r.ns, r.state.lazy = t.Key.NS, true
	tasks, err := r.planFrom(t)
	if err != nil {
		return nil, fmt.Errorf("plan the next superstep of thread %q: %w", t.Key.ThreadID, err)
	}
	var next []NextTask
	for _, task := range tasks {
		ts, writes := r.taskSoFar(task)
		if unfinished && len(writes) > 0 {
			continue
		}
		next = append(next, NextTask{ID: task.ID(), Node: task.node.Name, State: ts, Finished: len(writes) > 0, NS: task.NS(), trigger: r.g.channels[task.trigger].name})
	}
	return next, nil
}

// WhyNotResumable says why g cannot continue from a checkpoint that another graph, or another version of g, has stored: g
// lacks a node that comes next, or an edge from several nodes of which some have run. It returns "" if g can continue.
// next are the NextTasks of the checkpoint, name is the name of the graph for the message.
func (g *Graph) WhyNotResumable(t *checkpoint.Tuple, next []NextTask, name string) string {
	for _, task := range next {
		if _, ok := g.nodeIndex[task.Node]; !ok {
			return fmt.Sprintf("the thread stopped at node %q, and the graph %q has no such node now", task.Node, name)
		}
		if task.trigger != checkpoint.ChannelTasks && !g.starts(task.trigger, task.Node) && !strings.HasPrefix(task.trigger, joinPrefix) {
			return fmt.Sprintf("the thread stopped at node %q, and the graph %q starts that node in another way now", task.Node, name)
		}
	}
	deferred := make([]bool, len(g.channels))
	for _, c := range g.deferred {
		deferred[c] = true
	}
	for _, v := range t.Checkpoint.Values {
		if why := g.misses(v.Channel, name); why != "" {
			return why
		}
		_, node, starts := startedBy(v.Channel)
		if c, ok := g.channelIndex[v.Channel]; ok && starts && deferred[c] != isFinish(v.Blob) {
			return fmt.Sprintf("the thread is about to start node %q, which is deferred in only one of the two versions", node)
		}
	}
	for _, w := range t.Writes { // of tasks that finished beside one that waits
		if why := g.misses(w.Channel, name); why != "" {
			return why
		}
	}
	return ""
}

// misses says why a value in a channel that started a node before would start no node in g. It returns "" if it would
// start one, or the channel starts no nodes.
func (g *Graph) misses(channel, name string) string {
	kind, node, starts := startedBy(channel)
	if _, ok := g.channelIndex[channel]; ok || !starts {
		return ""
	}
	if from, join := strings.CutPrefix(kind, joinPrefix); join {
		return fmt.Sprintf("the thread stopped while nodes %s were to start %q together, and the graph %q has no such edge now",
			strings.ReplaceAll(from, "+", ", "), node, name)
	}
	return fmt.Sprintf("the thread is about to start node %q, and the graph %q has no such node now", node, name)
}

// starts reports whether a channel is one of those that start a node.
func (g *Graph) starts(channel, node string) bool {
	c, ok := g.channelIndex[channel]
	return ok && slices.Contains(g.nodes[g.nodeIndex[node]].triggers, c)
}

// FunctionName returns the name of the function if the graph is one of the functional API, else "".
func (g *Graph) FunctionName() string {
	if !g.function {
		return ""
	}
	return g.nodes[len(g.nodes)-1].Name
}

// startedBy returns the node that a channel starts, and the rest of the channel's name.
func startedBy(channel string) (name, node string, ok bool) {
	if node, ok := strings.CutPrefix(channel, triggerPrefix); ok {
		return triggerPrefix, node, true
	}
	if i := strings.LastIndexByte(channel, ':'); strings.HasPrefix(channel, joinPrefix) && i >= len(joinPrefix) {
		return channel[:i], channel[i+1:], true
	}
	return "", "", false
}

// storedGraph makes a graph from a checkpoint: its channels, and the nodes that they can start.
func storedGraph(t *checkpoint.Tuple, newest *checkpoint.Checkpoint, function string) *Graph {
	g := &Graph{channelIndex: map[string]int{}, nodeIndex: map[string]int{}}
	blobs := map[string]checkpoint.Blob{}
	var names, nodes, deferred []string // deferred has triggers to which a Command wrote, see sentFrom
	for _, v := range t.Checkpoint.Versions {
		names = append(names, v.Channel)
	}
	for _, v := range t.Checkpoint.Values {
		names, blobs[v.Channel] = append(names, v.Channel), v.Blob
		if v.Channel == checkpoint.ChannelTasks {
			nodes = append(nodes, sentTo(v.Blob)...)
		}
	}
	for _, w := range t.Writes {
		switch {
		case w.Channel == checkpoint.ChannelTasks && w.TaskID == checkpoint.NullTaskID:
			nodes = append(nodes, sentTo(w.Value)...)
		case !checkpoint.IsSpecial(w.Channel) && !checkpoint.IsSide(w.Channel) && w.Channel != checkpoint.ChannelNoWrites &&
			w.Channel != checkpoint.ChannelErrorSource && w.Channel != checkpoint.ChannelReturn:
			names = append(names, w.Channel)
			if from, err := loadTrigger(w.Value); w.TaskID == checkpoint.NullTaskID && err == nil && from == "" {
				deferred = append(deferred, w.Channel)
			}
		}
	}
	others := noTriggers(t)
	for _, name := range names {
		if _, _, starts := startedBy(name); (!starts || others[name]) && name != StartNode && name != checkpoint.ChannelTasks {
			g.addChannel(name, ChannelSpec{Name: name}, func(Host) (channel, error) { return &ephemeralChannel{}, nil })
		}
	}
	g.stateSize = len(g.channels)
	g.start = g.addChannel(StartNode, ChannelSpec{}, func(Host) (channel, error) { return &ephemeralChannel{}, nil })
	g.tasks = g.addChannel(checkpoint.ChannelTasks, ChannelSpec{}, func(Host) (channel, error) { return &topicChannel{}, nil })
	g.addNode(NodeSpec{Name: StartNode}, g.start)
	if name := functionOf(t, function); name != "" {
		g.function, g.nodes[0].triggers = true, nil
		g.addNode(NodeSpec{Name: name}, g.start)
	}
	for _, name := range deferred {
		if _, node, ok := startedBy(name); ok && !others[name] {
			g.addStored(name, node, checkpoint.Blob{Data: []byte("{}")})
		}
	}
	for _, name := range names {
		if _, node, ok := startedBy(name); ok && !others[name] {
			g.addStored(name, node, blobs[name])
		}
	}
	for _, node := range nodes {
		g.addStored(triggerPrefix+node, node, checkpoint.Blob{})
	}
	g.addStoredWired(t, names)
	if newest != nil {
		g.addLaterWired(newest, names)
	}
	g.index(Spec{})
	return g
}

// noTriggers returns the channels that start no nodes, though their names are such: those with a value or a write that no
// trigger has. They are of the state of a graph.
func noTriggers(t *checkpoint.Tuple) map[string]bool {
	found := map[string]bool{}
	for _, v := range t.Checkpoint.Values {
		kind, _, starts := startedBy(v.Channel)
		if !starts {
			continue
		}
		data := v.Blob.Data
		if isFinish(v.Blob) {
			data = finishValue(v.Blob)
		}
		var seen []string
		if _, err := loadTrigger(checkpoint.Blob{Data: data}); kind == triggerPrefix && err != nil ||
			kind != triggerPrefix && json.Unmarshal(data, &seen) != nil {
			found[v.Channel] = true
		}
	}
	for _, w := range t.Writes {
		if _, _, starts := startedBy(w.Channel); starts {
			if _, err := loadTrigger(w.Value); err != nil {
				found[w.Channel] = true
			}
		}
	}
	return found
}

// addStored adds a node, if there is none of that name, and a channel that starts it.
func (g *Graph) addStored(channel, name string, b checkpoint.Blob) {
	if _, ok := g.nodeIndex[name]; !ok {
		g.addNode(NodeSpec{Name: name}, g.addChannel(triggerPrefix+name, ChannelSpec{}, storedTrigger(triggerPrefix+name, b)))
	}
	if _, ok := g.channelIndex[channel]; !ok {
		n := &g.nodes[g.nodeIndex[name]]
		n.triggers = append(n.triggers, g.addChannel(channel, ChannelSpec{}, storedTrigger(channel, b)))
	}
}

// storedTrigger makes a channel that starts a node, of the kind whose stored value is b.
func storedTrigger(name string, b checkpoint.Blob) func(Host) (channel, error) {
	return func(Host) (channel, error) {
		from, join := strings.CutPrefix(name, joinPrefix)
		held := isFinish(b)
		switch {
		case join && held:
			return &finishChannel{channel: storedJoin(from, finishValue(b))}, nil
		case join:
			return storedJoin(from, b.Data), nil
		case held:
			return &finishChannel{channel: &heldTrigger{}}, nil
		}
		return &triggerChannel{}, nil
	}
}

// storedJoin makes the channel of a join from its name, FROM+FROM:TO. The name of a node may contain a +, so storedJoin
// compares the nodes that have run with the whole first part: if they make up all of it, the join is complete.
func storedJoin(name string, data []byte) *barrierChannel {
	from := name[:strings.LastIndexByte(name, ':')]
	var seen []string
	length := -1
	if json.Unmarshal(data, &seen) == nil {
		for _, s := range seen {
			length += 1 + len(s)
		}
	}
	if length == len(from) {
		return &barrierChannel{names: seen, stored: true}
	}
	return &barrierChannel{names: append(strings.Split(from, "+"), ""), stored: true} // never all of them
}

// sentTo returns the nodes of stored Sends: of a list of them, or of one.
func sentTo(b checkpoint.Blob) []string {
	var list []storedSend
	if json.Unmarshal(b.Data, &list) != nil {
		list = make([]storedSend, 1)
		_ = json.Unmarshal(b.Data, &list[0]) // planFrom reports it
	}
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.Node
	}
	return names
}

// functionOf returns the name of the entrypoint of the functional API that stored a checkpoint. It returns
// otherwise, which may be the name in another version, if the checkpoint does not say.
func functionOf(t *checkpoint.Tuple, otherwise string) string {
	channels := make(map[string]bool, len(t.Checkpoint.Versions))
	for _, v := range t.Checkpoint.Versions {
		channels[v.Channel] = true
	}
	for _, s := range t.Checkpoint.Seen {
		if channels[s.Node] {
			continue // a node of a legacy graph writes to a channel of its own name
		}
		for _, v := range s.Versions {
			if v.Channel == StartNode && s.Node != StartNode && s.Node != checkpoint.ChannelInterrupt {
				return s.Node
			}
		}
	}
	ids := map[string]string{} // by node
	for _, w := range t.Writes {
		if w.Channel != checkpoint.ChannelInterrupt {
			continue
		}
		in, err := interruptHead(w.Value.Data)
		if err != nil || in.Node == "" {
			continue
		}
		id, ok := ids[in.Node]
		if !ok {
			id = PullTaskID(t.Checkpoint.ID, t.Key.NS, t.Checkpoint.Metadata.Step+1, in.Node, StartNode)
			ids[in.Node] = id
		}
		if id == w.TaskID {
			return in.Node
		}
	}
	for _, v := range t.Checkpoint.Versions {
		if strings.HasPrefix(v.Channel, triggerPrefix) {
			return "" // a graph
		}
	}
	return otherwise
}

// storedHost is the Host of a plan: no node runs, and values stay in their stored form.
type storedHost struct{ Host }

// Load implements Host.
func (storedHost) Load(b checkpoint.Blob) (Value, error) { return b, nil }

// Overwritten implements Host.
func (storedHost) Overwritten(Value) (Value, bool) { return nil, false }

// Object implements Host.
func (storedHost) Object(fields []Field) Value { return fields }

// IsUndefined implements Host.
func (storedHost) IsUndefined(v Value) bool {
	b, ok := v.(checkpoint.Blob)
	return ok && string(b.Data) == checkpoint.Undefined
}

// Array implements Host.
func (storedHost) Array(items []Value) Value { return items }
