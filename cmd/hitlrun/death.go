// This file makes sure that a command ends within a second after a limit or a signal, even if the engine or the database
// cannot be interrupted or nobody reads the output. The store is then as after a kill.

package main

import (
	"bytes"
	"context"
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/fatal"
)

// death ends the process if the command does not end.
type death struct {
	reported atomic.Bool   // a goroutine prints why the command ends
	said     chan struct{} // closed when it is printed
	thread   atomic.Pointer[threadError]
	until    time.Time // when a run with a limit on its total time has to end; zero if it has no such limit
}

// lastSecond is how long the command may take to end after a signal or a limit. lastWords is how long it may then take to find the
// words for the reason, and lastPrint how long it may take to print them: if it takes longer, nobody reads.
const (
	lastSecond = time.Second
	lastWords  = time.Second
	lastPrint  = 200 * time.Millisecond
)

// ownMemory is what the kernel limit of the process adds, for hitlrun itself, to 3/2 of the limit of the script, in bytes.
const ownMemory = 512 << 20

// softMemory is what the soft limit of the garbage collector adds for hitlrun itself to 9/8 of the script's limit.
const softMemory = 64 << 20

// usualMemory is the memory limit of a script, in bytes, if no flag sets another one.
const usualMemory = 4 << 30

// guard limits the memory of the process, and ends the process if a script with these options does not end after a limit.
func (a *app) guard(o *hitlrun.ScriptOptions) {
	if a.sys.exit == nil {
		return
	}
	if o.Limits.Wall > 0 {
		a.death.until = time.Now().Add(o.Limits.Wall)
	}
	limit := o.Limits.MemoryBytes
	if limit == 0 {
		limit = usualMemory
	}
	if limit > 0 && limit < 1<<50 {
		debug.SetMemoryLimit(limit + limit/8 + softMemory)
		_ = fatal.LimitMemory(uint64(limit+limit/2) + ownMemory) // then the estimate of the engine is all there is
	}
	o.Stuck = a.die
}

// endsWithin ends the process if the command has not ended a second after a signal.
func (a *app) endsWithin(ctx context.Context, grace time.Duration) {
	if a.sys.exit == nil {
		return
	}
	context.AfterFunc(ctx, func() {
		var stopped signalError
		if errors.As(context.Cause(ctx), &stopped) {
			time.AfterFunc(grace+lastSecond, func() { a.die(stopped) })
		}
	})
}

// runsOn sets the thread that the command works on, and the command that resumes it.
func (a *app) runsOn(te *threadError) { a.death.thread.Store(te) }

// die prints err in the form that finish uses, and ends the process.
func (a *app) die(err error) {
	var stopped signalError
	code := exitCode(err)
	if errors.As(err, &stopped) {
		stopped.thread = a.death.thread.Load()
		err, code = stopped, exitSignal+int(stopped.signal)
	} else if te := a.death.thread.Load(); te != nil {
		err = &threadError{err: err, thread: te.thread, hint: te.hint}
	}
	found := make(chan struct{}) // closed when the text is about to be printed
	if a.death.reported.CompareAndSwap(false, true) {
		go func() { // nobody may be reading
			var text bytes.Buffer // written as a whole or not at all
			sys := a.sys
			sys.stderr = &text
			last := newApp(sys)
			last.json = a.json
			last.report(err)
			close(found)
			_, _ = text.WriteTo(a.sys.stderr)
			close(a.death.said)
		}()
	}
	select {
	case <-found:
		select {
		case <-a.death.said:
		case <-time.After(lastPrint):
		}
	case <-a.death.said:
	case <-time.After(lastWords):
	}
	a.sys.exit(code)
}

// reportLast prints the error that the command ends with. After a limit or a signal, the process ends even if nobody reads the error,
// and so it does when the time of the run is over.
func (a *app) reportLast(err error, code int) {
	if !a.death.reported.CompareAndSwap(false, true) {
		select {} // die prints, and ends the process
	}
	var stopped signalError
	switch {
	case a.sys.exit == nil:
	case errors.As(err, &stopped), errors.Is(err, hitlrun.ErrLimit):
		time.AfterFunc(lastSecond, func() { a.sys.exit(code) })
	case !a.death.until.IsZero():
		time.AfterFunc(max(time.Until(a.death.until), 0)+lastSecond, func() { a.sys.exit(code) })
	}
	a.report(err)
	close(a.death.said)
}
