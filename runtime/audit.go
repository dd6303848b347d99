// This file says what goes into the audit log of a run.

package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// auditTrail is what the next commit adds to the audit log.
type auditTrail struct {
	on        bool // the saver has an audit log
	events    []checkpoint.Event
	asked     map[string]bool // ids of the questions that were noted
	discarded int             // questions that a new input put an end to
}

// note adds e to the audit log with the next commit.
func (a *auditTrail) note(e checkpoint.Event) {
	if a.on {
		a.events = append(a.events, e)
	}
}

// auditCheckpoint notes a checkpoint that no superstep made.
func (r *Run) auditCheckpoint(source string) {
	if !r.audit.on || r.nested {
		return
	}
	switch source {
	case checkpoint.SourceInput:
		text := r.o.Script
		if r.audit.discarded > 0 {
			text += fmt.Sprintf("; open questions given up: %d", r.audit.discarded)
		}
		r.audit.note(checkpoint.Event{Kind: checkpoint.EventStart, Text: text})
	case checkpoint.SourceFork:
		r.audit.note(checkpoint.Event{Kind: checkpoint.EventFork, Text: r.cp.parentID})
	case checkpoint.SourceUpdate:
		r.audit.note(checkpoint.Event{Kind: checkpoint.EventUpdate, Text: r.cp.parentID})
	}
}

// auditQuestion notes a question with this value, if it was not asked before.
func (r *Run) auditQuestion(in Interrupt, value checkpoint.Blob) {
	if !r.audit.on || r.nested || in.ID == "" || r.audit.asked[in.ID] || r.pending.asks(in.ID) {
		return
	}
	if r.audit.asked == nil {
		r.audit.asked = map[string]bool{}
	}
	r.audit.asked[in.ID] = true
	sum := sha256.Sum256(value.Data) // the question itself comes with its answer
	r.audit.note(checkpoint.Event{Kind: checkpoint.EventQuestion, Interrupt: in.ID, Node: in.Node, Text: hex.EncodeToString(sum[:16])})
}

// auditAnswer notes an answer, or of a deadline.
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
