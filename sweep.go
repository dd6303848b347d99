// This file applies the deadlines of questions.

package hitlrun

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Sweep says what to sweep. The zero value is all that is overdue.
type Sweep struct {
	Limit int // at most so many threads; 0 is all
	RunOptions
}

// Swept is what came of one thread.
type Swept struct {
	ThreadID  string   `json:"thread_id"`
	Questions []string `json:"questions"`           // ids of those whose deadline was applied
	Recovered bool     `json:"recovered,omitempty"` // the thread was lost, see Recover
	Result    *Result  `json:"result,omitempty"`
	// Err is why the thread could not go on. Its deadline stays due, unless it was applied.
	Err error `json:"-"`
}

// Sweep applies the deadlines that have passed: each question gets the answer it has for that,
// or its interrupt() throws an InterruptTimeoutError, and the thread goes on. It may be called
// in several processes at once: each deadline is applied exactly once. A thread that someone is
// working on is left for the next sweep.
func (s *Store) Sweep(ctx context.Context, o Sweep) ([]Swept, error) {
	list, err := s.Threads(ctx, ThreadFilter{Status: StatusInterrupted, Overdue: true, Limit: o.Limit})
	if err != nil {
		return nil, err
	}
	if o.By == "" {
		o.By = "deadline"
	}
	swept := []Swept{}
	for i := range list {
		if err := ctx.Err(); err != nil {
			return swept, err
		}
		one := Swept{ThreadID: list[i].ID, Questions: overdue(list[i].Interrupts, nil)}
		if one.Questions == nil {
			continue
		}
		one.Result, one.Err = s.Resume(ctx, one.ThreadID, Answer{timedOut: one.Questions, RunOptions: o.RunOptions})
		if threw(one.Err) {
			swept = append(swept, one)
			continue
		}
		if errors.Is(one.Err, ErrBusy) || errors.Is(one.Err, ErrResolved) || errors.Is(one.Err, ErrNotWaiting) || errors.Is(one.Err, ErrNoThread) {
			continue // someone else was faster
		}
		swept = append(swept, one)
		if err := ctx.Err(); err != nil && errors.Is(one.Err, err) {
			return swept, one.Err
		}
	}
	return swept, nil
}

// overdue returns the ids of the questions whose deadlines have passed; nil if there are none. Those of
// among count, or all if that is nil.
func overdue(list []Interrupt, among []string) (ids []string) {
	for _, in := range list {
		if in.Deadline != nil && !in.Deadline.After(time.Now()) && (among == nil || slices.Contains(among, in.ID)) {
			ids = append(ids, in.ID)
		}
	}
	return ids
}
