// This file lets a program store its own data beside the threads: metadata of threads, documents, events.

package hitlrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Document is a record that a program stores in the store, named by Kind and Key. The kinds "cancel", "cancelled", "assistant",
// "copying", "cron", "delayed", "discard", "item", "mark", "run" and "webhook" are those of this module.
type Document struct {
	Kind, Key string
	ThreadID  string    // the thread that it belongs to: it is deleted with that thread; "" for none
	State     string    // for finding it
	Due       time.Time // for finding it; zero for never
	CreatedAt time.Time // set by the store
	UpdatedAt time.Time // set by the store
	Body      []byte    // encrypted in an encrypted store; the fields above are not
}

// DocumentFilter selects documents. They come in the order in which they were made.
type DocumentFilter struct {
	Kind         string    // needed
	Prefix       string    // only keys that begin with it; "" is all
	ThreadID     string    // only documents of this thread; "" is all documents
	States       []string  // only these states; nil is all
	Due          time.Time // only those that are due at that time; zero is all
	ChangedAfter time.Time // only those that were stored after that time; zero is all
	Newest       bool      // newest first, instead of oldest first
	Limit        int       // 0 is all
	// Room is called by EachDocument before it reads documents, which it has in memory together, with how many bytes they have: its caller can wait
	// for memory. An error of it ends EachDocument. nil is no such function.
	Room func(bytes int64) error
}

// DocumentName names a document.
type DocumentName struct{ Kind, Key string }

// Replacement is a document that takes the place of one whose state is in From, and which is due at FromDue (the zero
// time: at any time). Of two programs that find the same document, only one can replace it: the other gets ErrConflict.
type Replacement struct {
	Document
	From    []string
	FromDue time.Time
}

// Event is something that happened to a thread, as a program records it. Events are deleted with their thread.
type Event struct {
	ThreadID string
	Seq      int64  // set by the store: the number of the event in its thread, from 1 on, also across processes
	RunID    string // "" for none
	N        int64  // the number of the event in its run, -1 for none
	Kind     string
	At       time.Time
	Body     []byte
	Parts    [][]byte // of an event to store that is large: its body is in them, one after the other, and not in Body
}

// Size returns how many bytes the body of the event has.
func (e *Event) Size() int {
	n := len(e.Body)
	for _, part := range e.Parts {
		n += len(part)
	}
	return n
}

// NewThread is a thread that has not run yet. Its status is StatusDone, and it has no state.
type NewThread struct {
	ID   string
	Meta []byte // its metadata, a JSON object; nil or null for none
}

// Change is what Write stores: all of it or nothing.
type Change struct {
	// Threads are threads to make, before everything else. If one exists, Write returns ErrThreadExists.
	Threads []NewThread
	// Put stores documents, whether they exist or not. Insert stores documents that must not exist: if one does, the
	// error is ErrDocumentExists. Replace stores documents that must exist in a state of From: if one does not, the
	// error is ErrConflict.
	Put, Insert []Document
	Replace     []Replacement
	Delete      []DocumentName // one that does not exist is not an error
	Events      []Event
	// Unsynced leaves the sync to the next change or read: this change may be lost at a power cut until then.
	Unsynced bool
}

var (
	// ErrDocumentExists is returned for a document to insert that exists already.
	ErrDocumentExists = sqlite.ErrTaken
	// ErrNoDocument is returned for a document that the store does not have.
	ErrNoDocument = errors.New("no such document")
	// ErrConflict is returned for a document to replace that is not in one of the states in Replacement.From.
	ErrConflict = checkpoint.ErrConflict
	// ErrThreadExists is returned for a thread to make that exists already.
	ErrThreadExists = sqlite.ErrThreadExists
)

// Write stores c, and sets in c what the store decides: times of documents, numbers of events. The change survives a
// power cut when Write returns, unless it is Unsynced. A thread that does not exist gives ErrNoThread. If ctx has
// ended, Write returns its error and stores nothing; once the commit has begun, ctx has no effect.
func (s *Store) Write(ctx context.Context, c *Change) error {
	for _, t := range c.Threads {
		if err := s.checkNewThread(t.ID, t.Meta); err != nil {
			return err
		}
	}
	stored := c.stored()
	err := noThread(threadOf(c), s.db.Write(ctx, stored))
	c.take(stored)
	if c.Unsynced {
		return err
	}
	_, err = notified(s, ctx, struct{}{}, err)
	return err
}

