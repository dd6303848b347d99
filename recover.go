// This file resumes threads whose process is gone.

package hitlrun

import (
	"context"
	"errors"
)

// errNotLost is returned to Recover for a thread that another process has resumed.
var errNotLost = errors.New("the thread is not lost any more")

// Recover resumes threads that are lost (see Thread.Lost), as Resume without a value does: they run until they are done
// or wait. Several processes may call it at the same time: one of them resumes each thread. o.Limit is how many threads
// it resumes at most.
//
// The result has an element for each thread; an error concerns the store, or is that of ctx. A thread whose process
// died before its input was stored cannot be resumed: its Swept.Err is ErrNoThread.
func (s *Store) Recover(ctx context.Context, o Sweep) ([]Swept, error) {
	recovered := []Swept{}
	for t, err := range s.EachThread(ctx, ThreadFilter{Lost: true}) {
		if err != nil {
			return recovered, err
		}
		one := Swept{ThreadID: t.ID, Questions: []string{}, Recovered: true}
		one.Result, one.Err = s.Resume(ctx, t.ID, Answer{recovers: true, RunOptions: o.RunOptions})
		if gone, err := s.wasFaster(ctx, &one); err != nil {
			return recovered, err
		} else if gone {
			continue
		}
		if recovered = append(recovered, one); len(recovered) == o.Limit {
			break
		}
	}
	return recovered, nil
}

// wasFaster reports whether err says that another process has resumed or deleted the thread meanwhile.
func (s *Store) wasFaster(ctx context.Context, one *Swept) (bool, error) {
	switch {
	case threw(one.Err):
		return false, nil
	case errors.Is(one.Err, ErrBusy), errors.Is(one.Err, errNotLost):
		return true, nil
	case errors.Is(one.Err, ErrNoThread):
		_, err := s.thread(ctx, one.ThreadID)
		if errors.Is(err, ErrNoThread) {
			return true, nil
		}
		return false, err
	}
	return false, nil
}
