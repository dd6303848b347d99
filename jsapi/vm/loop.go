// This file is the event loop of a VM, the only code that enters it.
//
// The rule: everything that touches a goja value runs inside of loop.run, on the
// goroutine that called it. Other goroutines only post functions. Each function
// enters the VM from outside, so goja runs all promise jobs before it returns.

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
	jobs   []func() // to run, in order
	next   int      // index of the first one
	ticks  []func() // to run when the job that runs is through
	entry  goja.Callable
	turn   func() // what entry runs
	timers timerHeap
	seq    int
	turns  int64
	refs   int // what keeps the program alive besides jobs: timers with ref, holds
	open   int // what Pending has announced, whether or not it keeps the program alive

	// now is what timers made by one job count from, so that they are due in the
	// order of their delays; zero until the job makes one.
	now time.Time

	mu     sync.Mutex
	posted []func()      // from other goroutines
	wake   chan struct{} // has an element when posted is not empty
}

func newLoop(vm *VM) *loop {
	return &loop{vm: vm, wake: make(chan struct{}, 1)}
}

// run runs the loop until finished is true or, if idle is set, nothing is left
// to do. It reports false for a loop that waits for nothing.
func (l *loop) run(ctx context.Context, finished func() bool) bool {
	for {
		l.takePosted()
		if l.next < len(l.jobs) {
			l.step()
			continue
		}
		if finished != nil && finished() {
			return true
		}
		if l.vm.Err() != nil {
			return false
		}
		if t := l.timers.due(l.vm.Now()); t != nil {
			l.fire(t)
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

// idle reports whether nothing is left to do: no job, no timer, no work elsewhere.
func (l *loop) idle() bool {
	l.takePosted()
	return l.next == len(l.jobs) && len(l.timers) == 0 && l.refs == 0 && l.open == 0
}

// step runs one job.
func (l *loop) step() {
	f := l.jobs[l.next]
	l.jobs[l.next] = nil
	l.next++
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

// Turn runs f, and the ticks that it leaves, in one entry into the VM: in Node, ticks run before promise jobs.
func (l *loop) Turn(f func()) {
	if l.entry == nil {
		run := l.vm.rt.ToValue(func(goja.FunctionCall) goja.Value {
			f := l.turn
			l.turn = nil
			f()
			for i := 0; i < len(l.ticks); i++ { // they may add more
				tick := l.ticks[i]
				l.ticks[i] = nil
				tick()
			}
			l.ticks = l.ticks[:0]
			return goja.Undefined()
		})
		// With a function of JavaScript around it, what it calls is not the outermost call, behind which promise jobs run.
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

// wait waits for a posted function, the next timer or the end of ctx.
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

// Loop is the event loop of a VM for code that waits for what happens elsewhere.
type Loop interface {
	web.Loop
	// Pending is a Hold that can let the program end.
	Pending() (release func(f func()), ref func(keepAlive bool))
	// Post runs f on the loop. Any goroutine may call it.
	Post(f func())
	// Queue runs f when what runs now is through. To be called on the loop, as all but Post.
	Queue(f func())
	// Tick runs f in the scope of the code that runs now, when that is through and before promise jobs.
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

// push adds a job. To be called on the loop.
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

// timer is a call that is due at a time.
type timer struct {
	l     *loop
	at    time.Time
	seq   int
	index int // in the heap, -1 when it is not there
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

// timerHeap has the timers by time, and by the order in which they were made.
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
