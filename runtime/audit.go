// This file collects the entries of a run for the audit log.

package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// auditTrail has the events that the next commit adds to the audit log.
type auditTrail struct {
	on        bool // the saver has an audit log
	events    []checkpoint.Event
	asked     map[string]bool // ids of the questions that have an event
	discarded int             // questions that a new input discarded
}

// note adds e to the events of the next commit.
func (a *auditTrail) note(e checkpoint.Event) {
	if a.on {
		a.events = append(a.events, e)
	}
}

// auditCheckpoint adds an event for a checkpoint that no superstep made.
func (r *Run) auditCheckpoint(source string) {
	if !r.audit.on || r.nested {
		return
	}
	switch source {
	case checkpoint.SourceInput:
		text := r.o.Script
		if r.audit.discarded > 0 {
			text += fmt.Sprintf("; open questions discarded: %d", r.audit.discarded)
		}
		r.audit.note(checkpoint.Event{Kind: checkpoint.EventStart, Text: text})
	case checkpoint.SourceFork:
		r.audit.note(checkpoint.Event{Kind: checkpoint.EventFork, Text: r.cp.parentID})
	case checkpoint.SourceUpdate:
		r.audit.note(checkpoint.Event{Kind: checkpoint.EventUpdate, Text: r.cp.parentID})
	}
}

// auditQuestion adds an event for a question with this value, if it was not asked before.
func (r *Run) auditQuestion(in Interrupt, value checkpoint.Blob) {
	if !r.audit.on || r.nested || in.ID == "" || r.audit.asked[in.ID] || r.pending.asks(in.ID) {
		return
	}
	if r.audit.asked == nil {
		r.audit.asked = map[string]bool{}
	}
	r.audit.asked[in.ID] = true
	sum := sha256.Sum256(value.Data) // the event of the answer has the question itself
	r.audit.note(checkpoint.Event{Kind: checkpoint.EventQuestion, Interrupt: in.ID, Node: in.Node, Text: hex.EncodeToString(sum[:16])})
}

// auditAnswer adds an event for an answer, or for a deadline that was applied.
func (r *Run) auditAnswer(in Interrupt, v Value, late bool) error {
	if !r.audit.on {
		return nil
	}
	e := checkpoint.Event{Kind: checkpoint.EventAnswer, Interrupt: in.ID, Node: in.Node}
	if late {
		e.Kind = checkpoint.EventTimeout
	}
	question, err := r.h.Dump(in.Value)
	if err != nil {
		return err
	}
	answer, err := dumpAnswered(r.h, v)
	if err != nil {
		return err
	}
	e.Question = question.Data
	if _, fails := v.(timedOut); !fails {
		e.Value = answer.Data
	}
	r.audit.note(e)
	return nil
}
