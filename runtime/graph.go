// This file has Graph: nodes, edges, branches and channels as plain data.

package runtime

import (
	"slices"
	"strings"
	"time"
)

// Names of built-in nodes: no graph can define a node with such a name.
const (
	StartNode = "__start__"
	EndNode   = "__end__"
)

// RootChannel is the only channel of a state that is a single value.
const RootChannel = "__root__"

// PreviousChannel has what an entrypoint of the functional API saved for its next run. The channel EndNode has what it
// returned.
const PreviousChannel = "__previous__"

// Spec describes a graph to NewGraph.
type Spec struct {
	Name     string
	Channels []ChannelSpec // the state, in order
	Nodes    []NodeSpec
	Edges    []Edge
	Joins    []Join
	Branches []BranchSpec
	Need     func(bytes int) // nil, or requests memory; it does not return if there is none
	// Function, if not nil, makes a graph of the functional API; no field above is set then. Its only node gets the
	// input as it is, and writes EndNode and PreviousChannel.
	Function *NodeSpec
	// Wired says that the graph has only channels and nodes (LangGraph's Pregel): each node names the channels that
	// start it, and an input is written to the channels in Input. SingleInput and SingleOutput say that Input and
	// Output are one channel, whose value is not wrapped in an object.
	Wired                     bool
	SingleInput, SingleOutput bool
	// Shown names the channels of a wired graph that its states and the results of its tasks have; nil means all.
	// SingleShown says that it is one channel, whose value is not wrapped in an object.
	Shown       []string
	SingleShown bool
	// Input and Output name the channels that an input may write, and those that a run returns; nil means all of
	// Channels.
	Input, Output []string
	// InterruptBefore and InterruptAfter are the breakpoints of every run.
	InterruptBefore, InterruptAfter Names
	// AsAdded starts the tasks of a superstep in the order of Nodes, as LangGraph.js 0.2 does, and not by name.
	AsAdded bool
}

// NodeSpec describes a node.
type NodeSpec struct {
	Name string
	Func any      // of the host: takes the state, returns an update
	Read []string // channels of the state that it gets; nil means all
	// Triggers are the channels that start the node, in a wired graph; SingleRead gives it the value of the one channel
	// in Read.
	Triggers   []string
	SingleRead bool
	Ends       []string // the nodes that its Commands may go to
	// Retry is the policy for errors; nil means none.
	Retry *RetryPolicy
	// Defer delays the node until nothing else is left to run.
	Defer bool
	// ErrorHandler is the node that runs instead of this one when this one has failed its last attempt; "" for none.
	// Handler says that the node is an error handler: no edge leads to it.
	ErrorHandler string
	Handler      bool
	// Cache is the policy for the cache of the run; nil means that the node always runs.
	Cache *CachePolicy
	// Timeout limits each attempt; nil means no limits.
	Timeout *TimeoutPolicy
	// Effects says how often the effects of the node happen.
	Effects Effects
	// Subgraph says that the node runs graphs of its own; State shows where their checkpoints are.
	Subgraph bool
	// Extra belongs to the host: the engine only passes it on.
	Extra any
}

// RetryPolicy says when and how often a task that failed runs again.
type RetryPolicy struct {
	MaxAttempts     int // 0 means 3
	InitialInterval time.Duration
	MaxInterval     time.Duration
	BackoffFactor   float64
	Jitter          bool
	// RetryOn reports whether err is a reason for another attempt.
	RetryOn func(err error) bool
	// Retrying is called before each further attempt.
	Retrying func(node string, attempt int, wait time.Duration, err error)
}

// Edge leads from one node to another, unconditionally.
type Edge struct{ From, To string }

// Join leads to a node when all of From have run.
type Join struct {
	From []string
	To   string
}

// BranchSpec describes a conditional edge.
type BranchSpec struct {
	Source string
	Func   any // of the host: takes the state, returns where to go
	// Ends maps what Func returns to nodes; nil means that Func returns names of nodes.
	Ends []End
}

// End is one destination of a BranchSpec.
type End struct{ Label, Node string }

// Branch is a conditional edge of a Graph.
type Branch struct {
	spec BranchSpec
	ends map[string]string // the nodes of spec.Ends by label
}

// Labels returns what the function of the branch returns for each of its destinations, or nil if it returns names of nodes.
func (b *Branch) Labels() []string {
	var labels []string
	for _, e := range b.spec.Ends {
		labels = append(labels, e.Label)
	}
	return labels
}

