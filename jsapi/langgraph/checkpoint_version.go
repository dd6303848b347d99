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
	versions := cp.Versions
	for i := range cp.Values {
		v := &cp.Values[i]
		if v.Version == 0 {
			v.Version = 1
			versions = slices.DeleteFunc(versions, func(o checkpoint.Version) bool { return o.Channel == v.Channel })
			versions = append(versions, checkpoint.Version{Channel: v.Channel, N: 1})
		}
	}
	return versions
}

// versionNames maps the versions of the engine in one namespace to those of its checkpointer. nil, or
// a nil next, is for a checkpointer that counts as the engine does.
type versionNames struct {
	names map[int64]goja.Value
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
	at := int64(0)
	for k := range n.names {
		if k < v {
			at = max(at, k)
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
		n.names[at] = name
	}
	return name, nil
}

// rank numbers the versions of a checkpoint in ascending order and adds them to n. Numbers are compared
// as numbers, other versions as texts. The result maps the text of a version to its number; it is nil if
// all versions are integers already.
func (records *records) rank(versions, seen *goja.Object, n *versionNames) map[string]int64 {
	var all []goja.Value
	whole := true
	take := func(o *goja.Object) {
		for _, key := range guard.Keys(o) {
			v := o.Get(key)
			all = append(all, v)
			if _, ok := guard.Export(v).(int64); !ok {
				whole = false
			}
		}
	}
	take(versions)
	for _, node := range guard.Keys(seen) {
		take(records.values.Object(seen, node))
	}
	if whole {
		return nil
	}
	slices.SortFunc(all, func(a, b goja.Value) int {
		if value.TypeOf(a) == "number" && value.TypeOf(b) == "number" {
			return int(a.ToFloat()*2) - int(b.ToFloat()*2)
		}
		return strings.Compare(a.String(), b.String())
	})
	rank := map[string]int64{}
	for _, v := range all {
		if _, ok := rank[v.String()]; !ok {
			rank[v.String()] = int64(len(rank) + 1)
			if n != nil {
				n.names[rank[v.String()]] = v
			}
		}
	}
	return rank
}
