// This file has Run: an active run. Its methods wait for it, cancel it and read its stream.

package hitlrun

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
)

// Mode is a stream mode of LangGraph.
type Mode string

// The stream modes.
const (
	ModeValues      Mode = "values"      // the state after each superstep
	ModeUpdates     Mode = "updates"     // {node: what it wrote}, and {"__interrupt__": questions}
	ModeMessages    Mode = "messages"    // [message or part of one, metadata]: tokens of models as they arrive
	ModeCustom      Mode = "custom"      // what nodes write with config.writer
	ModeTasks       Mode = "tasks"       // the start and the result of each task
	ModeCheckpoints Mode = "checkpoints" // checkpoints as they are stored
	ModeDebug       Mode = "debug"       // tasks and checkpoints, each with its time and superstep
	ModeTools       Mode = "tools"       // calls of tools
	ModeEvents      Mode = "events"      // what streamEvents of version "v2" returns: starts, parts and ends of graphs, nodes, models and tools
	// ModeEnvelope adds a chunk before each chunk of ModeValues: it names the checkpoint of the values.
	ModeEnvelope Mode = "envelope"
	// ModeProtocol returns messages as events of LangGraph's streaming protocol, instead of ModeMessages.
	ModeProtocol Mode = "protocol"
)

// Chunk is an element of the stream of a run.
type Chunk struct {
	// NS is the namespace of the graph that the chunk comes from; empty for the outermost graph.
	NS      []string
	Mode    Mode
	Payload json.RawMessage
}

// Run is a run of a thread that takes place in this process. It is safe for concurrent use.
type Run struct {
	id, threadID string
	stop         context.CancelCauseFunc
	done         chan struct{}
	res          *Result
	err          error

	store  *Store
	chunks chunkQueue
}

// ID returns the id of the run, a UUID. Thread.RunID has it until another run changes the thread.
func (r *Run) ID() string { return r.id }

// ThreadID returns the id of the thread that the run works on.
func (r *Run) ThreadID() string { return r.threadID }

// Done is closed when the run has ended.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait waits until the run ends or asks, and returns what Start and Resume return. If ctx ends first, Wait returns the
// error of ctx, and the run continues. Wait can be called several times, and by several goroutines. Do not call it
// inside a loop over Chunks: the run may wait for that loop.
func (r *Run) Wait(ctx context.Context) (*Result, error) {
	select {
	case <-r.done:
		return r.res, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Cancel stops the run: it aborts active tasks, and does not store what they had not finished. The thread is then where
// its last superstep ended, with StatusInterrupted: Resume without a value continues it. Wait returns a
// *CancelError. On a run that has ended Cancel does nothing.
func (r *Run) Cancel(by string) { r.stop(&CancelError{ThreadID: r.threadID, By: by}) }

// Chunks returns the chunks of the run in the modes of RunOptions.Modes, from the first one on, until the run ends.
// What a chunk reports survives a power cut when the loop gets the chunk. Chunks that nobody reads stay in memory.
// While somebody reads, the run waits once 16 MiB of chunks are unread, and after a chunk of more than 1 MiB until the loop
// has come back from it; so the loop must not call Wait. Chunks can be called once.
func (r *Run) Chunks(ctx context.Context) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		r.chunks.read(true)
		defer r.chunks.read(false)
		for {
			list, err := r.chunks.take(ctx, r.done)
			if err == nil && len(list) > 0 && !r.store.unsynced {
				err = r.store.Sync(context.WithoutCancel(ctx))
			}
			if err != nil {
				yield(Chunk{}, err)
				return
			}
			if len(list) == 0 {
				return
			}
			for _, c := range list {
				if !yield(c, nil) {
					return
				}
			}
		}
	}
}

// chunkQueue has the unread chunks of a run.
type chunkQueue struct {
	mu    sync.Mutex
	list  []Chunk
	bytes int
	less  chan struct{} // closed when there is room again, or the reader comes back; nil if nobody reads
	more  chan struct{} // has an element if list may have chunks

	added, taken, processed int // how many chunks were added, which of them the reader has taken, and from which it has come back
}

// maxWaiting is how many bytes of chunks wait for a reader before the run waits for it. largeChunk is the size of a chunk from which
// on the run waits until the reader has processed it: while it waits, the chunk counts for what all runs have in memory.
const (
	maxWaiting = 16 << 20
	largeChunk = 1 << 20
)

// put adds a chunk. It waits for the reader, if there is one, until ctx ends.
func (q *chunkQueue) put(ctx context.Context, c jsapi.Chunk) {
	q.mu.Lock()
	q.list = append(q.list, Chunk{c.NS, Mode(c.Mode), c.Payload})
	q.bytes += len(c.Payload)
	q.added++
	mine, large, full := q.added, len(c.Payload) > largeChunk, q.bytes > maxWaiting
	q.mu.Unlock()
	select {
	case q.more <- struct{}{}:
	default:
	}
	for full || large {
		q.mu.Lock()
		less := q.less
		over := less == nil || q.taken >= mine && (!large || q.processed >= mine)
		q.mu.Unlock()
		if over {
			return
		}
		select {
		case <-less:
		case <-ctx.Done():
			return
		}
	}
}