// Graph is a compiled graph. It does not change.
type Graph struct {
	Name string

	channels     []channelInfo
	channelIndex map[string]int
	stateSize    int   // the first channels are the state
	fading       []int // channels of the state that a superstep without a write may change
	root         bool
	function     bool // of the functional API
	wired        bool // see Spec.Wired
	singleInput  bool
	singleOutput bool
	shown        []int  // see Spec.Shown
	inShown      []bool // by channel of the state: whether shown has it
	singleShown  bool

	nodes     []node // nodes[0] is StartNode
	nodeIndex map[string]int
	// byTrigger has, for each channel, the nodes it triggers, by name.
	byTrigger [][]int

	input      []bool // by channel: whether an input may write it
	output     []int
	tasks      int   // the channel of Sends
	start      int   // the channel of the input
	deferred   []int // the channels of deferred nodes
	before     Names
	after      Names
	sortedName []int // rank of each node by name
}

type channelInfo struct {
	name string
	spec ChannelSpec
	make func(h Host) (channel, error)
}

type node struct {
	NodeSpec
	index    int
	trigger  int   // channel branch:to:name, or the input
	triggers []int // all channels that start it
	read     []int
	writes   []staticWrite // edges
	branches []*Branch
}

// staticWrite is what a node writes besides its update: the trigger of the next node.
type staticWrite struct {
	channel int
	value   trigger
}

// NewGraph checks spec and makes a Graph from it. The errors are those of LangGraph's compile().
func NewGraph(spec Spec) (*Graph, error) {
	if err := spec.checkNames(); err != nil {
		return nil, err
	}
	if spec.Function != nil {
		spec = spec.functional()
	} else if !spec.Wired {
		if err := spec.validate(); err != nil {
			return nil, err
		}
	}
	g := &Graph{
		function:     spec.Function != nil,
		wired:        spec.Wired,
		singleInput:  spec.SingleInput,
		singleOutput: spec.SingleOutput,
		Name:         spec.Name,
		channelIndex: map[string]int{},
		nodeIndex:    map[string]int{},
		before:       spec.InterruptBefore,
		after:        spec.InterruptAfter,
	}
	g.before.index()
	g.after.index()
	g.addChannels(spec)
	g.addNodes(spec)
	for _, e := range spec.Edges {
		if e.To == EndNode {
			continue
		}
		from, to := &g.nodes[g.nodeIndex[e.From]], &g.nodes[g.nodeIndex[e.To]]
		from.writes = append(from.writes, staticWrite{to.trigger, ""})
	}
	for _, j := range spec.Joins {
		spec.needJoin(j)
		g.addJoin(j)
	}
	for _, b := range spec.Branches {
		n := &g.nodes[g.nodeIndex[b.Source]]
		n.branches = append(n.branches, newBranch(b))
	}
	g.index(spec)
	return g, nil
}

func newBranch(spec BranchSpec) *Branch {
	b := &Branch{spec: spec}
	if len(spec.Ends) > 0 {
		b.ends = make(map[string]string, len(spec.Ends))
	}
	for _, end := range spec.Ends {
		if _, ok := b.ends[end.Label]; !ok {
			b.ends[end.Label] = end.Node
		}
	}
	return b
}

// addChannels adds the channels of the state, and those of the engine for the input and for Sends.
func (g *Graph) addChannels(spec Spec) {
	var untracked []string
	for _, c := range spec.Channels {
		i := g.addChannel(c.Name, c, newStateChannel(c))
		if c.fades() {
			g.fading = append(g.fading, i)
		}
		if c.Kind == Untracked {
			untracked = append(untracked, c.Name)
		}
	}
	g.stateSize = len(g.channels)
	shown := setOf(spec.Shown)
	g.inShown = make([]bool, g.stateSize)
	for i := range g.channels {
		if spec.Shown == nil || shown[g.channels[i].name] {
			g.shown = append(g.shown, i)
			g.inShown[i] = true
		}
	}
	g.singleShown = spec.SingleShown
	g.root = g.stateSize == 1 && spec.Channels[0].Name == RootChannel
	g.start = g.addChannel(StartNode, ChannelSpec{}, func(Host) (channel, error) { return &ephemeralChannel{}, nil })
	g.tasks = g.addChannel("__pregel_tasks", ChannelSpec{}, func(Host) (channel, error) { return &topicChannel{omit: untracked}, nil })
}

// addNodes adds the start node and the nodes of the spec, each with the channel that triggers it.
func (g *Graph) addNodes(spec Spec) {
	g.addNode(NodeSpec{Name: StartNode}, g.start)
	for _, n := range spec.Nodes {
		if g.wired {
			g.addWired(n)
			continue
		}
		g.addNode(n, g.addTrigger(n))
	}
	if g.function {
		g.addNode(*spec.Function, g.start)
	}
	if g.function || g.wired {
		g.nodes[0].triggers = nil
	}
}

// addJoin adds an edge from several nodes. Its channel triggers the target when all of them have run.
func (g *Graph) addJoin(j Join) {
	name := joinPrefix + strings.Join(j.From, "+") + ":" + j.To
	to := &g.nodes[g.nodeIndex[j.To]]
	known := len(g.channels)
	c := g.addChannel(name, ChannelSpec{}, func(Host) (channel, error) {
		if to.Defer {
			return &finishChannel{channel: &barrierChannel{names: j.From}}, nil
		}
		return &barrierChannel{names: j.From}, nil
	})
	if to.Defer && c == known { // else the spec has the same join twice
		g.deferred = append(g.deferred, c)
	}
	to.triggers = append(to.triggers, c)
	for _, from := range j.From {
		n := &g.nodes[g.nodeIndex[from]]
		n.writes = append(n.writes, staticWrite{c, trigger(from)})
	}
}

