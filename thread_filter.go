// This file lists threads: which are wanted, and page by page.

package hitlrun

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// ThreadFilter narrows Threads. The zero value lists all.
type ThreadFilter struct {
	Status Status // "" is any
	Limit  int    // 0 is all
	// Lost lists only threads that are lost, see Thread.
	Lost bool
	// Overdue lists only threads with a question whose deadline has passed.
	Overdue bool
	// Changes compares the script of each thread that is not done with its file as it is now. Each file is
	// bundled once for that, which takes some milliseconds; less than one with ScriptOptions.CacheDir.
	Changes bool

	// After is the Cursor of the last thread of the page before; "" is the first page.
	After string
	// Statuses lists threads with any of these; nil is any.
	Statuses []Status
	// IDs lists only these threads; nil is all.
	IDs []string
	// Script is the file that threads were started with, or the end of its path. Graph is the name of the export.
	Script, Graph string
	// Node lists threads with a question of this node.
	Node string
	// Before lists threads that have not changed since.
	Before time.Time
	// Search lists threads that have the text in their id, their questions, their error or their metadata, whatever its case.
	Search string
	// Metadata lists threads whose metadata have all that this JSON object has.
	Metadata json.RawMessage
}

// Threads lists threads, the one that changed last first: those of EachThread. None is an empty list and no error.
func (s *Store) Threads(ctx context.Context, f ThreadFilter) ([]Thread, error) {
	threads := []Thread{}
	for t, err := range s.EachThread(ctx, f) {
		if err != nil {
			return nil, err
		}
		threads = append(threads, t)
	}
	return threads, nil
}

// EachThread returns the threads that f wants, the one that changed last first, one after the
// other: however many there are, memory does not grow with them, and others can read and
// write meanwhile. A thread that changes before its turn has come is returned at the end, as it
// is by then. The sequence stops after the first error, which is that of ctx once ctx is done.
func (s *Store) EachThread(ctx context.Context, f ThreadFilter) iter.Seq2[Thread, error] {
	return func(yield func(Thread, error) bool) {
		wanted, err := f.compile()
		if err != nil {
			yield(Thread{}, err)
			return
		}
		filter, ok := f.inStore()
		if !ok {
			return
		}
		if wanted == nil && !f.Lost {
			filter.Limit = f.Limit // of the others it is not known how many have to be read
		}
		files := currentHashes{cacheDir: s.o.Script.CacheDir}
		n := 0
		for found, err := range s.db.EachThread(ctx, filter) {
			if err == nil && wanted != nil && !wanted(&found) {
				continue
			}
			var t Thread
			if err == nil {
				t, err = s.listed(ctx, &found, f.Changes, &files)
			}
			if err != nil {
				yield(Thread{}, err)
				return
			}
			if f.Lost && !t.Lost {
				continue
			}
			if n++; !yield(t, nil) || n == f.Limit {
				return
			}
		}
	}
}

// inStore returns what the store finds by itself; false if nothing can be found.
func (f *ThreadFilter) inStore() (sqlite.ThreadFilter, bool) {
	filter := sqlite.ThreadFilter{
		Status: checkpoint.Status(f.Status), Statuses: storedStatuses(f.Statuses), After: sqlite.Cursor(f.After), Once: f.After != "" || !f.Before.IsZero(),
		Page: f.Limit, IDs: f.IDs, Script: f.Script, Graph: f.Graph, Node: f.Node, Meta: f.Metadata, Search: strings.ToLower(f.Search),
	}
	if f.Search != "" {
		filter.Page = 0 // most threads have not what is looked for
	}
	if f.Overdue {
		filter.Due = time.Now()
	}
	if f.Lost {
		filter.Status, filter.Statuses = checkpoint.StatusRunning, nil
	}
	if f.Node != "" {
		filter.Status, filter.Statuses = checkpoint.StatusInterrupted, nil
	}
	if !f.Before.IsZero() && f.After == "" {
		filter.After = sqlite.CursorAt(f.Before)
	}
	possible := func(status Status) bool {
		return (f.Status == "" || f.Status == status) && (len(f.Statuses) == 0 || slices.Contains(f.Statuses, status))
	}
	return filter, (!f.Lost || possible(StatusRunning)) && (f.Node == "" || possible(StatusInterrupted)) && !(f.Lost && f.Node != "")
}

// compile returns what says whether a thread is wanted that the store has found, nil if all are.
func (f *ThreadFilter) compile() (func(*sqlite.Thread) bool, error) {
	var metadata any
	if len(f.Metadata) > 0 {
		var fields map[string]any
		if err := json.Unmarshal(f.Metadata, &fields); err != nil {
			return nil, errorf(ErrInput, "metadata to look for is a JSON object, not %s", shorten(f.Metadata))
		}
		if len(fields) > 0 {
			metadata = fields
		}
	}
	if metadata == nil && f.IDs == nil && f.Script == "" && f.Graph == "" && f.Node == "" && f.Search == "" {
		return nil, nil
	}
	search := strings.ToLower(f.Search)
	return func(t *sqlite.Thread) bool {
		switch {
		case f.IDs != nil && !slices.Contains(f.IDs, t.ID),
			(f.Script != "" || f.Graph != "") && !f.runs(t),
			f.Node != "" && !slices.ContainsFunc(t.Interrupts, func(in checkpoint.ThreadInterrupt) bool { return in.Node == f.Node }),
			search != "" && !has(t, search):
			return false
		case metadata == nil:
			return true
		}
		var have any
		_ = json.Unmarshal(t.Meta, &have) // none has nothing
		return contains(have, metadata)
	}, nil
}

// runs reports whether a thread runs the script and the graph that are looked for.
func (f *ThreadFilter) runs(t *sqlite.Thread) bool {
	var info scriptInfo
	_ = json.Unmarshal(t.Script.Info, &info) // a thread of another program has none
	return (f.Script == "" || info.Path == f.Script || strings.HasSuffix(info.Path, "/"+f.Script)) && (f.Graph == "" || info.Graph == f.Graph)
}

// has reports whether a thread has a text, in small letters, somewhere.
func has(t *sqlite.Thread, text string) bool {
	if strings.Contains(strings.ToLower(t.ID), text) || strings.Contains(strings.ToLower(t.Error), text) || strings.Contains(strings.ToLower(string(t.Meta)), text) {
		return true
	}
	for _, in := range questions(t) {
		if strings.Contains(strings.ToLower(in.Node), text) || strings.Contains(strings.ToLower(string(in.Value)), text) {
			return true
		}
	}
	return false
}
