// This file applies the deadlines of questions.

package hitlrun

import (
	"context"
	"errors"
	"time"
)

// Sweep bounds what Store.Sweep and Store.Recover do. The zero value has no bounds.
type Sweep struct {
	Limit int // at most so many threads; 0 is all
	RunOptions
}

// Swept is the result for one thread.
type Swept struct {
	ThreadID  string   `json:"thread_id"`
	Questions []string `json:"questions"`           // ids of the questions whose deadline was applied
	Recovered bool     `json:"recovered,omitempty"` // the thread was lost, see Recover
	Result    *Result  `json:"result,omitempty"`
	// Err says why the thread could not be resumed; nil if it was. A deadline that was not applied stays due.
	Err error `json:"-"`
}

// Sweep applies the deadlines that have passed: each such question gets the answer of its onTimeout, or its interrupt()
// throws an InterruptTimeoutError, and the thread is resumed. Several processes may call Sweep at the same time: each
// deadline is applied exactly once. Sweep skips a thread that someone works on; the next sweep tries again. The result
// has an element for each thread; an error concerns the store, or is that of ctx.
func (s *Store) Sweep(ctx context.Context, o Sweep) ([]Swept, error) {
	list, err := s.Threads(ctx, ThreadFilter{Waiting: true, Overdue: true, Limit: o.Limit})
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
		one.Result, one.Err = s.Resume(ctx, one.ThreadID, Answer{TimedOut: one.Questions, RunOptions: o.RunOptions})
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

// overdue returns the ids of the questions whose deadlines have passed; nil if there are none. It considers only the
// questions in among, or all if that is nil.
func overdue(list []Interrupt, among []string) (ids []string) {
	wanted := make(map[string]bool, len(among))
	for _, id := range among {
		wanted[id] = true
	}
	for _, in := range list {
		if in.Deadline != nil && !in.Deadline.After(time.Now()) && (among == nil || wanted[in.ID]) {
			ids = append(ids, in.ID)
		}
	}
	return ids
}
