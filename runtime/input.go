// This file converts what a run is started with to channel writes: an input, a Command, or nothing, which resumes the
// thread where it stopped.

package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// first does the work before the first superstep.
func (r *Run) first() error {
	commanded := r.command != nil
	if commanded {
		if err := r.takeCommand(); err != nil {
			return err
		}
	}
	r.dropUsedAnswer()
	null := r.nullWrites()
	hasNull := len(null) > 0 || commanded
	if len(null) > 0 {
		if err := r.state.apply(nil, null); err != nil && commanded {
			r.audit.events = nil // it was not accepted
			return &Refused{err}
		} else if err != nil {
			return err
		}
	}
	if commanded {
		if err := r.commitCommand(); err != nil {
			return err
		}
	}
	r.state.hasUpdated = false
	resuming := r.state.maxVersion > 0 && (r.answering.resuming || r.input == nil && !commanded || commanded && r.command.HasResume)
	if resuming && r.nested && r.input != nil && r.notBegun() {
		resuming = false
	}
	travelling := r.travel.replay && !r.root().answers() && (r.nested || !r.travel.atHead())
	if travelling || r.travel.named {
		r.travel.forgetAnswers()
	}
	if !r.nested && r.travel.replay {
		defer r.travel.goBack(travelling)
	}
	if resuming || commanded && hasNull {
		copy(r.state.seenBreak, r.state.versions)
		return r.firstResume(resuming, travelling && !r.nested || r.travel.named)
	}
	return r.firstInput()
}

// answers reports whether the run was started with an answer.
func (r *Run) answers() bool { return r.command != nil && r.command.HasResume }

// firstResume continues from the checkpoint that was loaded, or from a fork of it if the options request one.
func (r *Run) firstResume(resuming, fork bool) error {
	source := r.cp.meta.Source
	branched := source == checkpoint.SourceUpdate || source == checkpoint.SourceFork
	if fork && branched && r.travel.past && r.o.Thread { // the end of the run has to be the newest checkpoint of the thread
		r.leaveCheckpoint()
		branched = false
	}
	switch {
	case fork && !branched:
		if err := r.putCheckpoint(checkpoint.SourceFork); err != nil {
			return err
		}
	case !resuming:
		if err := r.putCheckpoint(checkpoint.SourceInput); err != nil {
			return err
		}
	default:
		if err := r.commitStatus(checkpoint.StatusRunning); err != nil {
			return err
		}
	}
	r.answering.resuming = resuming
	r.stream.emitValues()
	return nil
}

// notBegun reports whether the run of an inner graph that remembers its state had not begun when the process ended: the graph
// stopped at its end, in an earlier superstep of the graph around it.
func (r *Run) notBegun() bool {
	p := r.o.Parent.run
	if p.cp.meta.Source != checkpoint.SourceLoop && p.cp.meta.Source != checkpoint.SourceInput {
		return false // the superstep began at another checkpoint
	}
	return r.cp.meta.Parents[p.ns] != p.cp.id && r.state.ended()
}

// leaveCheckpoint makes the next checkpoint a copy of the one that was loaded, beside it.
func (r *Run) leaveCheckpoint() {
	r.cp.id = r.cp.parentID
	r.cp.exists = r.cp.id != ""
	r.cp.parentID = ""
	r.state.dumpWhole() // the copy has another parent
}

// firstInput writes an input to the channel that triggers the start node. It discards the tasks that the thread still
// had.
func (r *Run) firstInput() error {
	r.answering.resuming = false
	if r.input == nil || r.command != nil {
		if r.nested && r.o.Parent.run.answering.resuming {
			return nil
		}
		return r.noInput()
	}
	if !r.travel.repeats() {
		r.answering.answer = nil
	}
	if r.audit.on && !r.nested {
		r.audit.discarded = len(r.answering.openQuestions())
	}
	given := r.plan()
	r.pending.set(nil)
	r.journals = nil
	writes, err := r.inputWrites()
	if err != nil {
		return err
	}
	if err := r.state.apply(given, writes); err != nil {
		return err
	}
	return r.putCheckpoint(checkpoint.SourceInput)
}

// inputWrites returns the writes of an input: to the channel that triggers the start node, or to the input channels of
// a wired graph.
func (r *Run) inputWrites() ([]write, error) {
	if !r.g.wired {
		return []write{{r.g.start, r.input}}, nil
	}
	return r.wiredInput()
}

