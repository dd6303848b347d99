// This file has --trace: it prints what the runs of a script do at once, or writes it for a viewer of traces.

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"github.com/hitlrun/hitlrun"
)

// traceToStderr is the value of --trace without a file.
const traceToStderr = "-"

// traceFlag says where a trace goes.
type traceFlag struct{ file string }

func (f *traceFlag) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.file, "trace", "", "print what the runs do and how long it takes, or write it to `FILE` as Chrome trace events")
	fs.Lookup("trace").NoOptDefVal = traceToStderr
}

// set adds the trace that the flag requests to o.
func (f *traceFlag) set(a *app, o *hitlrun.ScriptOptions) error {
	switch f.file {
	case "":
		return nil
	case traceToStderr:
		o.Trace = (&tracePrinter{a: a}).event
		return nil
	}
	file, err := os.OpenFile(f.file, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return usagef("--trace=%s: %v", f.file, plainPathError(err))
	}
	t := &chromeTrace{w: file}
	o.Trace = t.event
	a.closers = append(a.closers, func() error {
		if err := t.end(file.Close); err != nil {
			return fmt.Errorf("write the trace %s: %w", f.file, plainPathError(err))
		}
		return nil
	})
	return nil
}

// tracePrinter prints a line for each event.
type tracePrinter struct {
	a     *app
	mu    sync.Mutex
	began time.Time
}

func (p *tracePrinter) event(e hitlrun.TraceEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.began.IsZero() {
		p.began = e.At
	}
	line := traceLine(&e)
	if line == "" {
		return
	}
	at := fmt.Sprintf("%9s", "+"+millis(e.At.Add(e.Took).Sub(p.began)))
	fmt.Fprintf(p.a.stderr, "%s  %s%s\n", paint(p.a.stderrColors, cyan, at), strings.Repeat("  ", strings.Count(e.NS, ":")), line)
}

// traceLine returns the line for an event; "" for an event that is part of another line.
func traceLine(e *hitlrun.TraceEvent) string {
	failed := ""
	if e.Err != nil {
		first, _, _ := strings.Cut(e.Err.Error(), "\n")
		failed = ": " + shorten(safeLine(first), 2*askLength)
	}
	took := ""
	if e.Ended {
		took = " (" + millis(e.Took) + ")"
	}
	switch e.Kind {
	case hitlrun.TraceRun:
		return "run" + ofThread(e) + " " + traceEnd(e, "begins", "ended") + took + failed
	case hitlrun.TraceSuperstep:
		if e.Ended {
			return fmt.Sprintf("superstep %d %s%s%s", e.Step, traceEnd(e, "", "ended"), took, failed)
		}
		nodes := strings.Join(e.Nodes, ", ")
		if nodes == "" {
			nodes = "takes the input"
		}
		return fmt.Sprintf("superstep %d: %s", e.Step, safeLine(nodes))
	case hitlrun.TraceTask:
		what := "  " + safeLine(e.Node) + " "
		if e.Attempt > 1 {
			what += fmt.Sprintf("(attempt %d) ", e.Attempt)
		}
		return what + traceEnd(e, "begins", "ended") + took + failed + traceWrites(e)
	case hitlrun.TraceEffect:
		return "    " + safeLine(e.What) + took + failed
	case hitlrun.TraceCommit:
		return "  commit" + took + failed
	case hitlrun.TraceSync:
		return "  sync" + took + failed
	}
	return ""
}

func ofThread(e *hitlrun.TraceEvent) string {
	switch {
	case e.NS != "":
		node, _, _ := strings.Cut(e.NS[strings.LastIndexByte(e.NS, '|')+1:], ":")
		return " of the graph in " + safeLine(node)
	case e.ThreadID != "":
		return " of thread " + safeLine(e.ThreadID)
	}
	return ""
}

// traceEnd returns one word for the beginning or the end of a run or a task.
func traceEnd(e *hitlrun.TraceEvent, begins, ended string) string {
	switch {
	case !e.Ended:
		return begins
	case e.Err != nil:
		return "failed"
	case e.Asks && e.Kind == hitlrun.TraceRun:
		return "waits"
	case e.Asks:
		return "asks"
	}
	return ended
}

// traceWrites are the writes of a task on one line.
func traceWrites(e *hitlrun.TraceEvent) string {
	if e.Writes == nil {
		return ""
	}
	writes := e.Writes()
	if len(writes) == 0 {
		return ""
	}
	list := make([]string, len(writes))
	for i, w := range writes {
		list[i] = safeLine(w.Channel) + " = " + shorten(compact(w.Value), askLength)
	}
	return ", writes " + strings.Join(list, ", ")
}

