// This file makes the chunks of a stream. They wait in the outbox until what they report is committed.

package runtime

import (
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// stream has the chunks for the readers of a run.
type stream struct {
	run       *Run    // whose chunks they are
	outbox    []Chunk // for the next flush
	out       []int   // the channels that the output has
	inOut     []bool  // by channel: whether out has it, for a long out; see shows
	emitted   bool    // a values chunk was due
	lastShown Value   // what it had, for graphs with channels that fade
}

// wants reports whether someone reads one of modes.
func (s *stream) wants(modes Mode) bool {
	for at := s.run; at != nil; at = at.outer() {
		if at.o.Emit != nil && at.o.Modes&modes != 0 {
			return true
		}
	}
	return false
}

// outer returns the run that passes on the chunks of this one; nil for none.
func (r *Run) outer() *Run {
	if !r.nested || !r.o.Parent.run.passesOn() {
		return nil
	}
	return r.o.Parent.run
}

// passesOn reports whether someone reads the chunks of inner runs.
func (r *Run) passesOn() bool {
	return r.o.Subgraphs || r.nested && r.o.Parent.run.passesOn()
}

func (s *stream) emit(mode Mode, payload Value) {
	s.outbox = append(s.outbox, Chunk{NS: s.run.shownNS(), Mode: mode, Payload: payload})
}

// shownNS is the namespace of the run as chunks have it.
func (r *Run) shownNS() []string { return shownNS(r.ns, r.hide) }

// shownNS returns the parts of ns without those of hidden child tasks.
func shownNS(ns string, hidden []string) []string {
	parts := splitNS(ns)
	if hidden != nil {
		parts = slices.DeleteFunc(parts, func(part string) bool { return slices.Contains(hidden, part) })
	}
	return parts
}

func splitNS(ns string) []string {
	if ns == "" {
		return nil
	}
	return strings.Split(ns, "|")
}

// flush emits the chunks in the outbox.
func (s *stream) flush() {
	if len(s.outbox) == 0 {
		return
	}
	chunks := s.outbox
	s.outbox = nil
	for _, c := range chunks {
		if c.deliver != nil {
			c.deliver()
		} else {
			s.hand(c)
		}
	}
}

// hand gives a chunk to all readers.
func (s *stream) hand(c Chunk) {
	for at := s.run; at != nil; at = at.outer() {
		if at.o.Emit != nil && at.o.Modes&c.Mode != 0 {
			at.o.Emit(c)
		}
	}
}

// Custom emits at once what a node of the task wrote with its writer. The outermost run gets it even without
// Options.Subgraphs. The namespace of the chunk is that of the run; a child task that is not hidden adds its callers.
func (t *Task) Custom(payload Value) {
	t.progress()
	r := t.run
	c := Chunk{NS: shownNS(t.Shown().outerNS(), hiddenIn(t)), Mode: ModeCustom, Payload: payload}
	if r.o.Old {
		c.NS = nil
	}
	root := r
	for root.nested {
		root = root.o.Parent.run
	}
	if root.o.Emit == nil || root.o.Modes&ModeCustom == 0 {
		return
	}
	t.Now(func() { root.o.Emit(c) })
}

// Now calls deliver at once, unless earlier chunks still wait to be stored: then it calls deliver after them.
func (t *Task) Now(deliver func()) {
	for r := t.run; ; r = r.o.Parent.run {
		if r.unstored() {
			r.stream.outbox = append(r.stream.outbox, Chunk{deliver: deliver})
			return
		}
		r.stream.flush()
		if !r.nested {
			break
		}
	}
	deliver()
}

// unstored reports whether a task has ended whose writes are not stored yet.
func (r *Run) unstored() bool {
	if !r.stores() {
		return false
	}
	for _, t := range r.tasks {
		if t.finished && !t.stored && !t.cached {
			return true
		}
	}
	return false
}

// WhenStored calls deliver when what the task did is stored.
func (t *Task) WhenStored(deliver func()) {
	t.run.stream.outbox = append(t.run.stream.outbox, Chunk{deliver: deliver})
}

// emitValues emits the state.
func (s *stream) emitValues() {
	s.emitted = true
	if len(s.run.g.fading) > 0 {
		s.lastShown = s.readOutput() // a superstep without writes may change it, and is not reported
	}
	if s.wants(ModeValues) {
		if s.wants(ModeEnvelope) {
			s.emitEnvelope()
		}
		s.emit(ModeValues, s.readOutput())
	}
}

// emitEnvelope emits the current checkpoint of the run.
func (s *stream) emitEnvelope() {
	fields := []Field{{"id", s.run.cp.id}}
	if s.run.cp.parentID != "" && s.run.o.Saver != nil {
		fields = append(fields, Field{"parent_id", s.run.cp.parentID})
	}
	fields = append(fields, Field{"step", s.run.cp.meta.Step}, Field{"source", s.run.cp.meta.Source})
	s.emit(ModeEnvelope, s.run.h.Object(fields))
}

// lastValues returns the state as the last values chunk had it; nil if there was none.
func (s *stream) lastValues() Value {
	if !s.emitted {
		return nil
	}
	if s.lastShown != nil {
		return s.lastShown
	}
	return s.readOutput()
}

// Output returns the part of the state that Options.Output selects. The run must have begun.
func (r *Run) Output() Value {
	if r == nil || r.state.channels == nil || r.stream.out == nil {
		return nil
	}
	return r.stream.readOutput()
}

func (s *stream) readOutput() Value {
	if s.single() {
		v, ok := s.run.state.channels[s.out[0]].get()
		if !ok && s.run.g.function {
			return s.run.null()
		}
		return v
	}
	return s.run.h.Object(s.run.state.values(s.out))
}

// null returns the null of the language.
func (r *Run) null() Value {
	v, _ := r.loadJSON([]byte("null"))
	return v
}

// single reports whether the output is the value of one channel, and not an object.
func (s *stream) single() bool {
	return (s.run.g.root || s.run.g.function || s.run.o.Single || s.run.g.singleOutput && s.run.o.Output == nil) && len(s.out) == 1
}

// shows reports whether the output has a channel, which may be a special one.
func (s *stream) shows(channel int) bool {
	const few = 8
	if len(s.out) <= few {
		return slices.Contains(s.out, channel)
	}
	if s.inOut == nil {
		s.inOut = make([]bool, len(s.run.g.channels))
		for _, c := range s.out {
			s.inOut[c] = true
		}
	}
	return channel >= 0 && s.inOut[channel]
}

// writesOutput reports whether tasks wrote something that the output shows.
func (s *stream) writesOutput(tasks []*Task) bool {
	for _, t := range tasks {
		for _, w := range t.writes {
			if s.shows(w.channel) {
				return true
			}
		}
	}
	return false
}

// emitFinished emits what an ended task wrote or asked.
func (s *stream) emitFinished(t *Task) {
	if t.hidden() {
		return
	}
	if gi := t.interrupted(); gi != nil {
		if len(gi.Interrupts) > 0 {
			if !s.run.o.Old {
				s.emitInterrupts(gi.Interrupts)
			}
			s.emitResult(t)
		}
		return
	}
	if t.err == nil && (!t.toNobody || t.writes[0].channel != chNoWrites) {
		s.emitUpdate(t)
	}
	s.emitResult(t)
}

func (s *stream) emitInterrupts(list []Interrupt) {
	if !s.wants(ModeUpdates|ModeValues) || s.run.o.Old && s.run.nested {
		return
	}
	values := make([]Value, len(list))
	for i, in := range list {
		values[i] = in
	}
	payload := s.run.h.Object([]Field{{checkpoint.ChannelInterrupt, s.run.h.Array(values)}})
	s.emit(ModeUpdates, payload)
	if !s.run.o.Old {
		s.emit(ModeValues, payload)
	}
}

// emitUpdate emits what a task wrote, under the name of its node.
func (s *stream) emitUpdate(t *Task) {
	if t.hidden() || !s.wants(ModeUpdates) {
		return
	}
	var fields []Field
	if v, ok := s.updateOf(t); ok {
		fields = append(fields, Field{t.node.Name, v})
	}
	if t.cached {
		fields = append(fields, Field{"__metadata__", s.run.h.Object([]Field{{"cached", true}})})
	}
	s.emit(ModeUpdates, s.run.h.Object(fields))
}

// updateOf returns the writes of a task to the output as one object, or as a
// list of objects if a channel was written twice. It is false for an output that is
// the value of one channel, if the task did not write that.
func (s *stream) updateOf(t *Task) (Value, bool) {
	if t.child != nil {
		return t.child.value, true
	}
	var fields []Field
	for _, w := range t.writes {
		if s.shows(w.channel) {
			fields = append(fields, Field{s.run.g.channels[w.channel].name, raw(w.value)})
		}
	}
	if s.single() && len(fields) <= 1 {
		if len(fields) == 0 {
			return nil, false
		}
		return fields[0].Value, true
	}
	if !repeats(fields) {
		return s.run.h.Object(fields), true
	}
	list := make([]Value, len(fields))
	for i, f := range fields {
		list[i] = f.Value
		if !s.single() {
			list[i] = s.run.h.Object([]Field{f})
		}
	}
	return s.run.h.Array(list), true
}

// repeats reports whether two fields have the same name.
func repeats(fields []Field) bool {
	const few = 8
	if len(fields) <= few {
		for i := range fields {
			if slices.ContainsFunc(fields[:i], func(f Field) bool { return f.Name == fields[i].Name }) {
				return true
			}
		}
		return false
	}
	names := make(map[string]bool, len(fields))
	for i := range fields {
		names[fields[i].Name] = true
	}
	return len(names) < len(fields)
}

// emitTasks emits the tasks that start now.
func (s *stream) emitTasks(tasks []*Task) {
	if !s.wants(ModeTasks | ModeDebug) {
		return
	}
	for _, t := range tasks {
		if t.hidden() {
			continue
		}
		triggers := t.Triggers()
		names := make([]Value, len(triggers))
		for i := range triggers {
			names[i] = triggers[i]
		}
		fields := []Field{
			{"id", t.ID()}, {"name", t.node.Name}, {"input", t.Input},
			{"triggers", s.run.h.Array(names)}, {"interrupts", s.run.h.Array(nil)},
		}
		if m := s.run.h.TaskMetadata(t); m != nil && !s.run.o.Old {
			fields = append(fields, Field{"metadata", m})
		}
		s.emitDebug(ModeTasks, "task", s.run.step, s.run.h.Object(fields))
	}
}

// emitResult emits the result of a task.
func (s *stream) emitResult(t *Task) {
	if !s.wants(ModeTasks | ModeDebug) {
		return
	}
	var list []Value
	if gi := t.interrupted(); gi != nil {
		for _, in := range gi.Interrupts {
			list = append(list, in)
		}
	}
	result := s.run.h.Object(s.resultOf(t.writes))
	if s.run.o.Old {
		result = s.oldResult(t.writes)
	}
	s.emitDebug(ModeTasks, "task_result", s.run.step, s.run.h.Object([]Field{
		{"id", t.ID()}, {"name", t.node.Name}, {"result", result}, {"interrupts", s.run.h.Array(list)},
	}))
}

// stateWrites are those of writes that go to the state, by channel.
func (s *stream) stateWrites(writes []write) iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, w := range writes {
			if w.channel < 0 || w.channel >= s.run.g.stateSize || s.run.g.function && w.channel > 0 || s.run.g.wired && !s.run.g.shows(w.channel) {
				continue
			}
			if !yield(s.run.g.channels[w.channel].name, raw(w.value)) {
				return
			}
		}
	}
}

