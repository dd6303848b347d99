// This file has sets of names.

package runtime

import "slices"

// Names is a set of node names, or all of them.
type Names struct {
	All  bool
	List []string
	set  map[string]bool // of List, if that is long and indexed
}

func (n *Names) empty() bool { return !n.All && len(n.List) == 0 }

// index makes has fast for a long list.
func (n *Names) index() {
	const long = 8
	if n.set == nil && len(n.List) > long {
		n.set = setOf(n.List)
	}
}

func (n *Names) has(node string) bool {
	if n.set != nil {
		return n.All || n.set[node]
	}
	return n.All || slices.Contains(n.List, node)
}

// setOf returns the names in a list.
func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
