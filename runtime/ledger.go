// This file has the Ledger, which alone is responsible for durability: it decides when a batch is deferred, committed
// and synced, and has the barrier in front of everything that leaves the program.

package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Ledger records what the runs of one host have stored, and how safely:
//
//	defer    a batch waits in memory, because nothing outside of the process depends on it yet
//	commit   it is in the saver, and survives the death of the process
//	sync     it survives a power cut
//
// Each way out of the program calls Barrier first: text that is printed, a file, a request and each part of its body, a
// function of the Go program, an acknowledgement to a caller, a wait, the exit. Barrier commits what is deferred and
// syncs what is committed. So everything that somebody outside can observe survives a power cut, and what nobody can
// observe costs no sync.
//
// The zero value is ready for use. Methods are called on the host's thread.
type Ledger struct {
	// MaxDefer is how long a batch may be deferred; 0 means 10 ms.
	MaxDefer time.Duration
	// Trace, if not nil, is called when a run does something. It may be called on several goroutines at once.
	Trace func(TraceEvent)

	deferred *deferral           // the batches that wait; nil for none
	unsynced []checkpoint.Syncer // savers with commits or reads that the next barrier syncs
	by       *Run                // the run with the newest unsynced commit, if its events are traced
	barriers int                 // how many there were
	err      error               // of a sync: after it nothing is stored, because it would depend on what may be lost
	eager    bool                // nobody calls Barrier: nothing is deferred, and what needs a sync is synced at once
}

// A deferral is committed when it is as old as MaxDefer, or has this many batches.
const (
	usualDefer      = 10 * time.Millisecond
	maxDeferBatches = 64
)

// deferral is what a run has deferred: batches that become one transaction.
type deferral struct {
	run   *Run
	saver checkpoint.Grouper
	timer *time.Timer

	mu        sync.Mutex // the timer commits on its own goroutine
	batches   []checkpoint.Batch
	audit     *checkpoint.Audit // of all batches
	committed bool              // or tried to
	err       error             // of the commit
}

// Barrier returns when everything that the runs have stored survives a power cut. It is called before anything leaves
// the program, which must not happen if Barrier returns an error. An error of a sync is final: the kernel may have
// dropped what it could not write.
func (l *Ledger) Barrier() error {
	l.barriers++
	if err := l.Flush(); err != nil {
		return err
	}
	return l.sync()
}

// sync syncs what is committed.
func (l *Ledger) sync() error {
	unsynced := l.unsynced
	l.unsynced = nil
	for _, s := range unsynced {
		began := time.Now()
		err := s.Sync(context.Background())
		if err != nil && l.err == nil {
			l.err = fmt.Errorf("make what was stored survive a power cut: %w", err)
		}
		if l.by != nil {
			l.by.traced.report(TraceEvent{Kind: TraceSync, At: began, Ended: true, Err: err})
		}
	}
	l.by = nil
	return l.err
}

// Err returns the error of the first sync that failed; after it the host cannot be used any more.
func (l *Ledger) Err() error { return l.err }

// Flush commits what is deferred. It is called before something in the program reads from a saver, and before another
// run begins.
func (l *Ledger) Flush() error {
	d := l.deferred
	if d == nil {
		return nil
	}
	l.deferred = nil
	return d.run.commitNow(nil)
}

// Note makes the next barrier sync s, because the program read from it or wrote to it: what it read may be the commit
// of another process that has not synced it yet. A saver that is not a Syncer needs no sync.
func (l *Ledger) Note(s checkpoint.Saver) {
	if syncer, ok := s.(checkpoint.Syncer); ok && !slices.Contains(l.unsynced, syncer) {
		l.unsynced = append(l.unsynced, syncer)
	}
}

// commits records what a run has stored, and how safely.
type commits struct {
	deferral *deferral // the last batch that the run has deferred; nil for none
	lost     error     // why it could not be committed
	outage   error     // of the outermost run: why its saver, or that of an inner run, could not store something
	barriers int       // the ledger's count of barriers at the last commit, or waited
	done     bool      // the last commit said that the thread is done
}

// waited is the value of commits.barriers for a run that has waited for a task. No count of barriers is equal to it.
const waited = -1

