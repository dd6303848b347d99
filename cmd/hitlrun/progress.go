// This file shows on a terminal that the program is still working.

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun"
)

// Progress is shown when something takes longer than progressAfter.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// progress is the last line on a terminal. It is removed before other output is printed.
type progress struct {
	w     *writer // stderr
	text  func() string
	began time.Time

	mu    sync.Mutex
	shown bool
	ended chan struct{}
}

// working shows text and the time so far until the returned function is called. If stderr is not a terminal, it
// shows nothing.
func (a *app) working(text func() string) (done func()) {
	if !a.showsProgress() {
		return func() {}
	}
	p := &progress{w: a.stderr, text: text, began: time.Now(), ended: make(chan struct{})}
	a.stdout.setBefore(p.clear)
	a.stderr.setBefore(p.clear)
	go p.run()
	return func() {
		close(p.ended)
		a.stdout.setBefore(nil)
		a.stderr.setBefore(nil)
		p.clear()
	}
}

func (a *app) showsProgress() bool {
	return a.sys.stderrTTY && !a.json && !a.plain && a.env("TERM") != "dumb"
}

func (p *progress) run() {
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	for {
		select {
		case <-p.ended:
			return
		case <-wait.C:
			p.show()
			wait.Reset(progressEvery)
		}
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
		return
	default:
	}
	if p.shown = p.w.atLineStart(); p.shown {
		p.w.raw(fmt.Sprintf("\r\x1b[K%s (%s)", shorten(safeLine(p.text()), askLength), age(time.Since(p.began))))
	}
}

// clear removes the line.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.shown = false
		p.w.raw("\r\x1b[K")
	}
}

// setBefore has f called before each write; nil is nothing.
func (w *writer) setBefore(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.before = f
}

// raw writes text that does not count as output: it removes no progress line, and begins no line.
func (w *writer) raw(s string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		_, w.err = io.WriteString(w.w, s)
	}
}

// atLineStart reports whether no line has been begun.
func (w *writer) atLineStart() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last == 0 || w.last == '\n'
}

// runProgress records which nodes run.
type runProgress struct {
	mu    sync.Mutex
	step  int
	nodes []string
}

// watchRuns makes o report the nodes that run to the progress too.
func (a *app) watchRuns(o *hitlrun.ScriptOptions) {
	if !a.showsProgress() {
		return
	}
	p := &runProgress{}
	a.runs = p
	report := o.Trace
	o.Trace = func(e hitlrun.TraceEvent) {
		p.event(&e)
		if report != nil {
			report(e)
		}
	}
}

func (p *runProgress) event(e *hitlrun.TraceEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case e.Kind == hitlrun.TraceSuperstep && e.NS == "" && !e.Ended:
		p.step = e.Step
	case e.Kind == hitlrun.TraceTask && !e.Ended:
		p.nodes = append(p.nodes, e.Node)
	case e.Kind == hitlrun.TraceTask:
		if i := slices.Index(p.nodes, e.Node); i >= 0 {
			p.nodes = slices.Delete(p.nodes, i, i+1)
		}
	}
}

// text returns what the line shows: the nodes that run.
func (p *runProgress) text() string {
	if p == nil {
		return "running"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.nodes) == 0 {
		return "running"
	}
	return fmt.Sprintf("superstep %d: %s", p.step, strings.Join(p.nodes, ", "))
}
