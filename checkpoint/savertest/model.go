// This file has the model: a saver that does the obvious thing, however slow.

package savertest

import (
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// model remembers every checkpoint with all its values, and all TaskWrites in the
// order they came. Reading works out the rest.
type model map[checkpoint.Key]*modelEntry // with ID

type modelEntry struct {
	checkpoint *checkpoint.Checkpoint // with all values
	writes     []checkpoint.TaskWrites
}

// commit returns false if b must be refused.
func (m model) commit(b checkpoint.Batch) bool {
	if b.Checkpoint != nil {
		whole, ok := m.whole(b.Key, b.Checkpoint)
		if !ok {
			return false
		}
		defer func() { m.entry(b.Key, whole.ID).checkpoint = whole }()
	}
	for _, w := range b.Writes {
		e := m.entry(b.Key, b.Key.ID)
		e.writes = append(e.writes, w)
	}
	return true
}

func (m model) entry(key checkpoint.Key, id string) *modelEntry {
	key.ID = id
	if m[key] == nil {
		m[key] = &modelEntry{}
	}
	return m[key]
}

// whole returns cp with the values of all channels that have one.
func (m model) whole(key checkpoint.Key, cp *checkpoint.Checkpoint) (*checkpoint.Checkpoint, bool) {
	old := map[string]checkpoint.Value{}
	key.ID = cp.ParentID
	if e := m[key]; e != nil && e.checkpoint != nil {
		for _, v := range e.checkpoint.Values {
			old[v.Channel] = v
		}
	}
	whole := *cp
	whole.Values = nil
	for _, version := range cp.Versions {
		value, has := old[version.Channel]
		has = has && value.Version == version.N
		for _, v := range cp.Values {
			if v.Channel != version.Channel {
				continue
			}
			if base := v.Blob.Base; base != 0 {
				o, ok := old[v.Channel]
				if !ok || o.Version != base || o.Blob.Type != v.Blob.Type || !strings.HasPrefix(string(o.Blob.Data), "[") {
					return nil, false
				}
				v.Blob = checkpoint.Blob{Type: v.Blob.Type, Data: concat(o.Blob.Data, v.Blob.Data)}
			}
			value, has = v, !v.Blob.IsZero()
		}
		if has {
			whole.Values = append(whole.Values, value)
		}
	}
	return &whole, true
}

// concat joins two arrays that have no space at their ends.
func concat(a, b []byte) []byte {
	left, right := string(a[1:len(a)-1]), string(b[1:len(b)-1])
	if left != "" && right != "" {
		left += ","
	}
	return []byte("[" + left + right + "]")
}

// get returns what Saver.Get must give, nil for ErrNotFound.
func (m model) get(key checkpoint.Key) *checkpoint.Tuple {
	if key.ID == "" {
		for _, t := range m.list(key, checkpoint.ListOptions{Limit: 1}) {
			return t
		}
		return nil
	}
	e := m[key]
	if e == nil || e.checkpoint == nil {
		return nil
	}
	return &checkpoint.Tuple{Key: key, Checkpoint: e.checkpoint, Writes: pending(e.writes)}
}

// pending returns what is left of all that was written.
func pending(writes []checkpoint.TaskWrites) (left []checkpoint.PendingWrite) {
	for _, w := range writes {
		left = slices.DeleteFunc(slices.Clone(left), func(old checkpoint.PendingWrite) bool {
			return old.TaskID == w.TaskID && slices.ContainsFunc(w.Writes, func(p checkpoint.PendingWrite) bool {
				return p.Channel == old.Channel && checkpoint.IsSpecial(p.Channel) || !checkpoint.IsSpecial(p.Channel) && !checkpoint.IsSpecial(old.Channel)
			})
		})
		left = append(left, w.Writes...)
	}
	return left
}

// list returns what Saver.List must give.
func (m model) list(key checkpoint.Key, o checkpoint.ListOptions) (tuples []*checkpoint.Tuple) {
	for k, e := range m {
		if k.ThreadID == key.ThreadID && (o.AllNS || k.NS == key.NS) && e.checkpoint != nil && (key.ID == "" || k.ID == key.ID) &&
			(o.Before == "" || k.ID < o.Before) && o.Match(e.checkpoint.Metadata) {
			tuples = append(tuples, &checkpoint.Tuple{Key: k, Checkpoint: e.checkpoint, Writes: pending(e.writes)})
		}
	}
	slices.SortFunc(tuples, func(a, b *checkpoint.Tuple) int {
		if c := strings.Compare(a.Key.NS, b.Key.NS); c != 0 {
			return c
		}
		return strings.Compare(b.Key.ID, a.Key.ID)
	})
	if o.Limit > 0 && len(tuples) > o.Limit {
		tuples = tuples[:o.Limit]
	}
	return tuples
}

func (m model) deleteThread(id string) {
	for key := range m {
		if key.ThreadID == id {
			delete(m, key)
		}
	}
}
