// This file checks a graph before it is compiled.

package runtime

import (
	"slices"
	"strings"
)

func (s *Spec) validate() error {
	has := func(name string) bool {
		return slices.ContainsFunc(s.Nodes, func(n NodeSpec) bool { return n.Name == name })
	}
	sources, targets := s.ends()
	for _, source := range sources {
		if source != StartNode && !has(source) {
			return plainError("Found edge starting at unknown node `%s`", source)
		}
	}
	for _, n := range s.Nodes {
		if !n.Handler && !slices.Contains(targets, n.Name) {
			return &Error{Name: "UnreachableNodeError", Code: "UNREACHABLE_NODE", Message: strings.Join([]string{
				"Node `" + n.Name + "` is not reachable.",
				"",
				"If you are returning Command objects from your node,",
				`make sure you are passing names of potential destination nodes as an "ends" array`,
				`into ".addNode(..., { ends: ["node1", "node2"] })".`,
			}, "\n")}
		}
	}
	for _, target := range targets {
		if target != EndNode && !has(target) {
			return plainError("Found edge ending at unknown node `%s`", target)
		}
	}
	for _, name := range slices.Concat(s.InterruptBefore.List, s.InterruptAfter.List) {
		if !has(name) {
			return plainError("Interrupt node `%s` is not present", name)
		}
	}
	return nil
}

// ends returns the nodes that edges and branches start at and lead to.
func (s *Spec) ends() (sources, targets []string) {
	for _, e := range s.Edges {
		sources = append(sources, e.From)
		targets = append(targets, e.To)
	}
	for _, j := range s.Joins {
		sources = append(sources, j.From...)
		targets = append(targets, j.To)
	}
	for _, b := range s.Branches {
		sources = append(sources, b.Source)
		if b.Ends != nil {
			for _, end := range b.Ends {
				targets = append(targets, end.Node)
			}
			continue
		}
		targets = append(targets, EndNode)
		for _, n := range s.Nodes {
			if n.Name != b.Source {
				targets = append(targets, n.Name)
			}
		}
	}
	for _, n := range s.Nodes {
		targets = append(targets, n.Ends...)
		if n.Handler { // it may lead anywhere
			for _, other := range s.Nodes {
				targets = append(targets, other.Name)
			}
		}
	}
	return sources, targets
}
