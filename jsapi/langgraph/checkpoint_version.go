// This file maps the channel versions of a script's checkpointer, which may be strings or fractions,
// to the integers of the engine.

package langgraph

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// versionsFor returns the versions of cp. A value without a version gets version 1.
func versionsFor(cp *checkpoint.Checkpoint) []checkpoint.Version {
	first := map[string]bool{}
	for i := range cp.Values {
		if cp.Values[i].Version == 0 {
			first[cp.Values[i].Channel] = true
		}
	}
	if len(first) == 0 {
		return cp.Versions
	}
	versions := slices.DeleteFunc(slices.Clone(cp.Versions), func(v checkpoint.Version) bool { return first[v.Channel] })
	for i := range cp.Values {
		v := &cp.Values[i]
		if v.Version == 0 {
			v.Version = 1
			versions = append(versions, checkpoint.Version{Channel: v.Channel, N: 1})
		}
	}
	return versions
}

// versionNames maps the versions of the engine in one namespace to those of its checkpointer. nil, or
// a nil next, is for a checkpointer that counts as the engine does.
type versionNames struct {
	names map[int64]goja.Value
	top   int64 // the greatest of names
	next  func(current goja.Value) (goja.Value, error)
}

// of returns the version of the checkpointer for version v of the engine. It asks the checkpointer for
// new versions if there is none for v yet.
func (n *versionNames) of(records *records, v int64) (goja.Value, error) {
	if n == nil || n.next == nil {
		return records.rt.ToValue(v), nil
	}
	if name := n.names[v]; name != nil {
		return name, nil
	}
	at := n.top
	if v <= at {
		at = 0
		for k := range n.names {
			if k < v {
				at = max(at, k)
			}
		}
	}
	name := goja.Undefined()
	if at > 0 {
		name = n.names[at]
	}
	var err error
	for at < v {
		if name, err = n.next(name); err != nil {
			return nil, err
		}
		at++
		n.set(at, name)
	}
	return name, nil
}

func (n *versionNames) set(v int64, name goja.Value) {
	n.names[v] = name
	n.top = max(n.top, v)
}

// isWhole reports whether v is an integer. It does not export a text, which would copy it.
func isWhole(v goja.Value) bool {
	if value.TypeOf(v) != "number" {
		return false
	}
	_, ok := guard.Export(v).(int64)
	return ok
}

// ranked is a version with its text, and with its number if it is one.
type ranked struct {
	value    goja.Value
	text     string
	isNumber bool
	number   float64
}

// rank numbers the versions of a checkpoint in ascending order and adds them to n. Numbers are compared
// as numbers, other versions as texts. The result maps the text of a version to its number; it is nil if
// all versions are integers already.
func (records *records) rank(versions, seen *goja.Object, n *versionNames) map[string]int64 {
	var all []goja.Value
	whole := true
	take := func(o *goja.Object) {
		for _, key := range guard.Keys(o) {
			v := value.Property(o, key)
			all = append(all, v)
			whole = whole && isWhole(v)
		}
	}
	take(versions)
	for _, node := range guard.Keys(seen) {
		take(records.values.Object(seen, node))
	}
	if whole {
		return nil
	}
	sorted := make([]ranked, len(all))
	for i, v := range all {
		if sorted[i] = (ranked{value: v, text: guard.Text(records.rt, v)}); value.TypeOf(v) == "number" {
			sorted[i].isNumber, sorted[i].number = true, v.ToFloat()
		}
	}
	slices.SortFunc(sorted, func(a, b ranked) int {
		if a.isNumber && b.isNumber {
			return int(a.number*2) - int(b.number*2)
		}
		return strings.Compare(a.text, b.text)
	})
	rank := map[string]int64{}
	for i, v := range sorted {
		if i > 0 && v.text == sorted[i-1].text {
			continue
		}
		if _, ok := rank[v.text]; !ok {
			rank[v.text] = int64(len(rank) + 1)
			if n != nil {
				n.set(rank[v.text], v.value)
			}
		}
	}
	return rank
}
