// This file puts a thread back to where it stood before a run.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// Mark is where a thread stands: its newest checkpoints with their pending writes, its status and its questions. It can be
// stored as JSON. The zero Mark is that of a thread that has not run.
type Mark struct{ at markJSON }

type markJSON struct {
	Newest string                  `json:"newest"`
	Lines  []checkpoint.Line       `json:"lines"`
	Thread checkpoint.ThreadUpdate `json:"thread"`
}

// MarshalJSON returns the mark as JSON, for UnmarshalJSON. It has the values of pending writes and questions, unencrypted.
// encoding/json calls it for a *Mark, but not for a Mark that has no address.
func (m *Mark) MarshalJSON() ([]byte, error) { return json.Marshal(m.at) }

// UnmarshalJSON reads what MarshalJSON returned. Other JSON gives an error, or a Mark that no thread had.
func (m *Mark) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &m.at) }

// Stands reports whether a thread stands where m says: no run and no update has changed it since.
func (m *Mark) Stands(t *Thread) bool {
	newest := "" // of the outermost graph, whose line is the first: a graph inside may have stored a later one
	if len(m.at.Lines) > 0 {
		newest = m.at.Lines[0].ID
	}
	return newest == t.CheckpointID && m.at.Thread.RunID == t.RunID
}

// maxMark is how many bytes the pending writes and the questions of a Mark have. It is in memory several times, and stored as one document.
const maxMark = 4 << 20

// Mark returns where a thread stands, for RollBack. It reads what the tasks that come next have, and nothing of the history. A
// thread that has not run has a mark, too; one that does not exist gives ErrNoThread. If its questions, and what its tasks have written,
// have more than 4 MiB, the error is ErrBounds: a run can then be undone only by going on from the checkpoint before it.
func (s *Store) Mark(ctx context.Context, threadID string) (*Mark, error) {
	m, err := s.mark(brief(ctx), threadID)
	return notified(s, ctx, m, err)
}

func (s *Store) mark(ctx context.Context, threadID string) (*Mark, error) {
	asked, err := s.db.ThreadBytes(ctx, threadID)
	if err != nil {
		return nil, noThread(threadID, err)
	}
	left := maxMark - asked
	t, tuple, err := s.saver.Standing(checkpoint.AtMost(ctx, left), threadID)
	if err != nil {
		return nil, noThread(threadID, largeMark(threadID, err))
	}
	m := &Mark{}
	m.at.Thread = checkpoint.ThreadUpdate{Status: t.Status, Interrupts: t.Interrupts, Error: t.Error, RunID: t.RunID}
	if tuple == nil {
		return m, nil
	}
	m.at.Newest = max(tuple.Newest, tuple.Checkpoint.ID)
	return m, largeMark(threadID, s.markLine(ctx, m, &left, tuple, functionOf(t), map[string]bool{}))
}

// largeMark returns ErrBounds for what is too large for a mark, and other errors as they are.
func largeMark(threadID string, err error) error {
	var large *checkpoint.LargeError
	if errors.As(err, &large) {
		return errorf(ErrBounds, "the questions of thread %q, and what its tasks have written, have more than %d MiB: the thread has no mark", threadID, maxMark>>20)
	}
	return err
}

// markLine adds a checkpoint, and those of the graphs that its next tasks run. left is how many bytes there may be yet.
func (s *Store) markLine(ctx context.Context, m *Mark, left *int64, tuple *checkpoint.Tuple, function string, seen map[string]bool) error {
	seen[tuple.Key.NS] = true
	for i := range tuple.Writes {
		*left -= int64(tuple.Writes[i].Value.Size())
	}
	if *left < 0 {
		return &checkpoint.LargeError{Bytes: maxMark - *left}
	}
	m.at.Lines = append(m.at.Lines, checkpoint.Line{NS: tuple.Key.NS, ID: tuple.Checkpoint.ID, Writes: tuple.Writes})
	next, err := runtime.NextTasks(tuple, function, false)
	if err != nil {
		return err
	}
	for _, task := range next {
		// A graph compiled with checkpointer: true has a namespace without the id of the task.
		for _, prefix := range []string{task.NS, strings.TrimSuffix(task.NS, ":"+task.ID)} {
			names, err := s.saver.Namespaces(ctx, tuple.Key.ThreadID, prefix)
			if err != nil {
				return err
			}
			for _, ns := range names {
				rest := ns[len(prefix):]
				if seen[ns] || rest != "" && rest[0] != '|' {
					continue
				}
				inner, err := s.saver.Get(checkpoint.AtMost(ctx, *left), checkpoint.Key{ThreadID: tuple.Key.ThreadID, NS: ns})
				if errors.Is(err, checkpoint.ErrNotFound) {
					continue
				}
				if err == nil {
					err = s.markLine(ctx, m, left, inner, "", seen)
				}
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Rollback says how to undo a run.
type Rollback struct {
	Mark  *Mark  // from before the run; it must not be nil
	RunID string // RunOptions.RunID of the run; "" rolls back whatever happened since Mark
	// By says who rolls back, From says from where; both go into the audit log. From is "go" if it is empty.
	By, From string
}

// RollBack undoes a run: it removes the checkpoints that the thread has stored since o.Mark, and puts back its questions, the
// answers and results that waited beside them, and its status. Questions have the ids that they had. The audit log still has what
// the run did, and gets an entry of the kind checkpoint.EventRollback. What the run did outside of the store stays done, and
// its effects are done again by a run that comes to them again. The thread stays pinned to its script.
//
// If the run has not changed the thread, RollBack does nothing. If another run or an update has changed it since, the error is
// ErrConflict. Other errors are ErrNoThread and ErrBusy.
func (s *Store) RollBack(ctx context.Context, threadID string, o Rollback) error {
	_, err := notified(s, ctx, struct{}{}, s.rollBack(ctx, threadID, o))
	return err
}

func (s *Store) rollBack(ctx context.Context, threadID string, o Rollback) error {
	if o.From == "" {
		o.From = "go"
	}
	if err := checkNames(o.By, o.From); err != nil {
		return err
	}
	release, err := s.lease(ctx, threadID)
	if err != nil {
		return err
	}
	defer release()
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return err
	}
	at := o.Mark.at
	if at.Thread.Status == "" {
		at.Thread.Status = checkpoint.StatusDone
	}
	if o.RunID != "" && t.RunID != o.RunID {
		if t.RunID == at.Thread.RunID {
			return nil
		}
		return errorf(ErrConflict, "thread %q was changed after run %s: it is not put back", threadID, o.RunID)
	}
	return s.saver.Revert(ctx, checkpoint.Reversal{
		ThreadID: threadID, Newest: at.Newest, Lines: at.Lines, Thread: &at.Thread,
		Audit: &checkpoint.Audit{By: o.By, From: o.From, Events: []checkpoint.Event{{Kind: checkpoint.EventRollback, Text: at.Newest}}},
	})
}