func (g *Graph) addChannel(name string, spec ChannelSpec, newChannel func(Host) (channel, error)) int {
	if i, ok := g.channelIndex[name]; ok {
		return i // the spec has the same join twice
	}
	i := len(g.channels)
	g.channels = append(g.channels, channelInfo{name, spec, newChannel})
	g.channelIndex[name] = i
	return i
}

// addTrigger adds the channel that starts a node.
func (g *Graph) addTrigger(n NodeSpec) int {
	if !n.Defer {
		return g.addChannel(triggerPrefix+n.Name, ChannelSpec{}, func(Host) (channel, error) { return &triggerChannel{}, nil })
	}
	c := g.addChannel(triggerPrefix+n.Name, ChannelSpec{}, func(Host) (channel, error) {
		return &finishChannel{channel: &heldTrigger{}}, nil
	})
	g.deferred = append(g.deferred, c)
	return c
}

func newStateChannel(c ChannelSpec) func(Host) (channel, error) {
	return func(h Host) (channel, error) {
		var first Value
		if c.Default != nil {
			var err error
			if first, err = h.Default(c.Default); err != nil {
				return nil, err
			}
		}
		if first == nil && c.Default != nil && (c.Kind == Last || c.Kind == Untracked) {
			first = h.Undefined() // a value, for these
		}
		one := single{value: first}
		switch c.Kind {
		case Reduce:
			return &reduceChannel{reducer: c.Reducer, single: one}, nil
		case Delta:
			return &deltaChannel{reducer: c.Reducer, first: c.Default, single: one}, nil
		case Any:
			return &ephemeralChannel{}, nil
		case Ephemeral:
			return &ephemeralChannel{guard: !c.Many}, nil
		case Untracked:
			return &untrackedChannel{single: one, guard: !c.Many}, nil
		case Topic:
			return &collectChannel{unique: c.Unique, accumulate: c.Accumulate}, nil
		case Hosted:
			return newHostedChannel(c.Hosted)
		}
		return &lastChannel{one}, nil
	}
}

func (g *Graph) addNode(spec NodeSpec, trigger int) {
	n := node{NodeSpec: spec, index: len(g.nodes), trigger: trigger, triggers: []int{trigger}, read: g.stateChannels(spec.Read)}
	g.nodeIndex[spec.Name] = n.index
	g.nodes = append(g.nodes, n)
}

func (g *Graph) index(spec Spec) {
	g.byTrigger = make([][]int, len(g.channels))
	for i := range g.nodes {
		for _, c := range g.nodes[i].triggers {
			g.byTrigger[c] = append(g.byTrigger[c], i)
		}
	}
	order := make([]int, len(g.nodes))
	for i := range order {
		order[i] = i
	}
	if !spec.AsAdded {
		slices.SortFunc(order, func(a, b int) int { return strings.Compare(g.nodes[a].Name, g.nodes[b].Name) })
	}
	g.sortedName = make([]int, len(order))
	for rank, i := range order {
		g.sortedName[i] = rank
	}
	g.input = make([]bool, len(g.channels))
	input := setOf(spec.Input)
	for i := range g.stateSize {
		g.input[i] = spec.Input == nil || input[g.channels[i].name]
	}
	g.output = g.stateChannels(spec.Output)
}

// stateChannels returns the indexes of the named channels of the state, in the given order; nil names all.
func (g *Graph) stateChannels(names []string) []int {
	var all []int
	if names == nil {
		for i := range g.stateSize {
			all = append(all, i)
		}
	}
	for _, name := range names {
		if i, ok := g.channelIndex[name]; ok && i < g.stateSize {
			all = append(all, i)
		}
	}
	return g.distinct(all)
}

// distinct returns a list of channels without those that are in it again, if it has more elements than the graph has
// channels. A list of one channel can mean the value of that channel alone, so a channel that is there several times
// remains twice.
func (g *Graph) distinct(list []int) []int {
	if len(list) <= len(g.channels) {
		return list
	}
	listed := make([]bool, len(g.channels))
	var distinct []int
	for _, c := range list {
		if !listed[c] {
			listed[c] = true
			distinct = append(distinct, c)
		}
	}
	if len(distinct) == 1 {
		return append(distinct, distinct[0])
	}
	return distinct
}

// functional returns spec with the channels of a graph of the functional API.
func (s Spec) functional() Spec {
	s.Channels = []ChannelSpec{{Name: EndNode}, {Name: PreviousChannel}}
	s.Output = []string{EndNode}
	return s
}