// stored converts the change for package sqlite.
func (c *Change) stored() *sqlite.Change {
	to := &sqlite.Change{Unsynced: c.Unsynced}
	for _, t := range c.Threads {
		to.Threads = append(to.Threads, sqlite.NewThread{ID: t.ID, Meta: fieldsOrNil(t.Meta)})
	}
	for _, d := range c.Put {
		to.Put = append(to.Put, sqlite.Document(d))
	}
	for _, d := range c.Insert {
		to.Insert = append(to.Insert, sqlite.Document(d))
	}
	for _, r := range c.Replace {
		to.Replace = append(to.Replace, sqlite.Replacement{Document: sqlite.Document(r.Document), From: r.From, FromDue: r.FromDue})
	}
	for _, n := range c.Delete {
		to.Delete = append(to.Delete, sqlite.DocumentName(n))
	}
	for _, e := range c.Events {
		to.Events = append(to.Events, sqlite.Event(e))
	}
	return to
}

// take copies what the store has set into c.
func (c *Change) take(stored *sqlite.Change) {
	for i := range c.Put {
		c.Put[i] = Document(stored.Put[i])
	}
	for i := range c.Insert {
		c.Insert[i] = Document(stored.Insert[i])
	}
	for i := range c.Replace {
		c.Replace[i].Document = Document(stored.Replace[i].Document)
	}
	for i := range c.Events {
		c.Events[i] = Event(stored.Events[i])
	}
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

// Document returns a document; ErrNoDocument if there is none.
func (s *Store) Document(ctx context.Context, kind, key string) (*Document, error) {
	d, err := s.db.Document(ctx, kind, key)
	if errors.Is(err, checkpoint.ErrNotFound) {
		err = errorf(ErrNoDocument, "there is no %s %q", kind, key)
	}
	if d, err = notified(s, ctx, d, err); err != nil {
		return nil, err
	}
	found := Document(*d)
	return &found, nil
}

// DocumentSize returns how many bytes the body of a document takes in the store, without reading it; ErrNoDocument if there is no such document.
func (s *Store) DocumentSize(ctx context.Context, kind, key string) (int64, error) {
	size, err := s.db.DocumentSize(ctx, kind, key)
	if errors.Is(err, checkpoint.ErrNotFound) {
		err = errorf(ErrNoDocument, "there is no %s %q", kind, key)
	}
	return notified(s, ctx, size, err)
}

// Documents returns the documents that f selects. The list may be empty, also for a thread that does not exist.
func (s *Store) Documents(ctx context.Context, f DocumentFilter) ([]Document, error) {
	list, err := s.db.Documents(ctx, sqlite.DocumentFilter(f))
	list, err = notified(s, ctx, list, err)
	var found []Document
	for _, d := range list {
		found = append(found, Document(d))
	}
	return found, err
}

// DocumentKey is the key of a document, and how many bytes its body takes in the store.
type DocumentKey struct {
	Key   string
	Bytes int64
}

// EachDocumentKey returns the keys of the documents that f selects one by one, without reading these. It stops after the first error.
func (s *Store) EachDocumentKey(ctx context.Context, f DocumentFilter) iter.Seq2[DocumentKey, error] {
	return func(yield func(DocumentKey, error) bool) {
		for k, err := range s.db.EachDocumentKey(ctx, sqlite.DocumentFilter(f)) {
			if _, err := notified(s, ctx, struct{}{}, err); !yield(DocumentKey(k), err) || err != nil {
				return
			}
		}
	}
}

// EachDocument returns the documents that f selects one by one, so that not all are in memory at once. It stops after
// the first error.
func (s *Store) EachDocument(ctx context.Context, f DocumentFilter) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		for d, err := range s.db.EachDocument(ctx, sqlite.DocumentFilter(f)) {
			if _, err := notified(s, ctx, struct{}{}, err); !yield(Document(d), err) || err != nil {
				return
			}
		}
	}
}

// Events returns the events of a thread whose number is greater than after, oldest first: at most limit (0 means
// no limit), and no more once their bodies exceed 16 MiB. With a runID it returns only events of that run. A thread that
// does not exist has no events.
func (s *Store) Events(ctx context.Context, threadID, runID string, after int64, limit int) ([]Event, error) {
	events, _, err := s.FindEvents(ctx, EventFilter{ThreadID: threadID, RunID: runID, After: after, Limit: limit})
	return events, err
}

// EventFilter selects events of a thread. The zero value of a field selects all.
type EventFilter struct {
	ThreadID, RunID, Kind string
	After                 int64 // only events with a larger number
	Limit                 int   // how many
	// Most is how many bytes they may take while they are read.
	Most int64
}

