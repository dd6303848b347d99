// This file lets a program store things of its own beside the threads: metadata of threads, documents, events.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Document is something that a program stores in the store: its kind and key name it.
type Document = sqlite.Document

// DocumentFilter says which documents are wanted.
type DocumentFilter = sqlite.DocumentFilter

// DocumentName names a document.
type DocumentName = sqlite.DocumentName

// Replacement is a document that takes the place of one in a certain state.
type Replacement = sqlite.Replacement

// Event is something that happened to a thread, as a program notes it. Its number is given when it is stored; numbers of a
// thread rise by one, also across processes.
type Event = sqlite.Event

// NewThread is a thread that has not run yet.
type NewThread = sqlite.NewThread

// Change is what Write stores, whole or not at all.
type Change = sqlite.Change

var (
	// ErrDocumentExists is returned for a document to insert that is there already.
	ErrDocumentExists = sqlite.ErrTaken
	// ErrNoDocument is returned for a document that the store does not have.
	ErrNoDocument = errors.New("no such document")
	// ErrConflict is returned for a document that is not in the state in which it is to be replaced.
	ErrConflict = checkpoint.ErrConflict
	// ErrThreadExists is returned for a thread that is to be made and is there already.
	ErrThreadExists = errors.New("the thread exists already")
)

// Write stores a change. It survives a power cut when Write returns, unless it is Unsynced.
func (s *Store) Write(ctx context.Context, c *Change) error {
	for _, t := range c.Threads {
		if err := s.checkNewThread(t.ID, t.Meta); err != nil {
			return err
		}
	}
	if c.Unsynced {
		return noThread(threadOf(c), s.db.Write(ctx, c))
	}
	_, err := notified(s, ctx, struct{}{}, noThread(threadOf(c), s.db.Write(ctx, c)))
	return err
}

func threadOf(c *Change) string {
	for _, list := range [][]Document{c.Insert, c.Put} {
		for i := range list {
			if list[i].ThreadID != "" {
				return list[i].ThreadID
			}
		}
	}
	for i := range c.Events {
		return c.Events[i].ThreadID
	}
	return ""
}

// Document returns a document, ErrNoDocument if there is none.
func (s *Store) Document(ctx context.Context, kind, key string) (*Document, error) {
	d, err := s.db.Document(ctx, kind, key)
	if errors.Is(err, checkpoint.ErrNotFound) {
		err = errorf(ErrNoDocument, "there is no %s %q", kind, key)
	}
	return notified(s, ctx, d, err)
}

// Documents returns the documents that f wants.
func (s *Store) Documents(ctx context.Context, f DocumentFilter) ([]Document, error) {
	list, err := s.db.Documents(ctx, f)
	return notified(s, ctx, list, err)
}

// Events returns the events of a thread behind number after, at most limit; 0 is all. With a runID only those of that run.
func (s *Store) Events(ctx context.Context, threadID, runID string, after int64, limit int) ([]Event, error) {
	list, err := s.db.Events(ctx, threadID, runID, after, limit)
	return notified(s, ctx, list, err)
}

// LastEvent returns the number of the newest event of a thread, 0 if it has none.
func (s *Store) LastEvent(ctx context.Context, threadID string) (int64, error) {
	n, err := s.db.LastEvent(ctx, threadID)
	return notified(s, ctx, n, err)
}

// Thread returns what is known of a thread.
func (s *Store) Thread(ctx context.Context, threadID string) (*Thread, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, err
	}
	listed, err := s.listed(ctx, t, false, nil)
	return notified(s, ctx, &listed, err)
}

// CreateThread makes a thread that has not run yet: it is done, and has no state. metadata is a JSON object, or nil.
func (s *Store) CreateThread(ctx context.Context, threadID string, metadata json.RawMessage) error {
	if err := s.checkNewThread(threadID, metadata); err != nil {
		return err
	}
	err := s.db.CreateThread(ctx, threadID, metadata)
	if errors.Is(err, sqlite.ErrTaken) {
		err = errorf(ErrThreadExists, "there is a thread %q already", threadID)
	}
	_, err = notified(s, ctx, struct{}{}, err)
	return err
}

func (s *Store) checkNewThread(id string, metadata json.RawMessage) error {
	if id == "" {
		return errorf(ErrNoThread, "a thread id is needed")
	}
	if err := checkThreadID(id); err != nil {
		return err
	}
	return s.checkMetadata(metadata)
}

// SetMetadata merges fields into the metadata of a thread, a JSON object; a field that is null is removed.
func (s *Store) SetMetadata(ctx context.Context, threadID string, fields json.RawMessage) error {
	if err := s.checkMetadata(fields); err != nil {
		return err
	}
	err := s.db.ChangeMeta(ctx, threadID, func(meta []byte) ([]byte, error) {
		all, more := map[string]json.RawMessage{}, map[string]json.RawMessage{}
		if len(meta) > 0 {
			if err := json.Unmarshal(meta, &all); err != nil {
				return nil, err
			}
		}
		if len(fields) > 0 {
			if err := json.Unmarshal(fields, &more); err != nil {
				return nil, err
			}
		}
		for name, value := range more {
			if string(value) == "null" {
				delete(all, name)
			} else {
				all[name] = value
			}
		}
		if len(all) == 0 {
			return nil, nil
		}
		return json.Marshal(all)
	})
	_, err = notified(s, ctx, struct{}{}, noThread(threadID, err))
	return err
}

func (s *Store) checkMetadata(metadata json.RawMessage) error {
	var fields map[string]json.RawMessage
	if err := checkGiven("the metadata", metadata, s.limitsOf(nil)); len(metadata) > 0 && errors.Is(err, ErrBounds) {
		return err
	}
	if len(metadata) > 0 && json.Unmarshal(metadata, &fields) != nil {
		return errorf(ErrInput, "metadata is a JSON object, not %s", shorten(metadata))
	}
	return nil
}

// contains reports whether the JSON value has all that want has: each field of an object, each element of an array.
func contains(value, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		object, ok := value.(map[string]any)
		if !ok {
			return false
		}
		for name, field := range want {
			have, ok := object[name]
			if !ok || !contains(have, field) {
				return false
			}
		}
		return true
	case []any:
		list, ok := value.([]any)
		if !ok {
			return false
		}
		for _, item := range want {
			found := false
			for _, have := range list {
				found = found || contains(have, item)
			}
			if !found {
				return false
			}
		}
		return true
	}
	return fmt.Sprint(value) == fmt.Sprint(want) && fmt.Sprintf("%T", value) == fmt.Sprintf("%T", want)
}