// resultOf returns writes to the state by channel.
func (s *stream) resultOf(writes []write) []Field {
	byName := map[string]int{}
	var fields []Field
	var lists [][]Value
	for name, v := range s.stateWrites(writes) {
		i, ok := byName[name]
		if !ok {
			i = len(fields)
			byName[name] = i
			fields = append(fields, Field{name, v})
			lists = append(lists, nil)
		}
		lists[i] = append(lists[i], v)
	}
	for i, list := range lists {
		if len(list) > 1 {
			fields[i].Value = s.run.h.Object([]Field{{"$writes", s.run.h.Array(list)}})
		}
	}
	return fields
}

// emitCheckpoint emits the current checkpoint of the run, with the tasks that come next.
func (s *stream) emitCheckpoint() {
	if s.run.o.Saver == nil || !s.wants(ModeCheckpoints|ModeDebug) {
		return
	}
	s.emitDebug(ModeCheckpoints, "checkpoint", s.run.step-1, s.run.h.CheckpointChunk(s.run, s.run.snapshotNow(), s.run.cp.id == s.run.loaded))
}

// emitDebug emits payload in its own mode, and wrapped for the debug mode.
func (s *stream) emitDebug(mode Mode, kind string, step int, payload Value) {
	if s.wants(mode) {
		s.emit(mode, payload)
	}
	if !s.wants(ModeDebug) {
		return
	}
	fields := []Field{{"step", step}, {"type", kind}, {"timestamp", s.run.now().UTC().Format(isoTime)}, {"payload", payload}}
	if s.run.o.Old {
		fields[0], fields[1], fields[2] = fields[1], fields[2], fields[0]
	}
	s.emit(ModeDebug, s.run.h.Object(fields))
}

// isoTime is how JavaScript prints a Date.
const isoTime = "2006-01-02T15:04:05.000Z07:00"

// ISOTime returns t as JavaScript's toISOString does.
func ISOTime(t time.Time) string { return t.UTC().Format(isoTime) }
