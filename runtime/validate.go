// This file checks a graph before it is compiled.

package runtime

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// maxName is how many letters the name of a node or a task may have: the name is a part of ids, which are made for each
// task, and of the namespaces of tasks.
const maxName = 1000

// checkNames returns an error for a node whose name is too long, and for a channel of the state with a name of the engine.
func (s *Spec) checkNames() error {
	for i := range s.Channels {
		if name := s.Channels[i].Name; s.reserved(name) {
			return plainError("Channel '%s' is reserved and cannot be used in the graph.", name)
		}
	}
	if s.Function != nil {
		return checkName("node", s.Function.Name)
	}
	for i := range s.Nodes {
		if err := checkName("node", s.Nodes[i].Name); err != nil {
			return err
		}
	}
	return nil
}

// reserved reports whether the engine needs the name of a channel: for writes that are no values of channels, for Sends, for
// the input, or for what starts a node. What is stored of a thread is read by these names, also without its script. A wired
// graph makes the channels of its input and of its nodes itself.
func (s *Spec) reserved(name string) bool {
	switch name {
	case checkpoint.ChannelTasks, checkpoint.ChannelNoWrites, checkpoint.ChannelErrorSource, checkpoint.ChannelReturn:
		return true
	case StartNode:
		return !s.Wired
	}
	_, _, starts := startedBy(name)
	return checkpoint.IsSpecial(name) || checkpoint.IsSide(name) || starts && !s.Wired
}

// needJoin requests the memory for the channel of a join, whose name has the names of all its nodes.
func (s *Spec) needJoin(j Join) {
	if s.Need == nil {
		return
	}
	const perNode = 100 // bytes of what the node writes
	size := 0
	for _, name := range j.From {
		size += len(name) + perNode
	}
	s.Need(size)
}

// checkName returns an error for a name that is too long. what is "node" or "task".
func checkName(what, name string) error {
	if len(name) <= maxName {
		return nil
	}
	if n := utf8.RuneCountInString(name); n > maxName {
		return &Error{Name: "RangeError", Message: fmt.Sprintf("the name of a %s has %d letters, and may have %d", what, n, maxName)}
	}
	return nil
}

func (s *Spec) validate() error {
	known := make(map[string]bool, len(s.Nodes))
	for i := range s.Nodes {
		known[s.Nodes[i].Name] = true
	}
	for _, source := range s.sources() {
		if source != StartNode && !known[source] {
			return plainError("Found edge starting at unknown node `%s`", source)
		}
	}
	to := s.targets()
	for i := range s.Nodes {
		if n := &s.Nodes[i]; !n.Handler && !to.reaches(n.Name) {
			return &Error{Name: "UnreachableNodeError", Code: "UNREACHABLE_NODE", Message: strings.Join([]string{
				"Node `" + n.Name + "` is not reachable.",
				"",
				"If you are returning Command objects from your node,",
				`make sure you are passing names of potential destination nodes as an "ends" array`,
				`into ".addNode(..., { ends: ["node1", "node2"] })".`,
			}, "\n")}
		}
	}
	for _, target := range to.list {
		if target != EndNode && !known[target] {
			return plainError("Found edge ending at unknown node `%s`", target)
		}
	}
	for _, list := range [][]string{s.InterruptBefore.List, s.InterruptAfter.List} {
		for _, name := range list {
			if !known[name] {
				return plainError("Interrupt node `%s` is not present", name)
			}
		}
	}
	return nil
}

// sources returns the nodes that edges and branches start at.
func (s *Spec) sources() []string {
	var all []string
	for _, e := range s.Edges {
		all = append(all, e.From)
	}
	for _, j := range s.Joins {
		all = append(all, j.From...)
	}
	for i := range s.Branches {
		all = append(all, s.Branches[i].Source)
	}
	return all
}

// targets are the nodes that edges and branches lead to.
type targets struct {
	list []string // those that are named
	set  map[string]bool
	// A branch without names leads to all nodes but its own, and an error handler to all nodes.
	anywhere bool
	but      string // if free is set: the only node that such branches do not lead to
	free     bool
}

// reaches reports whether an edge or a branch leads to a node.
func (t *targets) reaches(node string) bool {
	return t.anywhere || t.set[node] || t.free && node != t.but
}

func (s *Spec) targets() *targets {
	t := &targets{}
	for _, e := range s.Edges {
		t.list = append(t.list, e.To)
	}
	for _, j := range s.Joins {
		t.list = append(t.list, j.To)
	}
	for i := range s.Branches {
		b := &s.Branches[i]
		for _, end := range b.Ends {
			t.list = append(t.list, end.Node)
		}
		if b.Ends == nil {
			t.anywhere = t.anywhere || t.free && t.but != b.Source
			t.free, t.but = true, b.Source
		}
	}
	for i := range s.Nodes {
		t.list = append(t.list, s.Nodes[i].Ends...)
		t.anywhere = t.anywhere || s.Nodes[i].Handler
	}
	t.set = make(map[string]bool, len(t.list))
	for _, name := range t.list {
		t.set[name] = true
	}
	return t
}
