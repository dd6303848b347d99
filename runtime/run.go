// This file has Run, and how one is opened on a thread.

package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Run is one run of a graph. Its methods are called on the host's thread only.
type Run struct {
	g   *Graph
	h   Host
	o   Options
	ctx context.Context
	ns  string
	// hide has the parts of ns that are hidden child tasks.
	hide []string

	channels    []channel
	versions    []int64
	maxVersion  int64
	stored      []int64           // versions of the last checkpoint that was committed
	kept        []Kept            // by channel of the state: what that checkpoint has
	seen        [][]int64         // by node and trigger
	keptSeen    []checkpoint.Seen // by node: as the last checkpoint has it
	seenBreak   []int64           // by channel: what the last breakpoint has seen
	updated     []int             // channels that changed in the last superstep
	knowUpdated bool
	live        []int // volatile channels that may be set

	cp       cpState
	newestID string // of the outermost run: the greatest id of a checkpoint of the thread
	loaded   string // id of the checkpoint the run began with, "" for a new thread
	step     int
	stop     int
	limit    int
	replay   bool            // runs from a checkpoint that was asked for
	past     bool            // that is not the newest one
	goesBack bool            // runs in its tasks begin with what their namespaces had at that time
	travels  bool            // of an inner graph: CheckpointMap of the outermost run names its checkpoint
	backTo   string          // of the outermost run that goes back: the id of the checkpoint
	revived  map[string]bool // of the outermost run that goes back: the inner graphs that have begun with what they had
	nested   bool
	updates  bool              // it is no run, but changes the state from outside
	lazy     bool              // the values of the state are not loaded
	recent   *recentState      // what is remembered of cp; nil for nothing
	around   map[string]string // checkpoints of the graphs around, for an update of an inner graph
	resuming bool
	once     bool           // effects of nodes that do not say anything else happen once
	pending  []pendingWrite // see setPending
	index    pendingIndex   // of pending
	answer   *answer
	answered string // uid of the last answer used in this namespace

	journaled  map[string]bool    // tasks that have a journal in the saver; nil for none
	journals   []string           // ids under which the saver has parts of journals
	answerAt   int                // how many of pending came before it
	answerKept checkpoint.Blob    // the answer that was pending when the run was loaded
	audited    bool               // the saver keeps an audit log
	events     []checkpoint.Event // for the next commit
	questions  map[string]bool    // ids of the questions that the log was told of
	givenUp    int                // questions that a new input put an end to

	tasks    []*Task
	inbox    []settled
	running  int
	queue    []*Task // not started yet, for MaxConcurrency
	children *children
	pumping  bool
	awake    bool      // pump is deferred
	deferral *deferral // what the run has deferred last; nil for nothing
	lost     error     // why it could not be committed
	outage   error     // of the outermost run: why its saver, or that of a run inside of it, could not store anything
	barriers int       // how many the ledger had when something was committed last, or waited
	doneKept bool      // the last commit said that the thread is done
	ended    bool
	failing  bool // a task of this superstep failed
	aborted  bool // its tasks were told to stop
	reason   error
	cut      bool // it was cancelled while it waited for the saver

	input    Value
	command  *Command
	phase    phase
	outbox   []Chunk
	emitted  bool  // a values chunk was due
	told     Value // what it had, for graphs with channels that fade
	out      []int
	stopCtx  func() bool
	stopStep func() // cancels the timeout of the superstep
	refusing int    // the channel that refused a write, once one has
	scratch  []int

	began      time.Time   // the run, where someone is told of it
	stepTraced *TraceEvent // the superstep, likewise; nil for none
	byChan     [][]Value
}

// cpState is the checkpoint a run stands at.
type cpState struct {
	id       string // "" only before the first one
	parentID string
	meta     checkpoint.Metadata
	exists   bool // it was committed or loaded
}

type phase int

const (
	phaseFirst phase = iota
	phaseLoop
)