// deferBatch defers b if it may. It may if nobody outside can have observed what b stores: it can then be done again if
// it is lost. It reports whether it deferred b.
func (r *Run) deferBatch(b checkpoint.Batch) bool {
	l := r.o.Ledger
	if l.eager || b.Sync || r.nested || r.o.Modes != 0 || r.o.Durability == Sync {
		return false
	}
	if l.barriers != r.commits.barriers {
		r.commits.barriers = l.barriers
		return false
	}
	if d := l.deferred; d != nil && d.run == r {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.committed || len(d.batches) >= maxDeferBatches {
			return false
		}
		d.batches = append(d.batches, b)
		return true
	}
	saver, ok := r.o.Saver.(checkpoint.Grouper)
	if !ok || l.Flush() != nil || r.commits.lost != nil {
		return false // the run of the deferral gets the error of the flush
	}
	r.pin(&b)
	d := &deferral{run: r, saver: saver, batches: []checkpoint.Batch{b}, audit: r.takeEvents()}
	d.timer = time.AfterFunc(cmp.Or(l.MaxDefer, usualDefer), func() { _ = d.commit(nil) }) // the caller that flushes it gets the error
	l.deferred, r.commits.deferral = d, d
	return true
}

// flush commits what is deferred, and b in the same transaction if that is not nil.
func (d *deferral) flush(b *checkpoint.Batch) error {
	d.timer.Stop()
	return d.commit(b)
}

func (d *deferral) commit(b *checkpoint.Batch) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	commit := func(all ...checkpoint.Batch) error {
		began := time.Now()
		err := d.saver.CommitAll(context.Background(), all)
		d.run.traced.committed(began, len(all), err)
		return err
	}
	if !d.committed {
		d.committed = true
		switch err := commit(d.with(b)...); {
		case err == nil:
			return nil
		case checkpoint.IsOutage(err): // for all of them
			d.err = err
			return err
		}
		// One by one, so that a batch that cannot be stored does not prevent the earlier ones from being stored.
		d.batches[0].Audit = d.audit
		for i := range d.batches {
			if d.err = commit(d.batches[i]); d.err != nil {
				break
			}
		}
	}
	if d.err != nil || b == nil {
		return d.err
	}
	return commit(*b)
}

// with returns the deferred batches and b, with one audit entry for both.
func (d *deferral) with(b *checkpoint.Batch) []checkpoint.Batch {
	all := slices.Clone(d.batches)
	all[0].Audit = d.audit
	if b == nil {
		return all
	}
	last := *b
	if b.Audit != nil && d.audit != nil {
		both := *b.Audit
		both.Events = slices.Concat(d.audit.Events, b.Audit.Events)
		all[0].Audit, last.Audit = nil, &both
	}
	return append(all, last)
}

// commitNow commits what the run has deferred, and b if that is not nil.
func (r *Run) commitNow(b *checkpoint.Batch) error {
	l := r.o.Ledger
	if err := cmp.Or(r.commits.lost, l.err); err != nil {
		return err // nothing that depends on it can be stored
	}
	d := r.commits.deferral
	r.commits.deferral = nil
	if l.deferred == d {
		l.deferred = nil
	} else if b != nil { // the deferral of another run is committed first
		_ = l.Flush() // that run gets the error
	}
	if b != nil {
		r.pin(b)
		b.Audit = r.takeEvents()
	}
	var err error
	switch {
	case d != nil:
		err = d.flush(b)
	case b != nil:
		began := time.Now()
		err = r.o.Saver.Commit(context.WithoutCancel(r.ctx), *b)
		r.traced.committed(began, 1, err)
	}
	if err == nil && r.o.Durability != Async {
		l.Note(r.o.Saver)
		if r.traced.wanted() {
			l.by = r
		}
	}
	if err == nil && b != nil && b.Sync && (l.eager || r.o.Durability == Sync) {
		err = l.sync()
	}
	if err != nil {
		r.forget()
		err = fmt.Errorf("store thread %q: %w", r.o.ThreadID, err)
		if checkpoint.IsOutage(err) {
			r.root().commits.outage = err
		}
		if errors.Is(err, checkpoint.ErrSync) {
			l.err = err
		}
		if d != nil && d.err != nil {
			r.commits.lost = err
		}
		return err
	}
	if d != nil {
		for i := range d.batches {
			r.remember(d.batches[i].Checkpoint)
		}
	}
	if b != nil {
		r.remember(b.Checkpoint)
	}
	return nil
}

// commitDeferred commits what the run has deferred, because the run waits for something, ends, or is about to have an
// effect that others can see.
func (r *Run) commitDeferred() error {
	if r.commits.deferral == nil {
		return r.commits.lost
	}
	return r.commitNow(nil)
}

// discardDeferred discards what the run has deferred.
func (r *Run) discardDeferred() {
	d := r.commits.deferral
	if d == nil {
		return
	}
	d.timer.Stop()
	r.commits.deferral = nil
	if r.o.Ledger.deferred == d {
		r.o.Ledger.deferred = nil
	}
}