// signal ends what waits for less. The caller holds q.mu.
func (q *chunkQueue) signal() {
	if q.less != nil {
		close(q.less)
		q.less = make(chan struct{})
	}
}

// read records that somebody begins to read, or stops.
func (q *chunkQueue) read(begins bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.less != nil {
		close(q.less)
		q.less = nil
	}
	if begins {
		q.less = make(chan struct{})
	}
}

// take returns the unread chunks; none at the end.
func (q *chunkQueue) take(ctx context.Context, done <-chan struct{}) ([]Chunk, error) {
	q.mu.Lock()
	q.processed = q.taken
	q.signal()
	q.mu.Unlock()
	for ended := false; ; {
		q.mu.Lock()
		list := q.list
		q.list, q.bytes = nil, 0
		if q.taken = q.added; len(list) > 0 {
			q.signal()
		}
		q.mu.Unlock()
		if len(list) > 0 || ended {
			return list, nil
		}
		select {
		case <-q.more:
		case <-done:
			ended = true // what came before is in the list
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Begin starts a run as Start does, and returns when the run is active. It refuses what Start refuses, with the same
// errors. The run ends when ctx ends: for a run that outlives a request, pass context.WithoutCancel(ctx). The run
// continues even if nobody waits for it.
func (s *Store) Begin(ctx context.Context, script *Script, o Start) (*Run, error) {
	return s.begin(ctx, &o.RunOptions, func(ctx context.Context) (*prepared, error) { return s.prepareStart(ctx, script, o) })
}

// BeginResume starts a run as Resume does, and returns when the run is active. It refuses what Resume refuses; ctx is
// as in Begin.
func (s *Store) BeginResume(ctx context.Context, threadID string, a Answer) (*Run, error) {
	return s.begin(ctx, &a.RunOptions, func(ctx context.Context) (*prepared, error) { return s.prepareResume(ctx, threadID, a) })
}

func (s *Store) begin(ctx context.Context, o *RunOptions, prepare func(ctx context.Context) (*prepared, error)) (*Run, error) {
	r := &Run{store: s, done: make(chan struct{})}
	r.chunks.more = make(chan struct{}, 1)
	ctx, r.stop = context.WithCancelCause(ctx)
	if o.RunID == "" {
		o.RunID = NewRunID()
	}
	p, err := prepare(ctx)
	if err != nil {
		r.stop(nil)
		_, err = notified[*Result](s, ctx, nil, err)
		return nil, err
	}
	r.id, r.threadID = o.RunID, p.call.ThreadID
	p.call.Unsynced = s.unsynced
	if len(p.call.Modes) > 0 {
		p.call.OnChunk = func(c jsapi.Chunk) { r.chunks.put(ctx, c) }
	}
	go func() {
		r.res, r.err = p.run(ctx)
		r.stop(nil)
		close(r.done)
	}()
	return r, nil
}

// fill copies the options into a call.
func (o *RunOptions) fill(c *jsapi.GraphCall) {
	c.RecursionLimit, c.OnUpdate, c.By, c.From, c.Strict = o.RecursionLimit, o.OnUpdate, o.By, o.from(), o.Strict
	c.RunID, c.Config, c.CheckpointID, c.Subgraphs = o.RunID, o.Config, o.CheckpointID, o.Subgraphs
	c.InterruptBefore, c.InterruptAfter = o.InterruptBefore, o.InterruptAfter
	c.LongTerm = o.LongTerm
	if c.RunID == "" {
		c.RunID = NewRunID()
	}
	for _, m := range o.Modes {
		c.Modes = append(c.Modes, string(m))
	}
}

// check returns what is wrong with the options; nil if nothing is.
func (o *RunOptions) check(limits Limits) error {
	if o.RecursionLimit < 0 {
		return errors.New("the recursion limit must be at least 1")
	}
	if err := checkGiven("the config", o.Config, limits); err != nil {
		return err
	}
	if err := checkNames(o.By, o.From); err != nil {
		return err
	}
	for _, m := range o.Modes {
		switch m {
		case ModeValues, ModeUpdates, ModeMessages, ModeCustom, ModeTasks, ModeCheckpoints, ModeDebug, ModeTools, ModeEvents, ModeEnvelope, ModeProtocol:
		default:
			return fmt.Errorf("there is no stream mode %q", m)
		}
	}
	return nil
}

// RunsStarted returns how many runs of graphs this process has started, those that scripts start themselves included. While it
// is 0, a script is still being loaded.
func RunsStarted() int64 { return runtime.Started() }

// NewRunID returns an id for a run: a UUID of version 7, which sorts by time.
func NewRunID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	ms := uint64(time.Now().UnixMilli())
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	b[6] = 0x70 | b[6]&0x0f
	b[8] = 0x80 | b[8]&0x3f
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
