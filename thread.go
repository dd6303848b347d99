// This file reads threads and deletes them. None of it needs a script.

package hitlrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
)

// Thread is a thread in a list.
type Thread struct {
	ID         string    `json:"thread_id"`
	Status     Status    `json:"status"`
	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`
	Script     string    `json:"script,omitempty"`      // the file it was started with
	ScriptHash string    `json:"script_hash,omitempty"` // the version of it, see Script.Hash
	// ScriptChanged is FileChanged or FileGone if that is what became of the file since, see ThreadFilter.
	ScriptChanged string      `json:"script_changed,omitempty"`
	Interrupts    []Interrupt `json:"interrupts"`
	Error         string      `json:"error,omitempty"`
	// Encrypted says that Script, Interrupts and Error are left out: the key is missing.
	Encrypted bool `json:"encrypted,omitempty"`
}

// ThreadFilter narrows Threads. The zero value lists all.
type ThreadFilter struct {
	Status Status // "" is any
	Limit  int    // 0 is all
	// Overdue lists only threads with a question whose deadline has passed.
	Overdue bool
	// Changes compares the script of each thread that is not done with its file as it is now. Each file is
	// bundled once for that, which takes some milliseconds; less than one with ScriptOptions.CacheDir.
	Changes bool
}

// Threads lists threads, the one that changed last first.
func (s *Store) Threads(ctx context.Context, f ThreadFilter) ([]Thread, error) {
	filter := sqlite.ThreadFilter{Status: f.Status, Limit: f.Limit}
	if f.Overdue {
		filter.Due = time.Now()
	}
	list, err := s.db.Threads(ctx, filter)
	if list, err = notified(s, ctx, list, err); err != nil {
		return nil, err
	}
	threads := make([]Thread, len(list))
	files := currentHashes{cacheDir: s.o.Script.CacheDir}
	for i := range list {
		t := &list[i]
		threads[i] = Thread{
			ID: t.ID, Status: t.Status, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt,
			Interrupts: questions(t), Error: t.Error, Encrypted: t.Sealed,
		}
		var info scriptInfo
		if json.Unmarshal(t.Script.Info, &info) == nil {
			threads[i].Script, threads[i].ScriptHash = info.Path, info.Hash
			if f.Changes && t.Status != StatusDone {
				threads[i].ScriptChanged = files.change(info)
			}
		}
	}
	return threads, nil
}

func questions(t *sqlite.Thread) []Interrupt {
	list := make([]Interrupt, 0, len(t.Interrupts))
	if t.Status != StatusInterrupted {
		return list
	}
	for _, in := range t.Interrupts {
		q := Interrupt{ID: in.ID, Value: jsapi.PlainJSON(in.Value.Data), Node: in.Node}
		if !in.Deadline.IsZero() {
			q.Deadline = &in.Deadline
		}
		list = append(list, q)
	}
	return list
}

// State returns where a thread stands. The state is that of its newest
// checkpoint with the writes of Commands since; what tasks wrote that finished
// beside one that waits comes with the next checkpoint.
func (s *Store) State(ctx context.Context, threadID string) (*Result, error) {
	res, err := s.state(ctx, threadID)
	return notified(s, ctx, res, err)
}

func (s *Store) state(ctx context.Context, threadID string) (*Result, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, err
	}
	res := &Result{ThreadID: t.ID, Status: t.Status, Values: json.RawMessage("{}"), Interrupts: questions(t), Error: t.Error}
	tuple, err := s.saver.Get(ctx, checkpoint.Key{ThreadID: threadID})
	if errors.Is(err, checkpoint.ErrNotFound) {
		return res, nil
	}
	if err != nil {
		return nil, err
	}
	res.Values = plainState(tuple.Checkpoint)
	res.Next = nextNodes(tuple)
	return res, nil
}

// Snapshot is a checkpoint of a thread's history.
type Snapshot struct {
	CheckpointID string          `json:"checkpoint_id"`
	ParentID     string          `json:"parent_id,omitempty"`
	Step         int             `json:"step"`
	Source       string          `json:"source"`
	CreatedAt    time.Time       `json:"created_at"`
	Values       json.RawMessage `json:"values"`
	Next         []string        `json:"next"`
}

// History returns the checkpoints of a thread, newest first; limit 0 is all.
func (s *Store) History(ctx context.Context, threadID string, limit int) ([]Snapshot, error) {
	if _, err := s.thread(ctx, threadID); err != nil {
		return nil, err
	}
	var list []Snapshot
	for tuple, err := range s.saver.List(ctx, checkpoint.Key{ThreadID: threadID}, checkpoint.ListOptions{Limit: limit}) {
		if err != nil {
			return nil, err
		}
		cp := tuple.Checkpoint
		list = append(list, Snapshot{
			CheckpointID: cp.ID, ParentID: cp.ParentID, Step: cp.Metadata.Step, Source: cp.Metadata.Source,
			CreatedAt: cp.CreatedAt, Values: plainState(cp), Next: nextNodes(tuple),
		})
	}
	return notified(s, ctx, list, nil)
}

// Delete removes all of a thread. Of its entries in the audit log digests stay.
func (s *Store) Delete(ctx context.Context, threadID string) error {
	return s.DeleteBy(ctx, threadID, "", "go")
}

// DeleteBy is Delete, with who does it and from where for the audit log.
func (s *Store) DeleteBy(ctx context.Context, threadID, by, from string) error {
	if _, err := s.thread(ctx, threadID); err != nil {
		return err
	}
	release, err := s.lease(ctx, threadID)
	if err != nil {
		return err
	}
	defer release()
	_, err = notified(s, ctx, struct{}{}, s.saver.DeleteThreadBy(ctx, threadID, by, from))
	return err
}

// plainState returns the channels of the state as a JSON object, or the value of
// a state that is one, or what a function of the functional API returned.
func plainState(cp *checkpoint.Checkpoint) json.RawMessage {
	out := []byte("{")
	for _, v := range cp.Values {
		data := v.Blob.Whole().Data
		if v.Channel == runtime.RootChannel || v.Channel == runtime.EndNode {
			return jsapi.PlainJSON(data)
		}
		if internalChannel(v.Channel) || string(data) == `{"lc":2,"type":"undefined"}` {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		name, _ := json.Marshal(v.Channel)
		out = append(append(out, name...), ':')
		out = append(out, jsapi.PlainJSON(data)...)
	}
	return append(out, '}')
}

func internalChannel(name string) bool {
	return strings.HasPrefix(name, "branch:to:") || strings.HasPrefix(name, "join:") || strings.HasPrefix(name, "__")
}

// nextNodes returns the nodes that come next.
func nextNodes(t *checkpoint.Tuple) []string {
	next := []string{}
	for _, task := range nextTasks(t) {
		next = append(next, task.node)
	}
	return next
}

// nextTask is a task of the superstep that comes next.
type nextTask struct{ node, id string }

// nextTasks returns the tasks that come next: those of nodes whose triggers are set
// and those of Sends, without those that have ended.
func nextTasks(t *checkpoint.Tuple) []nextTask {
	cp := t.Checkpoint
	ended := map[string]bool{}
	for _, w := range t.Writes {
		if !checkpoint.IsSpecial(w.Channel) {
			ended[w.TaskID] = true
		}
	}
	var next []nextTask
	add := func(node, taskID string) {
		if !ended[taskID] {
			next = append(next, nextTask{node, taskID})
		}
	}
	step := cp.Metadata.Step + 1
	for _, v := range cp.Values {
		if node, ok := strings.CutPrefix(v.Channel, "branch:to:"); ok {
			if runtime.HeldBack(v.Blob) {
				continue
			}
			add(node, runtime.PullTaskID(cp.ID, t.Key.NS, step, node, v.Channel))
			continue
		}
		if v.Channel != checkpoint.ChannelTasks {
			continue
		}
		var sends []struct{ Node string }
		if json.Unmarshal(bytes.TrimSpace(v.Blob.Whole().Data), &sends) == nil {
			for i, send := range sends {
				add(send.Node, runtime.PushTaskID(cp.ID, t.Key.NS, step, send.Node, i))
			}
		}
	}
	return next
}
