// This file has the errors with fields that programs can read.

package hitlrun

import (
	"fmt"
	"strings"
	"time"
)

// ResolvedError is returned for an answer to a question that was answered before. errors.Is(err, ErrResolved) holds.
type ResolvedError struct {
	ThreadID  string
	Interrupt string    // the id of the question
	By        string    // who answered; "" if unknown
	At        time.Time // when; zero if unknown
	TimedOut  bool      // nobody answered: the deadline of the question was applied

	err error
}

// Error says which question was answered, by whom and when.
func (e *ResolvedError) Error() string { return e.err.Error() }

// Unwrap returns the error underneath.
func (e *ResolvedError) Unwrap() error { return e.err }

// Is makes errors.Is(err, ErrResolved) true.
func (e *ResolvedError) Is(target error) bool { return target == ErrResolved }

// ChooseError is returned for an answer that does not name one of several questions. errors.Is(err, ErrChoose) holds.
type ChooseError struct {
	ThreadID   string
	Interrupts []Interrupt // the questions that it may be for
	// Failed reports that the questions were answered, and the nodes that asked them did not end with these answers: see
	// Answer.Replace.
	Failed bool
}

// Error lists the ids of the questions.
func (e *ChooseError) Error() string {
	ids := make([]string, len(e.Interrupts))
	for i, in := range e.Interrupts {
		ids[i] = in.ID
	}
	list := strings.Join(ids, ", ")
	if e.Failed {
		return fmt.Sprintf("%d nodes of thread %q did not end with their answers: name the question whose answer is to be replaced, of %s", len(ids), e.ThreadID, list)
	}
	return fmt.Sprintf("thread %q has %d questions: name one of %s", e.ThreadID, len(ids), list)
}

// Is makes errors.Is(err, ErrChoose) true.
func (e *ChooseError) Is(target error) bool { return target == ErrChoose }

func choose(threadID string, asked []Interrupt) error {
	return &ChooseError{ThreadID: threadID, Interrupts: asked}
}

// AnswerError is returned for an answer that does not fit the schema of its question. errors.Is(err, ErrAnswer) holds.
type AnswerError struct {
	// Path is where in the answer, as a JSON pointer: "/args/amount"; "" is the answer as a whole.
	Path   string
	Reason string

	err error
}

// Error says where the answer does not fit, and why.
func (e *AnswerError) Error() string { return e.err.Error() }

// Unwrap returns the error underneath.
func (e *AnswerError) Unwrap() error { return e.err }

// Is makes errors.Is(err, ErrAnswer) true.
func (e *AnswerError) Is(target error) bool { return target == ErrAnswer }
