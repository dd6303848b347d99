// This file has Task, and computes the ids and paths of tasks.

package runtime

import (
	"crypto/sha1"
	"encoding"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// The first element of a task's path: whether an edge or a Send made it.
const (
	pathPull = "__pregel_pull"
	pathPush = "__pregel_push"
)

// Task is one run of a node in a superstep.
type Task struct {
	Node     *NodeSpec
	Input    Value // what the node gets
	Listener any   // of the host: who gets the events of the task
	// Ending, if the host sets it, is called when the task has ended or failed, before the engine acts on that. It
	// calls done later.
	Ending func(err error, done func())

	run      *Run
	node     *node
	place    int // among the tasks that it started with
	ended    int // its place among the tasks of the run that have ended; 0 before
	trigger  int // the channel that made it
	send     int // the index of its Send, or -1
	id, ns   string
	writes   []write
	finished bool
	cached   bool // its writes were there when the superstep began
	err      error
	attempts int
	over     int       // attempts with a smaller number are over, see Over
	began    time.Time // the first of attempts, for nodes with a retry policy
	traced   time.Time // the attempt that runs, where someone traces it
	limits   *TimeoutPolicy
	watch    *watch // of this attempt; nil for one without limits
	onAbort  []func(error)

	interruptState
	handles   *Task     // the task whose error this one handles, see handler.go
	handled   bool      // its error is in the hands of a handler
	key       *CacheKey // where the cache has what it writes; nil for nowhere
	fromCache bool
	late      bool     // it failed when it had been asked to stop
	toNobody  bool     // it returned a Command for a parent graph, and there is none
	journal   *journal // of its effects; nil for none
	child     *child   // set for a task that a function called, see call.go
	children  int      // how many child tasks the function of this task has called so far
	asking    *asking  // those of them that ask one at a time
	subgraphs int      // how many inner graphs its function has run so far
	stored    bool     // the saver has its writes
	written   int64    // how many bytes they have
	routed    int      // jobs after which its branches were asked
	routing   int      // branches that have not settled
	routes    [][]write
	routeErr  error
}

// write is a value for a channel of the graph, or for a special one.
type write struct {
	channel int
	value   Value
}

// Special channels of a write.
const (
	chNoWrites = -1 - iota
	chReturn
)

// Run returns the run the task belongs to.
func (t *Task) Run() *Run { return t.run }

// Name returns the name of the node.
func (t *Task) Name() string { return t.node.Name }

// ID returns the id of the task: the same for the same task of the same checkpoint.
func (t *Task) ID() string {
	if t.id == "" {
		t.id = t.run.taskID(t)
	}
	return t.id
}

// NS returns the namespace of the task, in which its subgraphs store their checkpoints.
func (t *Task) NS() string {
	if t.ns == "" {
		t.ns = joinNS(t.outerNS(), t.node.Name) + ":" + t.ID()
	}
	return t.ns
}

// Running reports whether the function of the task is still active.
func (t *Task) Running() bool { return !t.finished && t.err == nil && !t.run.ended }

// Step returns the number of the superstep.
func (t *Task) Step() int { return t.run.step }

// Told returns what LangGraph.js 0.2 tells the task, nil for nothing.
func (t *Task) Told() *Told {
	if t.attempts > 1 {
		return &Told{Resuming: true}
	}
	return t.run.answering.told
}

// Triggers returns the names of the channels that made the task.
func (t *Task) Triggers() []string {
	if t.send >= 0 {
		return []string{pathPush}
	}
	return []string{t.run.g.channels[t.trigger].name}
}

// EdgeChannels returns the names of the channels through which the edges of the node lead on.
func (t *Task) EdgeChannels() []string {
	var names []string
	for _, w := range t.node.writes {
		names = append(names, t.run.g.channels[w.channel].name)
	}
	return names
}

// Path returns the origin of the task: ["__pregel_pull", node], ["__pregel_push", index], or ["__pregel_push", path of
// the caller, index, true] for a child task.
func (t *Task) Path() []any {
	switch {
	case t.child != nil:
		return []any{pathPush, t.child.parent.Path(), t.child.index, true}
	case t.handles != nil:
		return []any{pathPush, t.handles.Name(), t.Name(), false}
	case t.send >= 0:
		return []any{pathPush, t.send}
	}
	return []any{pathPull, t.node.Name}
}

// Sent reports whether a Send made the task.
func (t *Task) Sent() bool { return t.send >= 0 && t.handles == nil && t.child == nil }

// hidden reports whether streams do not show the task.
func (t *Task) hidden() bool { return t.node.index == 0 || t.child != nil && t.child.call.Hidden }

func joinNS(ns, name string) string {
	if ns == "" {
		return name
	}
	return ns + "|" + name
}

// outerNS is the namespace the one of t is in.
func (t *Task) outerNS() string {
	if t.child != nil {
		return t.child.parent.NS()
	}
	return t.run.ns
}

func (r *Run) taskID(t *Task) string {
	if t.child != nil {
		c := t.child
		return ChildTaskID(r.cp.id, c.parent.NS(), r.step, t.node.Name, c.parent.Path(), c.index)
	}
	if t.handles != nil {
		return HandlerTaskID(r.cp.id, r.ns, r.step, t.node.Name, t.handles.ID())
	}
	if t.send >= 0 {
		return PushTaskID(r.cp.id, r.ns, r.step, t.node.Name, t.send)
	}
	return PullTaskID(r.cp.id, r.ns, r.step, t.node.Name, t.Triggers()[0])
}

// PullTaskID returns the id of the task of a node that a channel triggered, in
// the superstep behind a checkpoint. It is LangGraph's.
func PullTaskID(checkpointID, ns string, step int, node, trigger string) string {
	return newTaskID(checkpointID, ns, step, node, pathPull, trigger, -1)
}

// pullTaskIDs returns a function for the PullTaskIDs of one node, by the trigger.
func pullTaskIDs(checkpointID, ns string, step int, node string) func(trigger string) string {
	begin := append(appendTaskID(idSpace(checkpointID), ns, step, node, pathPull), '[')
	const block = sha1.BlockSize
	done := len(begin) / block * block
	h := sha1.New()
	h.Write(begin[:done])
	hashed, err := h.(encoding.BinaryAppender).AppendBinary(nil)
	if err != nil {
		hashed, done = nil, 0 // never: then each id hashes all
	}
	buf := begin[done:]
	return func(trigger string) string {
		h.Reset()
		if hashed != nil {
			_ = h.(encoding.BinaryUnmarshaler).UnmarshalBinary(hashed) // it is what AppendBinary has returned
		}
		buf = append(appendJSON(buf[:len(begin)-done], trigger), ']', ']')
		h.Write(buf)
		return uuid5Of([sha1.Size]byte(h.Sum(nil)))
	}
}

// PushTaskID returns the id of the task that Send number index made.
func PushTaskID(checkpointID, ns string, step int, node string, index int) string {
	return newTaskID(checkpointID, ns, step, node, pathPush, "", index)
}

// newTaskID hashes ["ns|node","step","node","kind",["trigger"] or "index"], as
// JSON.stringify writes it, in the namespace of the checkpoint.
func newTaskID(checkpointID, ns string, step int, node, kind, trigger string, index int) string {
	buf := appendTaskID(idSpace(checkpointID), ns, step, node, kind)
	if index >= 0 {
		buf = append(strconv.AppendInt(append(buf, '"'), int64(index), 10), '"', ']')
	} else {
		buf = append(appendJSON(append(buf, '['), trigger), ']', ']')
	}
	return uuid5(buf)
}

// appendTaskID appends to space, which idSpace has made, what newTaskID hashes before the trigger or the index.
func appendTaskID(space []byte, ns string, step int, node, kind string) []byte {
	buf := append(space, '[')
	buf = append(appendJSON(buf, joinNS(ns, node)), ',', '"')
	buf = append(strconv.AppendInt(buf, int64(step), 10), '"', ',')
	buf = append(appendJSON(buf, node), ',')
	return append(appendJSON(buf, kind), ',')
}

// idSpace returns the bytes of the namespace of task ids, with room for a name.
func idSpace(checkpointID string) []byte {
	space, _ := checkpoint.ParseUUID(checkpointID)
	return append(make([]byte, 0, 192), space[:]...)
}

// appendJSON appends s as a JSON string, as JSON.stringify does.
func appendJSON(buf []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			var b strings.Builder
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			_ = enc.Encode(s) // a string can always be encoded
			return append(buf, strings.TrimSuffix(b.String(), "\n")...)
		}
	}
	buf = append(buf, '"')
	buf = append(buf, s...)
	return append(buf, '"')
}

// uuid5 returns the version 5 UUID of a name behind the 16 bytes of its namespace.
func uuid5(spaceAndName []byte) string {
	return uuid5Of(sha1.Sum(spaceAndName))
}

func uuid5Of(sum [sha1.Size]byte) string {
	b := [16]byte(sum[:16])
	b[6] = b[6]&0x0f | 0x50
	b[8] = b[8]&0x3f | 0x80
	return checkpoint.FormatUUID(b)
}