// takeCommand converts a Command to pending writes.
func (r *Run) takeCommand() error {
	c := r.command
	if c.Parent {
		return errInvalidUpdate("There is no parent graph.")
	}
	if !c.HasResume && len(c.Goto) == 0 && len(c.Updates) == 0 {
		return errEmptyInput("Received empty Command input")
	}
	if !c.HasResume && !r.nested && !r.travel.past && len(r.answering.openQuestions()) == 0 {
		r.answering.answer = nil // nothing asked for it: it must not answer a question that this Command leads to
	}
	for _, d := range c.Goto {
		if d.Send != nil {
			if err := r.checkSend(d.Send); err != nil {
				return err
			}
			r.addNull(checkpoint.ChannelTasks, d.Send)
			continue
		}
		if !r.g.HasNode(d.Node) {
			r.h.Warn(fmt.Sprintf("Command goto: there is no node %q", Short(d.Node)))
		}
		r.addNull(triggerPrefix+d.Node, r.g.sentFrom(d.Node))
	}
	for _, u := range c.Updates {
		if r.g.HasChannel(u.Channel) { // those of the engine have values of their own
			r.addNull(u.Channel, u.Value)
		}
	}
	if c.HasResume {
		if err := r.answering.checkAnswers(c); err != nil {
			return err
		}
		given := &answer{uid: r.newID(0), byID: c.ResumeByID, plain: c.ResumeByID == nil, value: c.Resume}
		if before := r.answering.answer; before != nil && before.byID != nil && given.byID != nil {
			unused, err := r.answering.unused(before)
			if err != nil {
				return err
			}
			maps.Copy(unused, c.ResumeByID)
			given.byID = unused
		}
		r.answering.answer = given
	}
	return nil
}

// sentFrom is what a Command writes to the trigger of a node to which it goes. That of a deferred node gets "", which tells
// a plan without the script that the node waits for the others.
func (g *Graph) sentFrom(node string) trigger {
	if c, ok := g.channelIndex[triggerPrefix+node]; ok && slices.Contains(g.deferred, c) {
		return ""
	}
	return StartNode
}

// commitCommand stores the writes of a Command once the channels have accepted them: an answer is durable before any
// node gets it.
func (r *Run) commitCommand() error {
	c := r.command
	if r.o.Saver == nil || r.o.Durability == Exit || !r.cp.exists {
		return nil
	}
	writes, err := r.dumpNull()
	if err != nil {
		r.audit.events = nil // it was not accepted
		return r.unstorable("the update", err)
	}
	b := checkpoint.Batch{Key: r.key(), Writes: []checkpoint.TaskWrites{writes}, Sync: r.o.Durability <= Sync}
	if r.o.Thread {
		b.Thread = &checkpoint.ThreadUpdate{Status: checkpoint.StatusRunning, RunID: r.o.RunID}
	}
	if c.HasResume && !r.travel.past && !r.nested {
		b.If = &checkpoint.Condition{Answer: r.answering.stored}
	}
	if err := r.commitNow(&b); !errors.Is(err, checkpoint.ErrConflict) {
		return err
	}
	return r.answering.conflict(c)
}

func (r *Run) addNull(channel string, value any) {
	if _, ok := r.g.channelIndex[channel]; ok {
		r.pending.list = append(r.pending.list, pendingWrite{checkpoint.NullTaskID, channel, value})
	}
}

// dumpNull returns everything that Commands have written since the checkpoint, with the answer.
func (r *Run) dumpNull() (checkpoint.TaskWrites, error) {
	tw := checkpoint.TaskWrites{TaskID: checkpoint.NullTaskID}
	for _, w := range r.pending.list {
		if w.taskID != checkpoint.NullTaskID || r.g.untracked(r.g.channelIndex[w.channel]) {
			continue
		}
		b, err := r.state.channels[r.g.channelIndex[w.channel]].dumpWrite(r.h, w.value)
		if err != nil {
			return tw, fmt.Errorf("update of channel %s: %w", w.channel, err)
		}
		tw.Writes = append(tw.Writes, checkpoint.PendingWrite{TaskID: tw.TaskID, Channel: w.channel, Value: b})
	}
	if r.answering.answer != nil {
		b, err := dumpAnswer(r.h, r.answering.answer)
		if err != nil {
			return tw, err
		}
		tw.Writes = append(tw.Writes, checkpoint.PendingWrite{TaskID: tw.TaskID, Channel: checkpoint.ChannelResume, Value: b})
	}
	return tw, nil
}

// dropUsedAnswer drops an answer that this namespace has already used. That happens if the process ended after this
// graph stored the use, and before the graph around it did.
func (r *Run) dropUsedAnswer() {
	if r.answering.answer != nil && r.answering.answer.plain && r.answering.answer.uid == r.answering.answered {
		r.answering.answer.spend()
	}
}

func (r *Run) checkSend(s *Send) error {
	if s.Node == EndNode {
		return errInvalidUpdate("Cannot send a packet to the END node")
	}
	if !r.g.HasNode(s.Node) {
		return errInvalidUpdate("Invalid node name %q in Send packet", s.Node)
	}
	return nil
}
