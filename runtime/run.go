// This file has Run, and how one is opened on a thread.

package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Run is one run of a graph. Its methods are called on the host's thread only.
type Run struct {
	g   *Graph
	h   Host
	o   Options
	ctx context.Context

	// Where it takes place.
	ns     string
	hide   []string // the parts of ns that are hidden child tasks
	nested bool     // in a task of another run: Options.Parent
	once   bool     // effects of nodes without their own setting happen once
	travel travel

	// What it was started with.
	input   Value
	command *Command
	updates bool              // it only changes the state from outside
	around  map[string]string // checkpoints of the graphs around, for an update of an inner graph

	// The position of the run: its newest checkpoint and superstep.
	state    state
	cp       cpState
	newestID string       // of the outermost run: the greatest id of a checkpoint of the thread
	loaded   string       // id of the checkpoint the run began with, "" for a new thread
	recent   *recentState // the cached form of cp; nil for none
	step     int
	stop     int // the last superstep that may run
	limit    int // how many may run

	// What waits since the last checkpoint, and the answer to it.
	pending   pendingWrites
	written   int64    // the bytes of the writes, as they are stored
	journals  []string // ids under which the saver has parts of journals
	answering answering

	// The superstep under way.
	tasks    []*Task
	children *children
	queue    []*Task   // not started yet, for MaxConcurrency
	running  int       // tasks
	inbox    []settled // their results
	settling []settled // the slice that inbox was before, to be used again
	caching  int       // writes that the cache has not stored yet
	cached   func()    // what to call when it has; nil for nothing
	failing  bool      // a task failed
	aborted  bool      // the tasks were asked to stop
	endings  int       // how many tasks have ended
	reason   error
	stopStep func() // cancels the timeout of the superstep

	// The loop.
	phase   phase
	pumping bool
	awake   bool // pump is deferred
	gaveWay bool // to runs beside this one, before its next superstep
	cut     bool // the run was cancelled while it waited for the saver
	ended   bool
	stopCtx func() bool

	// What is reported to others.
	commits commits
	audit   auditTrail
	stream  stream
	traced  traced
}

// cpState is the newest checkpoint of a run.
type cpState struct {
	id       string // "" only before the first one
	parentID string
	meta     checkpoint.Metadata
	exists   bool // it was committed or loaded
}

type phase int

const (
	phaseNew   phase = iota // the thread is not loaded yet
	phaseFirst              // the input is not stored yet
	phaseLoop               // supersteps
)

// newRun makes a run that has not begun, with its parts.
func newRun(ctx context.Context, g *Graph, h Host, o Options) *Run {
	r := &Run{g: g, h: h, o: o, ctx: ctx, state: state{g: g, h: h, sizes: stateSizes{most: o.MaxState}}}
	r.stream.run, r.traced.run, r.answering.run, r.travel.run = r, r, r, r
	return r
}

var started atomic.Int64 //nolint:gochecknoglobals // a count of the process

// Started returns how many runs this process has started. While it is 0, a script is still starting.
func Started() int64 { return started.Load() }

// Start starts a run. input is a value for the channels that an input may write, nil to resume the thread where it
// stopped, or command. The run works on the host's thread, and calls o.Done with its result. When ctx is cancelled, the
// run asks its active tasks to stop, and ends after them.
func (g *Graph) Start(ctx context.Context, h Host, input Value, command *Command, o Options) *Run {
	started.Add(1)
	r := newRun(ctx, g, h, o)
	r.input, r.command, r.nested = input, command, o.Parent != nil
	r.setDefaults()
	r.limit = o.RecursionLimit
	if r.limit == 0 {
		r.limit = DefaultRecursionLimit
	}
	if ctx.Done() != nil {
		r.stopCtx = context.AfterFunc(ctx, func() { h.Defer(r.cancelled) })
	}
	r.o.Turns.enter()
	h.Defer(r.pump)
	return r
}

// setDefaults sets the options that are missing.
func (r *Run) setDefaults() {
	if r.o.IDs == nil {
		r.o.IDs = &checkpoint.IDs{Now: r.o.Now}
	}
	if r.o.Ledger == nil {
		r.o.Ledger = &Ledger{eager: true}
	}
}

// NS returns the namespace of the run.
func (r *Run) NS() string { return r.ns }

// RunID returns the id of the outermost run, "" if it has none.
func (r *Run) RunID() string { return r.root().o.RunID }

// Options returns the options of the run.
func (r *Run) Options() *Options { return &r.o }

// Previous returns what an entrypoint of the functional API saved in the run before; nil for nothing.
func (r *Run) Previous() Value {
	if !r.g.function {
		return nil
	}
	v, _ := r.state.channels[r.g.channelIndex[PreviousChannel]].get()
	return v
}

// Graph returns the graph that runs.
func (r *Run) Graph() *Graph { return r.g }

// CheckpointID returns the id of the current checkpoint of the run.
func (r *Run) CheckpointID() string { return r.cp.id }