// Start starts a run. input is a value for the channels that an input may
// write, nil to go on where the thread stands, or command. The run works on the
// host's thread; o.Done is told how it ended. Cancelling ctx ends it after the
// tasks that run.
func (g *Graph) Start(ctx context.Context, h Host, input Value, command *Command, o Options) *Run {
	r := &Run{g: g, h: h, o: o, ctx: ctx, input: input, command: command}
	r.nested = o.Parent != nil
	r.setDefaults()
	r.limit = o.RecursionLimit
	if r.limit == 0 {
		r.limit = DefaultRecursionLimit
	}
	if ctx.Done() != nil {
		r.stopCtx = context.AfterFunc(ctx, func() { h.Defer(r.cancelled) })
	}
	h.Defer(func() {
		r.barriers = r.o.Ledger.barriers
		if err := r.open(); err != nil {
			r.fail(err)
			return
		}
		r.traceBegin()
		r.pump()
	})
	return r
}

// setDefaults gives the run what its options leave out.
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

// Options returns the options of the run.
func (r *Run) Options() *Options { return &r.o }

// Previous returns what a graph of the functional API saved in the run before; nil for nothing.
func (r *Run) Previous() Value {
	if !r.g.function {
		return nil
	}
	v, _ := r.channels[r.g.channelIndex[PreviousChannel]].get()
	return v
}

// Graph returns the graph that runs.
func (r *Run) Graph() *Graph { return r.g }

// CheckpointID returns the id of the checkpoint the run stands at.
func (r *Run) CheckpointID() string { return r.cp.id }

