// This file applies the writes of a superstep to the channels, in the order of the tasks' paths.

package runtime

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// apply applies the writes of tasks that are done, and extra writes that belong to no task. It sets r.updated to the
// channels that have a new value.
func (s *state) apply(tasks []*Task, extra []write) error {
	tasks = sortByPath(tasks)
	top := s.maxVersion
	used, triggered := false, s.scratch[:0]
	for _, t := range tasks {
		if t.send >= 0 {
			continue
		}
		for k, c := range t.node.triggers {
			if _, ok := s.channels[c].get(); !ok && c != t.trigger {
				continue
			}
			s.seen[t.node.index][k] = s.versions[c]
			triggered = append(triggered, c)
		}
	}
	for _, c := range triggered { // several nodes may have one of them
		if s.channels[c].consume() {
			s.setVersion(c, top+1)
			used = true
		}
	}
	if used {
		top++
	}

	order := triggered[:0]
	collect := func(writes []write) {
		for _, w := range writes {
			if w.channel < 0 {
				continue
			}
			if len(s.byChan[w.channel]) == 0 {
				order = append(order, w.channel)
			}
			s.byChan[w.channel] = append(s.byChan[w.channel], w.value)
		}
	}
	for _, t := range tasks {
		collect(t.writes)
	}
	collect(extra)
	s.scratch = order
	defer func() {
		for _, c := range order {
			clear(s.byChan[c])
			s.byChan[c] = s.byChan[c][:0]
		}
	}()
	return s.update(order, top+1, len(tasks) > 0)
}

// update gives each channel its writes. forget empties the channels that last for one superstep and were not written
// again.
func (s *state) update(order []int, version int64, forget bool) error {
	s.updated = s.updated[:0]
	s.hasUpdated = true
	var live []int
	touch := func(c int, values []Value) error {
		changed, err := s.channels[c].update(s.h, values)
		if err != nil {
			s.refusing = c
			return s.updateError(c, values, err)
		}
		_, ok := s.channels[c].get()
		if changed {
			s.setVersion(c, version)
			if ok {
				s.updated = append(s.updated, c)
			}
		}
		if ok && c >= s.g.stateSize {
			live = append(live, c)
		}
		return nil
	}
	for _, c := range order {
		if err := touch(c, s.byChan[c]); err != nil {
			return err
		}
	}
	for _, c := range s.live {
		if s.written(c) {
			continue
		}
		if !forget {
			live = append(live, c)
		} else if err := touch(c, nil); err != nil {
			return err
		}
	}
	s.live = live
	if forget {
		if err := s.fade(touch); err != nil {
			return err
		}
	}
	if forget && len(s.g.deferred) > 0 {
		s.finishDeferred(version)
	}
	return nil
}

// written reports whether a channel has a write in the superstep that apply applies.
func (s *state) written(c int) bool { return len(s.byChan[c]) > 0 }

// fade empties the channels of the state that last for one superstep and got no write in this one.
func (s *state) fade(touch func(c int, values []Value) error) error {
	for _, c := range s.g.fading {
		if _, ok := s.channels[c].get(); ok && !s.written(c) {
			if err := touch(c, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// finishDeferred lets deferred nodes run if nothing else would.
func (s *state) finishDeferred(version int64) {
	for _, c := range s.updated {
		if c == s.g.tasks || len(s.g.byTrigger[c]) > 0 {
			return
		}
	}
	for _, c := range s.g.deferred {
		if s.channels[c].(*finishChannel).finish() {
			s.setVersion(c, version)
			s.updated = append(s.updated, c)
			s.live = append(s.live, c)
		}
	}
}

func (s *state) setVersion(c int, v int64) {
	s.versions[c] = v
	s.maxVersion = max(s.maxVersion, v)
}

// updateError adds the name of the channel and the values to an error.
func (s *state) updateError(c int, values []Value, err error) error {
	var e *Error
	if !errors.As(err, &e) || e.Name != "InvalidUpdateError" {
		return err
	}
	shown := make([]string, len(values))
	for i, v := range values {
		if c < s.g.stateSize {
			shown[i] = s.h.JSON(raw(v))
		} else {
			shown[i] = fmt.Sprintf("%q", v)
		}
	}
	return &Error{Name: e.Name, Code: e.Code, paged: true, Message: fmt.Sprintf(
		"Invalid update for channel %q with values [%s]: %s", s.g.channels[c].name, strings.Join(shown, ","), e.Error())}
}

// after returns the state that the given writes would lead to.
func (s *state) after(writes []write) (Value, error) {
	values := make(map[int][]Value, 4)
	for _, w := range writes {
		if w.channel >= 0 && w.channel < s.g.stateSize {
			values[w.channel] = append(values[w.channel], w.value)
		}
	}
	fields := make([]Field, 0, s.g.stateSize)
	for c := range s.g.stateSize {
		ch := s.channels[c]
		if vs := values[c]; vs != nil {
			ch = ch.clone()
			if _, err := ch.update(s.h, vs); err != nil {
				return nil, s.updateError(c, vs, err)
			}
		}
		if v, ok := ch.get(); ok {
			fields = append(fields, Field{s.g.channels[c].name, v})
		}
	}
	if s.g.root {
		if len(fields) == 0 {
			return nil, nil
		}
		return fields[0].Value, nil
	}
	return s.h.Object(fields), nil
}

// clearTriggers empties the triggers that the update did not write: the tasks that waited for them are replaced by those of the
// update. Joins and the triggers of deferred nodes last longer. If nothing else comes next, deferred nodes do. version is what the
// update gave to the channels that it wrote.
func (s *state) clearTriggers(writes []write, version int64) error {
	written := map[int]bool{}
	for _, w := range writes {
		written[w.channel] = true
	}
	for _, c := range slices.Concat(s.live, s.g.fading) {
		if _, ok := s.channels[c].get(); !ok || written[c] {
			continue
		}
		changed, err := s.channels[c].update(s.h, nil)
		if err != nil {
			return err
		}
		if changed {
			s.setVersion(c, version)
		}
	}
	if len(s.g.deferred) > 0 {
		s.finishDeferred(version)
	}
	return nil
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
