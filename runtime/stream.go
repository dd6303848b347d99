// This file makes the chunks of a stream. They wait in the outbox until the
// commit that makes them true.

package runtime

import (
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// stream is what the readers of a run get.
type stream struct {
	outbox    []Chunk // for the next flush
	out       []int   // the channels that the output has
	emitted   bool    // a values chunk was due
	lastShown Value   // what it had, for graphs with channels that fade
}

// wants reports whether someone listens to one of modes.
func (r *Run) wants(modes Mode) bool {
	for ; r != nil; r = r.outer() {
		if r.o.Emit != nil && r.o.Modes&modes != 0 {
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

// passesOn reports whether the chunks of inner runs are of interest.
func (r *Run) passesOn() bool {
	return r.o.Subgraphs || r.nested && r.o.Parent.run.passesOn()
}

func (r *Run) emit(mode Mode, payload Value) {
	r.stream.outbox = append(r.stream.outbox, Chunk{NS: r.shownNS(), Mode: mode, Payload: payload})
}

// shownNS is the namespace of the run as chunks have it.
func (r *Run) shownNS() []string {
	ns := splitNS(r.ns)
	if r.hide != nil {
		ns = slices.DeleteFunc(ns, func(part string) bool { return slices.Contains(r.hide, part) })
	}
	return ns
}

func splitNS(ns string) []string {
	if ns == "" {
		return nil
	}
	return strings.Split(ns, "|")
}

// flush hands out what waits in the outbox.
func (r *Run) flush() {
	if len(r.stream.outbox) == 0 {
		return
	}
	chunks := r.stream.outbox
	r.stream.outbox = nil
	for _, c := range chunks {
		if c.deliver != nil {
			c.deliver()
		} else {
			r.hand(c)
		}
	}
}

// hand gives a chunk to all who listen.
func (r *Run) hand(c Chunk) {
	for ; r != nil; r = r.outer() {
		if r.o.Emit != nil && r.o.Modes&c.Mode != 0 {
			r.o.Emit(c)
		}
	}
}

// Custom hands out what a node of the task wrote with its writer, at once: to
// the outermost run, whatever it says of subgraphs.
func (t *Task) Custom(payload Value) {
	t.progress()
	r := t.run
	c := Chunk{NS: r.shownNS(), Mode: ModeCustom, Payload: payload}
	root := r
	for root.nested {
		root = root.o.Parent.run
	}
	if root.o.Emit == nil || root.o.Modes&ModeCustom == 0 {
		return
	}
	t.Now(func() { root.o.Emit(c) })
}

// Now calls deliver at once, behind what was to be delivered before: if that is still to
// be stored, deliver is called when it is.
func (t *Task) Now(deliver func()) {
	for r := t.run; ; r = r.o.Parent.run {
		if r.unstored() {
			r.stream.outbox = append(r.stream.outbox, Chunk{deliver: deliver})
			return
		}
		r.flush()
		if !r.nested {
			break
		}
	}
	deliver()
}

// unstored reports whether a task has ended whose writes are to be stored in a moment.
func (r *Run) unstored() bool {
	if !r.keeps() {
		return false
	}
	for _, t := range r.tasks {
		if t.finished && !t.kept && !t.cached {
			return true
		}
	}
	return false
}

// Tell calls deliver when what the task did is stored.
func (t *Task) Tell(deliver func()) {
	t.run.stream.outbox = append(t.run.stream.outbox, Chunk{deliver: deliver})
}

// emitValues hands out the state.
func (r *Run) emitValues() {
	r.stream.emitted = true
	if len(r.g.fading) > 0 {
		r.stream.lastShown = r.readOutput() // a superstep that writes nothing may change it, and nobody hears of it
	}
	if r.wants(ModeValues) {
		if r.wants(ModeEnvelope) {
			r.emitEnvelope()
		}
		r.emit(ModeValues, r.readOutput())
	}
}

// emitEnvelope hands out at which checkpoint the run stands.
func (r *Run) emitEnvelope() {
	fields := []Field{{"id", r.cp.id}}
	if r.cp.parentID != "" && r.o.Saver != nil {
		fields = append(fields, Field{"parent_id", r.cp.parentID})
	}
	fields = append(fields, Field{"step", r.cp.meta.Step}, Field{"source", r.cp.meta.Source})
	r.emit(ModeEnvelope, r.h.Object(fields))
}

// lastValues returns the state as the last values chunk had it; nil if there was none.
func (r *Run) lastValues() Value {
	if !r.stream.emitted {
		return nil
	}
	if r.stream.lastShown != nil {
		return r.stream.lastShown
	}
	return r.readOutput()
}

// Output returns the state of a run that has begun, as far as Options.Output shows it.
func (r *Run) Output() Value {
	if r == nil || r.state.channels == nil || r.stream.out == nil {
		return nil
	}
	return r.readOutput()
}

func (r *Run) readOutput() Value {
	if r.single() {
		v, ok := r.state.channels[r.stream.out[0]].get()
		if !ok && r.g.function {
			return r.null()
		}
		return v
	}
	return r.h.Object(r.state.values(r.stream.out))
}

// null returns the null of the language.
func (r *Run) null() Value {
	v, _ := r.loadJSON([]byte("null"))
	return v
}

// single reports whether the output is the value of one channel, and no object.
func (r *Run) single() bool {
	return (r.g.root || r.g.function || r.o.Single || r.g.singleOutput && r.o.Output == nil) && len(r.stream.out) == 1
}

// writesOutput reports whether tasks wrote something that the output shows.
func (r *Run) writesOutput(tasks []*Task) bool {
	for _, t := range tasks {
		for _, w := range t.writes {
			if slices.Contains(r.stream.out, w.channel) {
				return true
			}
		}
	}
	return false
}

// emitFinished hands out what a task that ended wrote or asked.
func (r *Run) emitFinished(t *Task) {
	if t.hidden() {
		return
	}
	if gi := t.interrupted(); gi != nil {
		if len(gi.Interrupts) > 0 {
			r.emitInterrupts(gi.Interrupts)
			r.emitResult(t)
		}
		return
	}
	if t.err == nil {
		r.emitUpdate(t)
	}
	r.emitResult(t)
}

func (r *Run) emitInterrupts(list []Interrupt) {
	if !r.wants(ModeUpdates | ModeValues) {
		return
	}
	values := make([]Value, len(list))
	for i, in := range list {
		values[i] = in
	}
	payload := r.h.Object([]Field{{checkpoint.ChannelInterrupt, r.h.Array(values)}})
	r.emit(ModeUpdates, payload)
	r.emit(ModeValues, payload)
}

// emitUpdate hands out what a task wrote, by the name of its node.
func (r *Run) emitUpdate(t *Task) {
	if t.hidden() || !r.wants(ModeUpdates) {
		return
	}
	var fields []Field
	if v, ok := r.updateOf(t); ok {
		fields = append(fields, Field{t.node.Name, v})
	}
	if t.cached {
		fields = append(fields, Field{"__metadata__", r.h.Object([]Field{{"cached", true}})})
	}
	r.emit(ModeUpdates, r.h.Object(fields))
}

// updateOf returns the writes of a task to the output as one object, or as a
// list of objects if a channel was written twice. It is false for an output that is
// the value of one channel, if the task did not write that.
func (r *Run) updateOf(t *Task) (Value, bool) {
	if t.child != nil {
		return t.child.value, true
	}
	var fields []Field
	twice := false
	for _, w := range t.writes {
		if !slices.Contains(r.stream.out, w.channel) {
			continue
		}
		name := r.g.channels[w.channel].name
		twice = twice || slices.ContainsFunc(fields, func(f Field) bool { return f.Name == name })
		fields = append(fields, Field{name, raw(w.value)})
	}
	if r.single() && len(fields) <= 1 {
		if len(fields) == 0 {
			return nil, false
		}
		return fields[0].Value, true
	}
	if !twice {
		return r.h.Object(fields), true
	}
	list := make([]Value, len(fields))
	for i, f := range fields {
		list[i] = f.Value
		if !r.single() {
			list[i] = r.h.Object([]Field{f})
		}
	}
	return r.h.Array(list), true
}

// emitTasks hands out the tasks that start now.
func (r *Run) emitTasks(tasks []*Task) {
	if !r.wants(ModeTasks | ModeDebug) {
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
			{"triggers", r.h.Array(names)}, {"interrupts", r.h.Array(nil)},
		}
		if m := r.h.TaskMetadata(t); m != nil {
			fields = append(fields, Field{"metadata", m})
		}
		r.emitDebug(ModeTasks, "task", r.step, r.h.Object(fields))
	}
}

// emitResult hands out what a task came to.
func (r *Run) emitResult(t *Task) {
	if !r.wants(ModeTasks | ModeDebug) {
		return
	}
	var list []Value
	if gi := t.interrupted(); gi != nil {
		for _, in := range gi.Interrupts {
			list = append(list, in)
		}
	}
	r.emitDebug(ModeTasks, "task_result", r.step, r.h.Object([]Field{
		{"id", t.ID()}, {"name", t.node.Name}, {"result", r.h.Object(r.resultOf(t.writes))}, {"interrupts", r.h.Array(list)},
	}))
}

// resultOf returns writes to the state by channel.
func (r *Run) resultOf(writes []write) []Field {
	byName := map[string]int{}
	var fields []Field
	var lists [][]Value
	for _, w := range writes {
		if w.channel < 0 || w.channel >= r.g.stateSize || r.g.function && w.channel > 0 {
			continue
		}
		name := r.g.channels[w.channel].name
		i, ok := byName[name]
		if !ok {
			i = len(fields)
			byName[name] = i
			fields = append(fields, Field{name, raw(w.value)})
			lists = append(lists, nil)
		}
		lists[i] = append(lists[i], raw(w.value))
	}
	for i, list := range lists {
		if len(list) > 1 {
			fields[i].Value = r.h.Object([]Field{{"$writes", r.h.Array(list)}})
		}
	}
	return fields
}

// emitCheckpoint hands out the checkpoint the run stands at, with the tasks that come next.
func (r *Run) emitCheckpoint() {
	if r.o.Saver == nil || !r.wants(ModeCheckpoints|ModeDebug) {
		return
	}
	r.emitDebug(ModeCheckpoints, "checkpoint", r.step-1, r.h.CheckpointChunk(r, r.snapshotNow(), r.cp.id == r.loaded))
}

// emitDebug hands out payload in its own mode, and wrapped for the debug mode.
func (r *Run) emitDebug(mode Mode, kind string, step int, payload Value) {
	r.emit(mode, payload)
	if r.wants(ModeDebug) {
		r.emit(ModeDebug, r.h.Object([]Field{
			{"step", step}, {"type", kind},
			{"timestamp", r.now().UTC().Format(isoTime)}, {"payload", payload},
		}))
	}
}

// isoTime is how JavaScript prints a Date.
const isoTime = "2006-01-02T15:04:05.000Z07:00"

// ISOTime returns t as JavaScript's toISOString does.
func ISOTime(t time.Time) string { return t.UTC().Format(isoTime) }