// FindEvents returns the events that f selects, oldest first. If the next one does not fit into f.Most, next is a size that it needs at
// least. So a program can wait until it has memory for a large event before that is read.
func (s *Store) FindEvents(ctx context.Context, f EventFilter) (events []Event, next int64, err error) {
	list, next, err := s.db.Events(ctx, sqlite.EventFilter(f))
	list, err = notified(s, ctx, list, err)
	for _, e := range list {
		events = append(events, Event(e))
	}
	return events, next, err
}

// LastNumber returns the greatest Event.N of the events of a run; -1 if it has none.
func (s *Store) LastNumber(ctx context.Context, threadID, runID string) (int64, error) {
	n, err := s.db.LastNumber(ctx, threadID, runID)
	return notified(s, ctx, n, err)
}

// LastEvent returns the number of the newest event of a thread; 0 if it has none, or does not exist.
func (s *Store) LastEvent(ctx context.Context, threadID string) (int64, error) {
	n, err := s.db.LastEvent(ctx, threadID)
	return notified(s, ctx, n, err)
}

// Thread returns what the store has about a thread, without its state. A thread that does not exist gives ErrNoThread.
func (s *Store) Thread(ctx context.Context, threadID string) (*Thread, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, err
	}
	listed, err := s.listed(ctx, t, false, nil)
	if err == nil && listed.CheckpointID == "" && s.saver != checkpoint.Saver(s.db) { // the database has no checkpoints
		var newest *checkpoint.Checkpoint
		if newest, err = s.newest(ctx, threadID, ""); err == nil {
			listed.CheckpointID = newest.ID
		}
	}
	return notified(s, ctx, &listed, err)
}

// CreateThread makes a thread that has not run yet. Its status is StatusDone, and it has no state. metadata is a JSON
// object; nil and null are no metadata. A thread that exists gives ErrThreadExists. Start makes threads by itself: CreateThread is for
// programs whose users make threads first.
func (s *Store) CreateThread(ctx context.Context, threadID string, metadata json.RawMessage) error {
	if err := s.checkNewThread(threadID, metadata); err != nil {
		return err
	}
	err := s.db.CreateThread(ctx, threadID, fieldsOrNil(metadata))
	if errors.Is(err, ErrThreadExists) {
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
	return checkMetadata(metadata, s.limitsOf(nil))
}

// SetMetadata merges fields, a JSON object, into the metadata of a thread, at the first level: a field that is null is
// removed. nil and null change nothing. It does not wait for a run of the thread to end. A thread that does not exist gives
// ErrNoThread, fields that are not an object ErrInput, and metadata of more than MaxMetadataBytes ErrBounds. Start.Metadata sets metadata from the beginning.
func (s *Store) SetMetadata(ctx context.Context, threadID string, fields json.RawMessage) error {
	if err := checkMetadata(fields, s.limitsOf(nil)); err != nil {
		return err
	}
	err := s.db.ChangeMeta(ctx, threadID, func(meta []byte) ([]byte, error) { return mergeFields(meta, fields) })
	_, err = notified(s, ctx, struct{}{}, noThread(threadID, err))
	return err
}

// mergeFields returns the JSON object meta with the given fields merged into it; nil if it is empty then. A field that
// is null is removed.
func mergeFields(meta, fields []byte) (json.RawMessage, error) {
	all, more := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if meta = fieldsOrNil(meta); meta != nil { // an older version may have stored null
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
	merged, err := json.Marshal(all)
	if err == nil && len(merged) > max(len(meta), MaxMetadataBytes) { // an older version may have stored more
		err = metadataTooLarge(len(merged))
	}
	return merged, err
}

// fieldsOrNil returns metadata, or nil if it is empty or null.
func fieldsOrNil(metadata json.RawMessage) json.RawMessage {
	if text := bytes.TrimSpace(metadata); len(text) == 0 || string(text) == "null" {
		return nil
	}
	return metadata
}

func metadataTooLarge(size int) error {
	return errorf(ErrBounds, "the metadata of the thread has %d bytes, and at most %d are allowed: put what is large into the state", size, MaxMetadataBytes)
}

func checkMetadata(metadata json.RawMessage, limits Limits) error {
	var fields map[string]json.RawMessage
	if err := checkGiven("the metadata", metadata, limits); len(metadata) > 0 && errors.Is(err, ErrBounds) {
		return err
	}
	if len(metadata) > 0 && json.Unmarshal(metadata, &fields) != nil {
		return errorf(ErrInput, "metadata is a JSON object, not %s", shorten(metadata))
	}
	if len(metadata) > MaxMetadataBytes {
		return metadataTooLarge(len(metadata))
	}
	return nil
}
