// This file has the event loop of a VM. All other code enters the VM through it.
//
// All code that uses a goja value runs inside of loop.run, on the goroutine that called it. Other
// goroutines only post functions. Each function enters the VM from outside, so goja runs all
// promise jobs before it returns.

package vm

import (
	"container/heap"
	"context"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

type loop struct {
	vm     *VM
	jobs   []func() // jobs to run, in order
	next   int      // index of the first job to run
	ticks  []func() // functions to run at the end of the current job, before promise jobs
	entry  goja.Callable
	turn   func() // the function that entry runs
	timers timerHeap
	seq    int
	turns  int64

	immediates []func()  // functions to run when there are no jobs, before timers
	until      time.Time // timers that are due by then come before immediates
	round      int       // how many are left of the jobs that were there when the first of them began
	rounds     int       // how many rounds of jobs have begun since timers had their turn

	refs int // operations besides jobs that keep the program alive: timers with ref, holds
	open int // operations that Pending has announced, whether or not they keep the program alive

	// now is the start time of all timers that one job makes, so that they are due in the order of
	// their delays. It is zero until the job makes a timer.
	now time.Time

	mu     sync.Mutex
	posted []func()      // functions that other goroutines posted
	wake   chan struct{} // has an element while posted is not empty
}

func newLoop(vm *VM) *loop {
	return &loop{vm: vm, wake: make(chan struct{}, 1)}
}

// Do runs f on the loop, and then the loop until finished returns true. It returns ErrUnsettled if
// no work is left that could make it true.
func (vm *VM) Do(ctx context.Context, f func(), finished func() bool) error {
	ok := false
	err := vm.Enter(ctx, func() {
		vm.loop.push(f)
		ok = vm.loop.run(ctx, finished)
	})
	if err == nil && !ok {
		return ErrUnsettled
	}
	return err
}

// run runs the loop until finished returns true or, if finished is nil, until no work is left. It
// returns false if it stops before that.
func (l *loop) run(ctx context.Context, finished func() bool) bool {
	for {
		l.takePosted()
		free := l.next == len(l.jobs)
		switch {
		case !free && !l.starves():
			l.step()
			continue
		case !free:
		case finished != nil && finished():
			return true
		case l.vm.Err() != nil:
			return false
		}
		if l.takeTurn() || !free {
			continue
		}
		if l.refs == 0 {
			return finished == nil
		}
		if !l.wait(ctx) {
			return false
		}
	}
}

// idle reports whether no work is left: no job, no timer, no operation elsewhere.
func (l *loop) idle() bool {
	l.takePosted()
	return l.next == len(l.jobs) && len(l.immediates) == 0 && len(l.timers) == 0 && l.refs == 0 && l.open == 0
}

// maxRounds is how many rounds of jobs may run before immediates and timers have a turn. A callback of an operation elsewhere takes a few. More are
// jobs that add jobs without end, such as messages between two ports.
const maxRounds = 16

// starves begins a round of jobs if the last one has ended, and reports whether jobs have to wait for immediates and timers.
func (l *loop) starves() bool {
	if l.round == 0 {
		l.round, l.rounds = len(l.jobs)-l.next, l.rounds+1
	}
	return l.rounds > maxRounds
}

// takeTurn adds a timer that is due, or all immediates, to the jobs; as in Node, they take turns: what a callback gives to setImmediate comes
// before timers. It returns false if there is nothing to add.
func (l *loop) takeTurn() bool {
	l.round, l.rounds = 0, 0
	t := l.timers.due(l.until)
	switch {
	case t != nil:
	case len(l.immediates) > 0:
		l.jobs, l.immediates = append(l.jobs, l.immediates...), nil
		l.until = l.vm.Now()
		return true
	default:
		l.until = l.vm.Now()
		t = l.timers.due(l.until)
	}
	if t != nil {
		l.fire(t)
	}
	return t != nil
}

// step runs one job.
func (l *loop) step() {
	f := l.jobs[l.next]
	l.jobs[l.next] = nil
	l.next, l.round = l.next+1, l.round-1
	if l.next == len(l.jobs) {
		l.jobs, l.next = l.jobs[:0], 0
	}
	l.now = time.Time{}
	l.turns++
	l.vm.turn.Store(l.turns)
	l.vm.lost = nil
	l.vm.guard.Settle()
	f()
	for len(l.ticks) > 0 {
		l.Turn(func() {})
	}
	l.vm.afterJob()
}

var turnProgram = sync.OnceValue(func() *goja.Program { return goja.MustCompile("hitlrun:turn", "(run) => () => run()", true) })

// Turn runs f, and then the ticks that f adds, in one entry into the VM. As in Node, ticks run
// before promise jobs.
func (l *loop) Turn(f func()) {
	if l.entry == nil {
		run := l.vm.rt.ToValue(func(goja.FunctionCall) goja.Value {
			f := l.turn
			l.turn = nil
			f()
			for i := 0; i < len(l.ticks); i++ { // a tick may add more ticks
				tick := l.ticks[i]
				l.ticks[i] = nil
				tick()
			}
			l.ticks = l.ticks[:0]
			return goja.Undefined()
		})
		// goja runs promise jobs at the end of the outermost call. This JavaScript function is that
		// call, so that they do not run at the end of a call that f makes.
		around, err := l.vm.rt.RunProgram(turnProgram())
		l.vm.Check(err)
		bind, _ := goja.AssertFunction(around)
		bound, err := bind(goja.Undefined(), run)
		l.vm.Check(err)
		l.entry, _ = goja.AssertFunction(bound)
	}
	l.turn = f
	if _, err := l.entry(goja.Undefined()); err != nil {
		l.ticks = l.ticks[:0]
		l.vm.Fail(l.vm.ScriptError(err))
	}
}

// wait waits for a posted function, the next timer or the end of ctx. It returns false if the loop
// must stop.
func (l *loop) wait(ctx context.Context) bool {
	if !l.vm.Barrier() {
		return false
	}
	l.vm.turn.Store(0)
	defer l.vm.pause(0)()
	var due <-chan time.Time
	if len(l.timers) > 0 {
		timer := time.NewTimer(l.timers[0].at.Sub(l.vm.Now()))
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-l.wake:
	case <-due:
	case <-ctx.Done():
		return false
	}
	return true
}

func (l *loop) takePosted() {
	l.mu.Lock()
	l.jobs = append(l.jobs, l.posted...)
	clear(l.posted)
	l.posted = l.posted[:0]
	l.mu.Unlock()
}

// Loop is the event loop of a VM, for code that waits for operations elsewhere. Only Post may be
// called from any goroutine.
type Loop interface {
	web.Loop
	// Pending is Hold with a function ref, which says whether the operation keeps the program
	// alive.
	Pending() (release func(f func()), ref func(keepAlive bool))
	// Post runs f on the loop. It is safe for concurrent use.
	Post(f func())
	// Queue runs f as a job, at the end of the current one.
	Queue(f func())
	// Tick runs f in the scope of the current code, at the end of the current job and before
	// promise jobs.
	Tick(f func())
	// Turns returns how many jobs have run so far.
	Turns() int64
}

// Loop returns the loop of the VM.
func (vm *VM) Loop() Loop { return vm.loop }

// Queue implements Loop.
func (l *loop) Queue(f func()) { l.push(f) }

// Tick implements Loop.
func (l *loop) Tick(f func()) {
	scope := l.vm.scope
	l.ticks = append(l.ticks, func() { l.vm.In(scope, f) })
}

// Turns implements Loop.
func (l *loop) Turns() int64 { return l.turns }

// push adds a job. Only code on the loop may call it.
func (l *loop) push(f func()) { l.jobs = append(l.jobs, f) }

// Post implements Loop.
func (l *loop) Post(f func()) {
	l.mu.Lock()
	l.posted = append(l.posted, f)
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Hold implements web.Loop.
func (l *loop) Hold() (release func(f func())) {
	l.refs++
	scope := l.vm.scope
	return func(f func()) {
		l.Post(func() {
			l.refs--
			l.vm.In(scope, f)
		})
	}
}

// Immediate implements web.Loop.
func (l *loop) Immediate(f func()) {
	l.refs++
	scope := l.vm.scope
	l.immediates = append(l.immediates, func() {
		l.refs--
		l.vm.In(scope, f)
	})
}

// Pending implements Loop.
func (l *loop) Pending() (release func(f func()), ref func(keepAlive bool)) {
	l.refs++
	l.open++
	scope, held := l.vm.scope, true
	ref = func(keepAlive bool) {
		if keepAlive != held {
			held = keepAlive
			if held {
				l.refs++
			} else {
				l.refs--
			}
		}
	}
	release = func(f func()) {
		l.Post(func() {
			ref(false)
			l.open--
			l.vm.In(scope, f)
		})
	}
	return release, ref
}

// timer is a function that is due at a time.
type timer struct {
	l     *loop
	at    time.Time
	seq   int
	index int // the index in the heap; -1 when it is not in the heap
	f     func()
	scope *Scope
	unref bool
}

// After implements web.Loop.
func (l *loop) After(d time.Duration, f func()) web.Timer {
	l.seq++
	if l.now.IsZero() {
		l.now = l.vm.Now()
	}
	t := &timer{l: l, at: l.now.Add(d), seq: l.seq, f: f, scope: l.vm.scope}
	heap.Push(&l.timers, t)
	l.refs++
	return t
}

func (l *loop) fire(t *timer) {
	t.Cancel()
	l.push(func() { l.vm.In(t.scope, t.f) })
}

// Cancel implements web.Timer.
func (t *timer) Cancel() {
	if t.index < 0 {
		return
	}
	heap.Remove(&t.l.timers, t.index)
	if !t.unref {
		t.l.refs--
	}
}

// Ref implements web.Timer.
func (t *timer) Ref(keepAlive bool) {
	if t.index < 0 || t.unref == !keepAlive {
		return
	}
	t.unref = !keepAlive
	if keepAlive {
		t.l.refs++
	} else {
		t.l.refs--
	}
}

// timerHeap orders timers by time, and timers of the same time by the order in which they were
// made.
type timerHeap []*timer

func (h timerHeap) due(now time.Time) *timer {
	if len(h) == 0 || h[0].at.After(now) {
		return nil
	}
	return h[0]
}

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	if h[i].at.Equal(h[j].at) {
		return h[i].seq < h[j].seq
	}
	return h[i].at.Before(h[j].at)
}
func (h timerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}
func (h *timerHeap) Push(x any) {
	t := x.(*timer)
	t.index = len(*h)
	*h = append(*h, t)
}
func (h *timerHeap) Pop() any {
	old := *h
	t := old[len(old)-1]
	t.index = -1
	*h = old[:len(old)-1]
	return t
}
