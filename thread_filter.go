// This file lists threads by filters, page by page.

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

// ThreadFilter selects threads. The zero value selects all.
type ThreadFilter struct {
	Status Status // "" is any
	Limit  int    // 0 is all
	// Lost lists only threads that are lost, see Thread.Lost.
	Lost bool
	// Overdue lists only threads with a question whose deadline has passed.
	Overdue bool
	// Waiting lists only threads with a question that waits. A thread with StatusError has some if another node than the one
	// that failed asked them.
	Waiting bool
	// Changes sets Thread.ScriptChanged: it compares the script of each thread that is not done with its current file.
	// That bundles each file once, which takes some milliseconds, or less than one with ScriptOptions.CacheDir.
	Changes bool

	// Brief leaves out the questions of threads that have more than 64 KiB in them: Thread.Unread is true then. It is ignored
	// together with Node and Search, which compare them.
	Brief bool

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
	// Search lists threads that contain the text in their id, their questions, their error or their metadata, in upper
	// or lower case.
	Search string
	// Metadata lists threads whose metadata contain everything that this JSON object has.
	Metadata json.RawMessage
}

// Threads returns the threads that f selects, the most recently changed one first. The list may be empty. Errors are as
// in EachThread.
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

// EachThread returns the threads that f selects one by one, the most recently changed one first. Memory does not grow
// with their number, and others can read and write meanwhile. A thread that changes before its turn is returned at the
// end, as it is then. The sequence stops after the first error: ErrInput for f.Metadata that is not an object or too
// much to compare (see JSONFilter), an error for an f.After that is not a Cursor, and those of all methods.
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
			filter.Limit = f.Limit // with other filters it is unknown how many threads must be read
		}
		files := currentHashes{cacheDir: s.o.Script.CacheDir}
		n := 0
		for found, err := range s.db.EachThread(ctx, filter) {
			is := true
			if err == nil && wanted != nil {
				is, err = wanted(&found)
			}
			if !is && err == nil {
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

// inStore returns the part of the filter that the store applies itself; false if no thread can match.
func (f *ThreadFilter) inStore() (sqlite.ThreadFilter, bool) {
	filter := sqlite.ThreadFilter{
		After: sqlite.Cursor(f.After), Once: f.After != "" || !f.Before.IsZero(),
		Page: f.Limit, IDs: f.IDs, Brief: f.Brief && f.Node == "" && f.Search == "", Script: f.Script, Graph: f.Graph, Node: f.Node, Meta: f.Metadata, Search: strings.ToLower(f.Search),
	}
	if f.Search != "" {
		filter.Page = 0 // most threads do not contain the text
	}
	if f.Overdue {
		filter.Due = time.Now()
	}
	if !f.Before.IsZero() && f.After == "" {
		filter.After = sqlite.CursorAt(f.Before)
	}
	among := f.possible()
	filter.Waiting, filter.Statuses = f.waits(), storedStatuses(among)
	return filter, len(among) > 0
}

// waits reports whether only threads with a question are selected.
func (f *ThreadFilter) waits() bool { return f.Waiting || f.Node != "" }

// possible returns the states that a selected thread can have.
func (f *ThreadFilter) possible() []Status {
	all := []Status{StatusRunning, StatusInterrupted, StatusDone, StatusError}
	return slices.DeleteFunc(all, func(status Status) bool {
		return f.Status != "" && status != f.Status || len(f.Statuses) > 0 && !slices.Contains(f.Statuses, status) ||
			f.Lost && status != StatusRunning || f.waits() && status != StatusInterrupted && status != StatusError
	})
}

// compile returns a function that applies the rest of the filter to a thread that the store found; nil if there is no
// rest.
func (f *ThreadFilter) compile() (func(*sqlite.Thread) (bool, error), error) {
	metadata, err := NewJSONFilter(f.Metadata)
	if err != nil {
		return nil, err
	}
	if _, is := metadata.want.(map[string]any); !metadata.all && !is {
		return nil, errorf(ErrInput, "the metadata to search for must be a JSON object, not %s", shorten(f.Metadata))
	}
	if metadata.all && f.IDs == nil && f.Script == "" && f.Graph == "" && !f.waits() && f.Search == "" {
		return nil, nil
	}
	search, ids := strings.ToLower(f.Search), make(map[string]bool, len(f.IDs))
	for _, id := range f.IDs {
		ids[id] = true
	}
	return func(t *sqlite.Thread) (bool, error) {
		switch {
		case f.IDs != nil && !ids[t.ID],
			(f.Script != "" || f.Graph != "") && !f.runs(t),
			f.waits() && len(t.Interrupts) == 0 && !t.Unread,
			f.Node != "" && !slices.ContainsFunc(t.Interrupts, func(in checkpoint.ThreadInterrupt) bool { return in.Node == f.Node }),
			search != "" && !has(t, search):
			return false, nil
		}
		return metadata.Match(t.Meta)
	}, nil
}

// runs reports whether a thread runs the script and the graph of the filter.
func (f *ThreadFilter) runs(t *sqlite.Thread) bool {
	var info scriptInfo
	_ = json.Unmarshal(t.Script.Info, &info) // a thread of another program has none
	return (f.Script == "" || info.Path == f.Script || strings.HasSuffix(info.Path, "/"+f.Script)) && (f.Graph == "" || info.Graph == f.Graph)
}

// has reports whether a thread contains a text, which must be in lower case.
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