func (r *Run) open() error {
	if r.o.RecursionLimit < 0 {
		return plainError(`Passed "recursionLimit" must be at least 1.`)
	}
	if err := r.openOutput(); err != nil {
		return err
	}
	r.openNS()
	r.travel.replay = r.o.CheckpointID != ""
	r.once = r.o.Effects == EffectsOnce || r.nested && r.o.Effects == EffectsUsual && r.o.Parent.Once()
	if r.nested {
		p := r.o.Parent.run
		r.answering.resuming, r.answering.told = p.answering.resuming, p.answering.told
		r.answering.answer = r.o.Parent.answer.forRun()
		r.travel.back = r.travel.replay || p.travel.back
		r.travel.replay = r.travel.back
	}
	if r.command != nil && r.command.HasResume && r.o.Saver == nil {
		return plainError("Cannot use Command(resume=...) without checkpointer")
	}
	if r.o.Saver == nil {
		return r.load(nil)
	}
	if r.o.ThreadID == "" {
		return errNoThread("checkpoint")
	}
	if r.o.Durability != Async {
		r.o.Ledger.Note(r.o.Saver)
	}
	tuple, err := r.travel.findCheckpoint()
	if err != nil && !errors.Is(err, checkpoint.ErrNotFound) {
		return fmt.Errorf("load thread %s: %w", strconv.Quote(r.o.ThreadID), err)
	}
	r.travel.past = r.o.CheckpointID != "" && tuple != nil && !r.travel.newest(tuple.Checkpoint.ID)
	return r.load(tuple)
}

func (r *Run) openOutput() error {
	r.stream.out = r.g.output
	if r.o.Output == nil {
		return nil
	}
	r.stream.out = nil
	for _, name := range r.o.Output {
		c, ok := r.g.channelIndex[name]
		if !ok {
			return plainError("Key %s not found in channels", name)
		}
		r.stream.out = append(r.stream.out, c)
	}
	r.stream.out = r.g.distinct(r.stream.out)
	return nil
}

// openNS sets the namespace of the run: that of its parent task, with a number for the second and further runs of the
// same task.
func (r *Run) openNS() {
	r.ns = r.o.NS
	if !r.nested {
		return
	}
	t := r.o.Parent
	r.ns, r.hide = t.NS(), hiddenIn(t)
	if t.subgraphs > 0 {
		r.ns += "|" + strconv.Itoa(t.subgraphs)
	}
	t.subgraphs++
	if r.o.SharedNS {
		r.ns = SharedNS(r.ns)
	}
}

// SharedNS returns a namespace without the ids of tasks: that of Options.SharedNS.
func SharedNS(ns string) string {
	parts := strings.Split(ns, "|")
	for i, part := range parts {
		parts[i], _, _ = strings.Cut(part, ":")
	}
	return strings.Join(parts, "|")
}

// root returns the outermost run.
func (r *Run) root() *Run {
	for r.nested {
		r = r.o.Parent.run
	}
	return r
}

// newID returns an id for a checkpoint. It is greater than the ids of all checkpoints of the thread.
func (r *Run) newID(step int) string {
	root := r.root()
	root.newestID = r.o.IDs.NewAfter(step, root.newestID)
	return root.newestID
}

// load loads the state at tuple into the run; tuple is nil for a new thread.
func (r *Run) load(tuple *checkpoint.Tuple) error {
	_, r.audit.on = r.o.Saver.(checkpoint.AuditLog)
	if err := r.state.make(); err != nil {
		return err
	}
	r.step = -1
	if tuple == nil {
		r.cp.meta.Step = -2
		r.cp.id = r.newID(0)
	} else if err := r.loadTuple(tuple); err != nil {
		return err
	}
	r.stop = r.step + r.limit + 1
	return nil
}

func (r *Run) loadTuple(tuple *checkpoint.Tuple) error {
	cp := tuple.Checkpoint
	r.cp = cpState{id: cp.ID, parentID: cp.ParentID, meta: cp.Metadata, exists: true}
	r.loaded = cp.ID
	root := r.root()
	root.newestID = max(root.newestID, tuple.Newest, cp.ID)
	r.step = cp.Metadata.Step + 1
	_ = json.Unmarshal(cp.Metadata.Extra[extraAnswer], &r.answering.answered) // "" if it is not there
	r.state.loadVersions(cp.Versions)
	if !r.state.lazy || r.g.wired {
		if err := r.loadState(tuple); err != nil {
			return err
		}
	}
	for _, v := range cp.Values {
		if i, ok := r.g.channelIndex[v.Channel]; ok && i >= r.g.stateSize {
			if err := r.loadValue(i, v, tuple.Key); err != nil {
				return err
			}
			r.state.live = append(r.state.live, i)
		}
	}
	for _, s := range cp.Seen {
		r.state.loadSeen(s)
	}
	return r.loadPending(tuple.Writes)
}

// loadState loads the values of the channels of the state.
func (r *Run) loadState(tuple *checkpoint.Tuple) error {
	for _, v := range tuple.Checkpoint.Values {
		i, ok := r.g.channelIndex[v.Channel]
		if !ok || i >= r.g.stateSize {
			continue
		}
		if err := r.loadValue(i, v, tuple.Key); err != nil {
			return err
		}
		r.state.loaded(i, v.Version)
	}
	return nil
}

func (r *Run) loadValue(i int, v checkpoint.Value, key checkpoint.Key) error {
	r.state.sizes.of[i] = int64(v.Blob.Size())
	if err := r.loadBlob(i, v); err != nil {
		return fmt.Errorf("load channel %s of thread %s: %w", v.Channel, strconv.Quote(key.ThreadID), err)
	}
	return nil
}

// Context returns the context that ends the run when it is cancelled.
func (r *Run) Context() context.Context { return r.ctx }

// Host returns the host the run takes place on.
func (r *Run) Host() Host { return r.h }
