// This file says what the audit log is told of a run.

package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// tell has e kept with the next commit.
func (r *Run) tell(e checkpoint.Event) {
	if r.audited {
		r.events = append(r.events, e)
	}
}

// auditCheckpoint tells of a checkpoint that no superstep made.
func (r *Run) auditCheckpoint(source string) {
	if !r.audited || r.nested {
		return
	}
	switch source {
	case checkpoint.SourceInput:
		text := r.o.Script
		if r.givenUp > 0 {
			text += fmt.Sprintf("; open questions given up: %d", r.givenUp)
		}
		r.tell(checkpoint.Event{Kind: checkpoint.EventStart, Text: text})
	case checkpoint.SourceFork:
		r.tell(checkpoint.Event{Kind: checkpoint.EventFork, Text: r.cp.parentID})
	case checkpoint.SourceUpdate:
		r.tell(checkpoint.Event{Kind: checkpoint.EventUpdate, Text: r.cp.parentID})
	}
}

// auditQuestion tells of a question with this value, if it was not asked before.
func (r *Run) auditQuestion(in Interrupt, value checkpoint.Blob) {
	if !r.audited || r.nested || in.ID == "" || r.questions[in.ID] || r.knewQuestion(in.ID) {
		return
	}
	if r.questions == nil {
		r.questions = map[string]bool{}
	}
	r.questions[in.ID] = true
	sum := sha256.Sum256(value.Data) // the question itself comes with its answer
	r.tell(checkpoint.Event{Kind: checkpoint.EventQuestion, Interrupt: in.ID, Node: in.Node, Text: hex.EncodeToString(sum[:16])})
}

// auditAnswer tells of an answer, or of a deadline.
func (r *Run) auditAnswer(in Interrupt, v Value, late bool) error {
	if !r.audited {
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
	r.tell(e)
	return nil
}
