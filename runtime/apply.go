// This file applies the writes of a superstep to the channels, in the order of the tasks' paths.

package runtime

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// apply applies the writes of tasks that are done, and of no task (extra). It
// sets r.updated to the channels that have a new value.
func (r *Run) apply(tasks []*Task, extra []write) error {
	tasks = sortByPath(tasks)
	top := r.maxVersion
	used := false
	for _, t := range tasks {
		if t.send >= 0 {
			continue
		}
		seen := r.seen[t.node.index]
		for k, c := range t.node.triggers {
			if c == t.trigger {
				seen[k] = r.versions[c]
			}
		}
		if r.channels[t.trigger].consume() {
			r.setVersion(t.trigger, top+1)
			used = true
		}
	}
	if used {
		top++
	}

	order := r.scratch[:0]
	collect := func(writes []write) {
		for _, w := range writes {
			if w.channel < 0 {
				continue
			}
			if len(r.byChan[w.channel]) == 0 {
				order = append(order, w.channel)
			}
			r.byChan[w.channel] = append(r.byChan[w.channel], w.value)
		}
	}
	for _, t := range tasks {
		collect(t.writes)
	}
	collect(extra)
	r.scratch = order
	defer func() {
		for _, c := range order {
			clear(r.byChan[c])
			r.byChan[c] = r.byChan[c][:0]
		}
	}()
	return r.update(order, top+1, len(tasks) > 0)
}

// update gives each channel its writes. forget empties the channels that last
// for one superstep only and were not written again.
func (r *Run) update(order []int, version int64, forget bool) error {
	r.updated = r.updated[:0]
	r.knowUpdated = true
	var live []int
	touch := func(c int, values []Value) error {
		changed, err := r.channels[c].update(r.h, values)
		if err != nil {
			r.refusing = c
			return r.updateError(c, values, err)
		}
		_, ok := r.channels[c].get()
		if changed {
			r.setVersion(c, version)
			if ok {
				r.updated = append(r.updated, c)
			}
		}
		if ok && c >= r.g.stateSize {
			live = append(live, c)
		}
		return nil
	}
	for _, c := range order {
		if err := touch(c, r.byChan[c]); err != nil {
			return err
		}
	}
	for _, c := range r.live {
		if slices.Contains(order, c) {
			continue
		}
		if !forget {
			live = append(live, c)
		} else if err := touch(c, nil); err != nil {
			return err
		}
	}
	r.live = live
	if forget {
		if err := r.fade(order, touch); err != nil {
			return err
		}
	}
	if forget && len(r.g.deferred) > 0 {
		r.finishDeferred(version)
	}
	return nil
}

// fade tells the channels of the state that forget that a superstep had no write for them.
func (r *Run) fade(written []int, touch func(c int, values []Value) error) error {
	for _, c := range r.g.fading {
		if _, ok := r.channels[c].get(); ok && !slices.Contains(written, c) {
			if err := touch(c, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// finishDeferred lets deferred nodes run if nothing else would.
func (r *Run) finishDeferred(version int64) {
	for _, c := range r.updated {
		if c == r.g.tasks || len(r.g.byTrigger[c]) > 0 {
			return
		}
	}
	for _, c := range r.g.deferred {
		if r.channels[c].(*finishChannel).finish() {
			r.setVersion(c, version)
			r.updated = append(r.updated, c)
		}
	}
}

func (r *Run) setVersion(c int, v int64) {
	r.versions[c] = v
	r.maxVersion = max(r.maxVersion, v)
}

// updateError says which channel it was, and with what values.
func (r *Run) updateError(c int, values []Value, err error) error {
	var e *Error
	if !errors.As(err, &e) || e.Name != "InvalidUpdateError" {
		return err
	}
	shown := make([]string, len(values))
	for i, v := range values {
		if c < r.g.stateSize {
			shown[i] = r.h.JSON(raw(v))
		} else {
			shown[i] = fmt.Sprintf("%q", v)
		}
	}
	return &Error{Name: e.Name, Code: e.Code, paged: true, Message: fmt.Sprintf(
		"Invalid update for channel %q with values [%s]: %s", r.g.channels[c].name, strings.Join(shown, ","), e.Error())}
}

func sortByPath(tasks []*Task) []*Task {
	if len(tasks) < 2 {
		return tasks
	}
	tasks = slices.Clone(tasks)
	slices.SortStableFunc(tasks, func(a, b *Task) int {
		if a.handles != nil && b.handles != nil {
			return strings.Compare(a.handles.node.Name, b.handles.node.Name)
		}
		if a.send >= 0 || b.send >= 0 {
			return a.send - b.send
		}
		return strings.Compare(a.node.Name, b.node.Name)
	})
	return tasks
}
