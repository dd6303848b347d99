// This file holds back what a run keeps as long as nobody can know of it: an input, and
// supersteps that only compute. They are kept together, with one commit.

package runtime

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// What is held is kept after this time, and with so many batches, at the latest.
const (
	maxHeld        = 10 * time.Millisecond
	maxHeldBatches = 64
)

// Holder knows what leaves the program that a run is part of.
type Holder interface {
	// Holds is told of a run that keeps something later: its KeepHeld is to be called before
	// anything leaves, or someone looks at the thread.
	Holds(*Run)
	// Left counts how often something may have left the program.
	Left() int
}

// waited is no count: the run has waited for a task.
const waited = -1

// held is what waits to be kept with one commit.
type held struct {
	saver checkpoint.Grouper
	timer *time.Timer

	mu      sync.Mutex
	batches []checkpoint.Batch
	audit   *checkpoint.Audit // of all
	kept    bool
	err     error // of keeping it
}

// hold has b kept later. It reports whether that is so: what b tells of was done without
// anyone knowing, so it can be done again if it gets lost.
func (r *Run) hold(b checkpoint.Batch) bool {
	if b.Sync || r.o.Holder == nil || r.nested || r.o.Modes != 0 || r.o.Durability == Sync {
		return false
	}
	if left := r.o.Holder.Left(); left != r.left {
		r.left = left
		return false
	}
	if h := r.held; h != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.kept || len(h.batches) >= maxHeldBatches {
			return false
		}
		h.batches = append(h.batches, b)
		return true
	}
	saver, ok := r.o.Saver.(checkpoint.Grouper)
	if !ok {
		return false
	}
	h := &held{saver: saver, batches: []checkpoint.Batch{b}, audit: r.takeEvents()}
	h.timer = time.AfterFunc(maxHeld, func() { _ = h.commit(nil) }) // who keeps it then gets the error
	r.held = h
	r.o.Holder.Holds(r)
	return true
}

// keep keeps what is held, and b with it if that is not nil.
func (h *held) keep(b *checkpoint.Batch) error {
	h.timer.Stop()
	return h.commit(b)
}

func (h *held) commit(b *checkpoint.Batch) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	keep := func(all ...checkpoint.Batch) error { return h.saver.CommitAll(context.Background(), all) }
	if !h.kept {
		h.kept = true
		if keep(h.with(b)...) == nil {
			return nil
		}
		// Each for itself: what was there before the one that cannot be kept is not lost with it.
		h.batches[0].Audit = h.audit
		for i := range h.batches {
			if h.err = keep(h.batches[i]); h.err != nil {
				break
			}
		}
	}
	if h.err != nil || b == nil {
		return h.err
	}
	return keep(*b)
}

// with returns what is held and b, with one audit entry for both.
func (h *held) with(b *checkpoint.Batch) []checkpoint.Batch {
	all := slices.Clone(h.batches)
	all[0].Audit = h.audit
	if b == nil {
		return all
	}
	last := *b
	if b.Audit != nil && h.audit != nil {
		both := *b.Audit
		both.Events = slices.Concat(h.audit.Events, b.Audit.Events)
		all[0].Audit, last.Audit = nil, &both
	}
	return append(all, last)
}

// KeepHeld keeps what was held: the run waits for something, it ends, something leaves
// the script, or someone looks at its thread.
func (r *Run) KeepHeld() error {
	if r.held == nil {
		return nil
	}
	return r.commitNow(nil)
}

// dropHeld gives up what is held.
func (r *Run) dropHeld() {
	if r.held != nil {
		r.held.timer.Stop()
		r.held = nil
	}
}
