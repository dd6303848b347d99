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
	ID         string      `json:"thread_id"`
	Status     Status      `json:"status"`
	CreatedAt  time.Time   `json:"created_at"`
	UpdatedAt  time.Time   `json:"updated_at"`
	Script     string      `json:"script,omitempty"`      // the file it was started with
	ScriptHash string      `json:"script_hash,omitempty"` // the version of it
	Interrupts []Interrupt `json:"interrupts"`
	Error      string      `json:"error,omitempty"`
	// Encrypted says that Script, Interrupts and Error are left out: the key is missing.
	Encrypted bool `json:"encrypted,omitempty"`
}

// ThreadFilter narrows Threads. The zero value lists all.
type ThreadFilter struct {
	Status Status // "" is any
	Limit  int    // 0 is all
}

// Threads lists threads, the one that changed last first.
func (s *Store) Threads(ctx context.Context, f ThreadFilter) ([]Thread, error) {
	list, err := s.db.Threads(ctx, sqlite.ThreadFilter{Status: f.Status, Limit: f.Limit})
	if err != nil {
		return nil, err
	}
	threads := make([]Thread, len(list))
	for i := range list {
		t := &list[i]
		threads[i] = Thread{
			ID: t.ID, Status: t.Status, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt,
			Interrupts: questions(t), Error: t.Error, Encrypted: t.Sealed,
		}
		var info scriptInfo
		if json.Unmarshal(t.Script.Info, &info) == nil {
			threads[i].Script, threads[i].ScriptHash = info.Path, info.Hash
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
		list = append(list, Interrupt{ID: in.ID, Value: jsapi.PlainJSON(in.Value.Data), Node: in.Node})
	}
	return list
}

// State returns where a thread stands. The state is that of its newest
// checkpoint with the writes of Commands since; what tasks wrote that finished
// beside one that waits comes with the next checkpoint.
func (s *Store) State(ctx context.Context, threadID string) (*Result, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, err
	}
	res := &Result{ThreadID: t.ID, Status: t.Status, Values: json.RawMessage("{}"), Interrupts: questions(t), Error: t.Error}
	tuple, err := s.db.Get(ctx, checkpoint.Key{ThreadID: threadID})
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
	for tuple, err := range s.db.List(ctx, checkpoint.Key{ThreadID: threadID}, checkpoint.ListOptions{Limit: limit}) {
		if err != nil {
			return nil, err
		}
		cp := tuple.Checkpoint
		list = append(list, Snapshot{
			CheckpointID: cp.ID, ParentID: cp.ParentID, Step: cp.Metadata.Step, Source: cp.Metadata.Source,
			CreatedAt: cp.CreatedAt, Values: plainState(cp), Next: nextNodes(tuple),
		})
	}
	return list, nil
}

// Delete removes all of a thread.
func (s *Store) Delete(ctx context.Context, threadID string) error {
	if _, err := s.thread(ctx, threadID); err != nil {
		return err
	}
	release, err := s.lease(ctx, threadID)
	if err != nil {
		return err
	}
	defer release()
	return s.db.DeleteThread(ctx, threadID)
}

// plainState returns the channels of the state as a JSON object, or the value of
// a state that is one, or what a function of the functional API returned.
func plainState(cp *checkpoint.Checkpoint) json.RawMessage {
	out := []byte("{")
	for _, v := range cp.Values {
		if v.Channel == runtime.RootChannel || v.Channel == runtime.EndNode {
			return jsapi.PlainJSON(v.Blob.Data)
		}
		if internalChannel(v.Channel) || string(v.Blob.Data) == `{"lc":2,"type":"undefined"}` {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		name, _ := json.Marshal(v.Channel)
		out = append(append(out, name...), ':')
		out = append(out, jsapi.PlainJSON(v.Blob.Data)...)
	}
	return append(out, '}')
}

func internalChannel(name string) bool {
	return strings.HasPrefix(name, "branch:to:") || strings.HasPrefix(name, "join:") || strings.HasPrefix(name, "__")
}

// nextNodes returns the nodes that come next: those whose triggers are set and
// those of Sends, without the tasks that have ended.
func nextNodes(t *checkpoint.Tuple) []string {
	cp := t.Checkpoint
	ended := map[string]bool{}
	for _, w := range t.Writes {
		if !checkpoint.IsSpecial(w.Channel) {
			ended[w.TaskID] = true
		}
	}
	next := []string{}
	add := func(node, taskID string) {
		if !ended[taskID] {
			next = append(next, node)
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
		if json.Unmarshal(bytes.TrimSpace(v.Blob.Data), &sends) == nil {
			for i, send := range sends {
				add(send.Node, runtime.PushTaskID(cp.ID, t.Key.NS, step, send.Node, i))
			}
		}
	}
	return next
}