func (r *Run) open() error {
	if r.o.RecursionLimit < 0 {
		return plainError(`Passed "recursionLimit" must be at least 1.`)
	}
	if err := r.openOutput(); err != nil {
		return err
	}
	r.openNS()
	r.replay = r.o.CheckpointID != ""
	r.once = r.o.Effects == EffectsOnce || r.nested && r.o.Effects == EffectsUsual && r.o.Parent.Once()
	if r.nested {
		p := r.o.Parent.run
		r.resuming = p.resuming
		r.answer = r.o.Parent.answer.forRun()
		r.goesBack = r.replay || p.goesBack
		r.replay = r.goesBack
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
	tuple, err := r.findCheckpoint()
	if err != nil && !errors.Is(err, checkpoint.ErrNotFound) {
		return fmt.Errorf("load thread %s: %w", strconv.Quote(r.o.ThreadID), err)
	}
	r.past = r.o.CheckpointID != "" && tuple != nil && !r.newest(tuple.Checkpoint.ID)
	return r.load(tuple)
}

func (r *Run) openOutput() error {
	r.out = r.g.output
	if r.o.Output == nil {
		return nil
	}
	r.out = nil
	for _, name := range r.o.Output {
		c, ok := r.g.channelIndex[name]
		if !ok {
			return plainError("Key %s not found in channels", name)
		}
		r.out = append(r.out, c)
	}
	return nil
}

// openNS finds the namespace: that of the task the run takes place in, with a
// number for the second and further runs of the same task.
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

// findCheckpoint loads the checkpoint to run from. The first run of an inner graph in a run that
// goes back to an older checkpoint starts from what its namespace had at that time, and takes its input.
func (r *Run) findCheckpoint() (*checkpoint.Tuple, error) {
	key := checkpoint.Key{ThreadID: r.o.ThreadID, NS: r.ns, ID: r.o.CheckpointID}
	if r.nested && key.ID == "" {
		key.ID = r.root().o.CheckpointMap[r.ns]
		r.travels = key.ID != ""
	}
	if key.ID == "" && r.nested && r.goesBack && r.root().revives(r.ns) {
		r.resuming = false
		before := r.root().backTo
		for tuple, err := range r.o.Saver.List(r.ctx, key, checkpoint.ListOptions{Before: before, Limit: 1}) {
			return tuple, err
		}
		return nil, checkpoint.ErrNotFound
	}
	if key.ID == "" && r.o.Recent != nil && !r.nested {
		return r.recall(key)
	}
	return r.o.Saver.Get(context.WithoutCancel(r.ctx), key) // a run that is cancelled before it begins keeps its input
}

// root returns the outermost run.
func (r *Run) root() *Run {
	for r.nested {
		r = r.o.Parent.run
	}
	return r
}

// newID returns an id for a checkpoint, greater than those of all that the thread has.
func (r *Run) newID(step int) string {
	root := r.root()
	root.newestID = r.o.IDs.NewAfter(step, root.newestID)
	return root.newestID
}

// replayedID returns the id of the checkpoint that the outermost run goes back to.
func (r *Run) replayedID() string {
	if (r.cp.meta.Source == checkpoint.SourceUpdate || r.cp.meta.Source == checkpoint.SourceFork) && r.cp.parentID != "" {
		return r.cp.parentID
	}
	return r.cp.id
}

// revives reports whether a run of an inner graph is the first one since the outermost run went back. Its namespace
// counts without the id of its task.
func (r *Run) revives(ns string) bool {
	if i := strings.LastIndexByte(ns, ':'); i >= 0 {
		ns = ns[:i]
	}
	if r.revived[ns] {
		return false
	}
	if r.revived == nil {
		r.revived = map[string]bool{}
	}
	r.revived[ns] = true
	return true
}

// load brings the run to the state of tuple; nil for a new thread.
func (r *Run) load(tuple *checkpoint.Tuple) error {
	_, r.audited = r.o.Saver.(checkpoint.AuditLog)
	g := r.g
	n := len(g.channels)
	r.channels = make([]channel, n)
	r.versions, r.stored, r.seenBreak = make([]int64, n), make([]int64, n), make([]int64, n)
	r.kept = make([]Kept, g.stateSize)
	r.seen = make([][]int64, len(g.nodes))
	r.byChan = make([][]Value, n)
	for i := range g.nodes {
		r.seen[i] = make([]int64, len(g.nodes[i].triggers))
	}
	for i := range g.channels {
		c, err := g.channels[i].make(r.h)
		if err != nil {
			return err
		}
		r.channels[i] = c
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
	_ = json.Unmarshal(cp.Metadata.Extra[extraAnswer], &r.answered) // "" if it is not there
	for _, v := range cp.Versions {
		r.maxVersion = max(r.maxVersion, v.N)
		if i, ok := r.g.channelIndex[v.Channel]; ok {
			r.versions[i], r.stored[i] = v.N, v.N
		}
	}
	if !r.lazy {
		if err := r.loadState(tuple); err != nil {
			return err
		}
	}
	for _, v := range cp.Values {
		if i, ok := r.g.channelIndex[v.Channel]; ok && i >= r.g.stateSize {
			if err := r.loadValue(i, v, tuple.Key); err != nil {
				return err
			}
			r.live = append(r.live, i)
		}
	}
	for _, s := range cp.Seen {
		r.loadSeen(s)
	}
	return r.loadPending(tuple.Writes)
}

// loadState gives the channels of the state their values.
func (r *Run) loadState(tuple *checkpoint.Tuple) error {
	for _, v := range tuple.Checkpoint.Values {
		i, ok := r.g.channelIndex[v.Channel]
		if !ok || i >= r.g.stateSize {
			continue
		}
		if err := r.loadValue(i, v, tuple.Key); err != nil {
			return err
		}
		if value, ok := r.channels[i].get(); ok && r.stored[i] == v.Version && r.g.channels[i].spec.whole() {
			r.kept[i] = Kept{value, r.h.Mark(value)}
		}
	}
	return nil
}

func (r *Run) loadValue(i int, v checkpoint.Value, key checkpoint.Key) error {
	if err := r.loadBlob(i, v); err != nil {
		return fmt.Errorf("load channel %s of thread %s: %w", v.Channel, strconv.Quote(key.ThreadID), err)
	}
	return nil
}

func (r *Run) loadSeen(s checkpoint.Seen) {
	if s.Node == checkpoint.ChannelInterrupt {
		for _, v := range s.Versions {
			if c, ok := r.g.channelIndex[v.Channel]; ok {
				r.seenBreak[c] = v.N
			}
		}
		return
	}
	i, ok := r.g.nodeIndex[s.Node]
	if !ok {
		return
	}
	for _, v := range s.Versions {
		for k, c := range r.g.nodes[i].triggers {
			if r.g.channels[c].name == v.Channel {
				r.seen[i][k] = v.N
			}
		}
	}
}

// Context returns the context that ends the run when it is cancelled.
func (r *Run) Context() context.Context { return r.ctx }

// Host returns the host the run takes place on.
func (r *Run) Host() Host { return r.h }