// millis is a duration for people, in milliseconds.
func millis(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

// chromeTrace writes the events in the format of Chrome and Perfetto: a JSON array. After a kill the array has no end, which both accept.
type chromeTrace struct {
	mu    sync.Mutex
	w     io.Writer
	n     int
	err   error
	began time.Time
	lanes []string       // what runs in each, "" for nothing
	open  map[string]int // the lane of what runs
}

// chromeEvent is an event as the format has it; times are microseconds.
type chromeEvent struct {
	Name  string         `json:"name"`
	Cat   string         `json:"cat,omitempty"`
	Phase string         `json:"ph"`
	TS    float64        `json:"ts"`
	Dur   *float64       `json:"dur,omitempty"`
	PID   int            `json:"pid"`
	TID   int            `json:"tid"`
	Args  map[string]any `json:"args,omitempty"`
}

// storeLane is the lane of commits and syncs, which may overlap with everything.
const storeLane = 0

func (t *chromeTrace) event(e hitlrun.TraceEvent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.began.IsZero() {
		t.began, t.open, t.lanes = e.At, map[string]int{}, []string{"store"}
		t.write(chromeEvent{Name: "process_name", Phase: "M", Args: map[string]any{"name": "hitlrun"}})
		t.write(chromeEvent{Name: "thread_name", Phase: "M", TID: storeLane, Args: map[string]any{"name": "store"}})
	}
	key := strings.Join([]string{string(e.Kind), e.ThreadID, e.NS, e.ID}, "\x00")
	if !e.Ended {
		t.open[key] = t.lane(key)
		return
	}
	lane := t.open[key] // the lane of the store, if the beginning was not traced
	if e.Kind == hitlrun.TraceEffect {
		lane = t.open[strings.Join([]string{string(hitlrun.TraceTask), e.ThreadID, e.NS, e.ID}, "\x00")] // inside of its task
	} else if lane != storeLane {
		t.lanes[lane] = ""
		delete(t.open, key)
	}
	dur := micros(e.Took)
	t.write(chromeEvent{Name: traceName(&e), Cat: string(e.Kind), Phase: "X", TS: micros(e.At.Sub(t.began)), Dur: &dur, TID: lane, Args: traceArgs(&e)})
}

// lane returns the first free lane, and reserves it.
func (t *chromeTrace) lane(key string) int {
	for i, busy := range t.lanes {
		if busy == "" {
			t.lanes[i] = key
			return i
		}
	}
	n := len(t.lanes)
	t.lanes = append(t.lanes, key)
	t.write(chromeEvent{Name: "thread_name", Phase: "M", TID: n, Args: map[string]any{"name": fmt.Sprintf("lane %d", n)}})
	return n
}

func (t *chromeTrace) write(e chromeEvent) {
	if t.err != nil {
		return
	}
	e.PID = 1
	line, err := json.Marshal(e)
	before := ",\n"
	if t.n == 0 {
		before = "[\n"
	}
	t.n++
	if err == nil {
		_, err = t.w.Write(append([]byte(before), line...))
	}
	t.err = err
}

// end ends the array, and returns the first error.
func (t *chromeTrace) end(closeFile func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == 0 && t.err == nil {
		_, t.err = io.WriteString(t.w, "[")
	}
	if t.err == nil {
		_, t.err = io.WriteString(t.w, "\n]\n")
	}
	if err := closeFile(); t.err == nil {
		t.err = err
	}
	return t.err
}

func traceName(e *hitlrun.TraceEvent) string {
	switch e.Kind {
	case hitlrun.TraceTask:
		return e.Node
	case hitlrun.TraceEffect:
		return e.What
	case hitlrun.TraceSuperstep:
		return fmt.Sprintf("superstep %d", e.Step)
	case hitlrun.TraceRun:
		return "run" + ofThread(e)
	}
	return string(e.Kind)
}

func traceArgs(e *hitlrun.TraceEvent) map[string]any {
	args := map[string]any{}
	add := func(name string, value any, there bool) {
		if there {
			args[name] = value
		}
	}
	add("thread_id", e.ThreadID, e.ThreadID != "")
	add("ns", e.NS, e.NS != "")
	add("nodes", e.Nodes, len(e.Nodes) > 0)
	add("step", e.Step, e.Kind == hitlrun.TraceTask)
	add("task_id", e.ID, e.ID != "")
	add("attempt", e.Attempt, e.Attempt > 1)
	add("batches", e.Count, e.Count > 0)
	add("asks", true, e.Asks)
	if e.Err != nil {
		args["error"] = e.Err.Error()
	}
	if e.Writes != nil {
		writes := map[string]json.RawMessage{}
		for _, w := range e.Writes() {
			writes[w.Channel] = w.Value
		}
		add("writes", writes, len(writes) > 0)
	}
	return args
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
