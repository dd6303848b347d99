// This file stores documents: data of a program beside the threads.

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// Document is data that a program stores beside the threads. Kind and Key name it.
type Document struct {
	Kind, Key string
	ThreadID  string    // the thread that it belongs to, and is deleted with; "" for none
	State     string    // documents are found by it
	Due       time.Time // documents are found by it; zero for never
	CreatedAt time.Time // set by the store
	UpdatedAt time.Time // set by the store
	Body      []byte
}

// DocumentFilter selects documents. They are returned in the order in which they were made.
type DocumentFilter struct {
	Kind         string    // required
	Prefix       string    // keys that begin with this
	ThreadID     string    // of this thread
	States       []string  // any of these; nil is any
	Due          time.Time // only those that are due at that time; zero is all
	ChangedAfter time.Time // only those that were stored after that time; zero is all
	Newest       bool      // the newest first
	Limit        int       // 0 is all
	// Room is called by EachDocument before it reads documents of so many bytes, which it has in memory together. Its error is the last result. nil
	// reads at once.
	Room func(bytes int64) error
}

// Change is what Write stores: all of it or nothing.
type Change struct {
	// Threads are threads to make, before everything else. If one exists, nothing is stored, and the error is
	// ErrThreadExists.
	Threads []NewThread
	// Put stores documents. Insert stores documents that must not exist; if one does, nothing is stored, and the
	// error is ErrTaken. Replace stores documents that must exist with a State in From; otherwise the error is
	// checkpoint.ErrConflict.
	Put, Insert []Document
	Replace     []Replacement
	Delete      []DocumentName
	Events      []Event
	// Unsynced leaves the sync to the next change, or read: nobody is notified of this change.
	Unsynced bool
}

// NewThread is a thread that has not run.
type NewThread struct {
	ID   string
	Meta []byte
}

// Replacement is a document that replaces one whose State is in From, and whose Due is FromDue.
type Replacement struct {
	Document
	From    []string
	FromDue time.Time // the zero time allows any
}

// DocumentName names a document.
type DocumentName struct{ Kind, Key string }

var (
	// ErrTaken is returned for a document that already exists.
	ErrTaken = errors.New("it exists already")
	// ErrThreadExists is returned for a new thread whose id already exists.
	ErrThreadExists = errors.New("the thread exists already")
)

// Write stores a change. Its events get their numbers here.
func (s *Store) Write(ctx context.Context, ch *Change) error {
	err := s.update(ctx, func(w *writer) error {
		for _, t := range ch.Threads {
			if err := w.createThread(t); err != nil {
				return err
			}
		}
		for _, n := range ch.Delete {
			if _, err := w.c.Exec("DELETE FROM documents WHERE kind = ? AND key = ?", n.Kind, n.Key); err != nil {
				return err
			}
		}
		for i := range ch.Insert {
			if err := w.putDocument(&ch.Insert[i], false, nil); err != nil {
				return err
			}
		}
		for i := range ch.Put {
			if err := w.putDocument(&ch.Put[i], true, nil); err != nil {
				return err
			}
		}
		for i := range ch.Replace {
			if err := w.putDocument(&ch.Replace[i].Document, true, &ch.Replace[i]); err != nil {
				return err
			}
		}
		return w.putEvents(ch.Events)
	})
	if err != nil {
		return fmt.Errorf("store documents: %w", err)
	}
	return nil
}

// putDocument stores a document. was says what document must be there; nil allows any, and none.
func (w *writer) putDocument(d *Document, replace bool, was *Replacement) error {
	if d.Kind == "" {
		return errors.New("a document has no kind")
	}
	now := w.now().UnixMicro()
	var v [4]driver.Value
	there, err := w.c.Row(v[:], "SELECT id, created, state, due FROM documents WHERE kind = ? AND key = ?", d.Kind, d.Key)
	if err != nil {
		return err
	}
	switch {
	case there && !replace:
		return fmt.Errorf("%s %s: %w", d.Kind, d.Key, ErrTaken)
	case was != nil && (!there || !contains(was.From, dbfile.Text(v[2])) || !was.FromDue.IsZero() && dbfile.Integer(v[3]) != was.FromDue.UnixMicro()):
		return checkpoint.ErrConflict
	}
	var thread int64
	if d.ThreadID != "" {
		if thread, err = w.c.threadNumber(d.ThreadID); err != nil {
			return err
		}
	}
	var due driver.Value
	if !d.Due.IsZero() {
		due = d.Due.UnixMicro()
	}
	id := dbfile.Integer(v[0])
	body := bodyOf(d.Body)
	if !there {
		result, err := w.c.Exec("INSERT INTO documents (kind, key, thread, state, due, created, updated, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			d.Kind, d.Key, thread, d.State, due, now, now, []byte{})
		if err != nil {
			return err
		}
		if id, err = result.LastInsertId(); err != nil {
			return err
		}
		v[1] = now
	}
	d.CreatedAt, d.UpdatedAt = dbfile.Micros(dbfile.Integer(v[1])), time.UnixMicro(now).UTC()
	_, err = w.c.Exec("UPDATE documents SET thread = ?, state = ?, due = ?, updated = ?, body = ? WHERE id = ?",
		thread, d.State, due, now, w.c.sealed("documents.body", id, body), id)
	return err
}

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}

// Documents returns the documents that f selects.
func (s *Store) Documents(ctx context.Context, f DocumentFilter) ([]Document, error) {
	var found []Document
	err := s.view(ctx, func(c *conn) error {
		where, args, ok, err := c.documentQuery(f)
		if err != nil || !ok {
			return err
		}
		found, err = c.documents(selectDocument+where, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list documents: %w", err)
	}
	return found, nil
}

// DocumentKey is the key of a document, and how many bytes its body takes.
type DocumentKey struct {
	Key   string
	Bytes int64
}

// EachDocumentKey is EachDocument for the keys of the documents, which are not read.
func (s *Store) EachDocumentKey(ctx context.Context, f DocumentFilter) iter.Seq2[DocumentKey, error] {
	return func(yield func(DocumentKey, error) bool) {
		var rows []int64
		err := s.view(ctx, func(c *conn) (err error) {
			rows, err = c.documentRows(f)
			return err
		})
		for len(rows) > 0 && err == nil {
			var page []DocumentKey
			err = s.view(ctx, func(c *conn) (err error) {
				page, rows, err = c.keyPage(rows)
				return err
			})
			for i := range page {
				if !yield(page[i], nil) {
					return
				}
			}
		}
		if err != nil {
			yield(DocumentKey{}, fmt.Errorf("list documents: %w", err))
		}
	}
}

// keyPage returns the keys of the first documents of these rows, and the rows of the others. A page has about maxDocumentPage bytes of keys.
func (c *conn) keyPage(rows []int64) (page []DocumentKey, others []int64, err error) {
	var v [2]driver.Value
	for left := maxDocumentPage; left > 0 && len(rows) > 0; rows = rows[1:] {
		there, err := c.Row(v[:], "SELECT key, length(body) FROM documents WHERE id = ?", rows[0])
		if err != nil {
			return page, rows, err
		}
		if there {
			k := DocumentKey{dbfile.Text(v[0]), dbfile.Integer(v[1])}
			page = append(page, k)
			left -= 100 + len(k.Key)
		}
	}
	return page, rows, nil
}

// EachDocument returns the documents that f wants, one after the other: those that match when it begins, and are there when it comes to them.
func (s *Store) EachDocument(ctx context.Context, f DocumentFilter) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		var rows []int64
		err := s.view(ctx, func(c *conn) (err error) {
			rows, err = c.documentRows(f)
			return err
		})
		for len(rows) > 0 && err == nil {
			var page []Document
			var others []int64
			var most int64
			err = s.view(ctx, func(c *conn) (err error) {
				most, err = c.pageSize(rows)
				return err
			})
			if err == nil && f.Room != nil {
				if err := f.Room(most); err != nil {
					yield(Document{}, err)
					return
				}
			}
			if err == nil {
				err = s.view(ctx, func(c *conn) (err error) {
					page, others, err = c.documentPage(rows, most)
					return err
				})
			}
			rows = others
			for i := range page {
				if !yield(page[i], nil) {
					return
				}
			}
		}
		if err != nil {
			yield(Document{}, fmt.Errorf("list documents: %w", err))
		}
	}
}

// maxDocumentPage is how many bytes the documents have that are read at once. A larger one is read alone.
const maxDocumentPage = 1 << 20

// pageSize returns how many bytes the first documents of these rows have, as many as are read at once. It reads none of them.
func (c *conn) pageSize(rows []int64) (bytes int64, err error) {
	for i := 0; i < len(rows) && err == nil; i++ {
		var size int64
		size, err = c.bodySize(rows[i])
		if bytes > 0 && bytes+size > maxDocumentPage {
			break
		}
		bytes += size
	}
	return bytes, err
}

// bodySize returns how many bytes the document in a row takes; 0 if it was deleted.
func (c *conn) bodySize(row int64) (int64, error) {
	return c.Number("SELECT coalesce((SELECT length(body) FROM documents WHERE id = ?), 0)", row)
}

// documentPage returns the first documents of these rows, as many as have no more bytes than that, and the rows of the others. One that has grown
// since it was measured is one of the others.
func (c *conn) documentPage(rows []int64, most int64) (page []Document, others []int64, err error) {
	for left := most; len(rows) > 0; rows = rows[1:] {
		size, err := c.bodySize(rows[0])
		if err != nil {
			return page, rows, err
		}
		if left -= size; left < 0 {
			break
		}
		found, err := c.documents(selectDocument+"d.id = ?", rows[0])
		if err != nil {
			return page, rows, err
		}
		page = append(page, found...)
	}
	return page, rows, nil
}

// DocumentSize returns how many bytes a document takes, without reading it. If there is none, the error is checkpoint.ErrNotFound.
func (s *Store) DocumentSize(ctx context.Context, kind, key string) (size int64, err error) {
	err = s.view(ctx, func(c *conn) error {
		size, err = c.Number("SELECT coalesce((SELECT length(body) FROM documents WHERE kind = ? AND key = ?), -1)", kind, key)
		if err == nil && size < 0 {
			err = checkpoint.ErrNotFound
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("size of %s %q: %w", kind, key, err)
	}
	return size, nil
}

// documentRows returns the rows of the documents that f wants.
func (c *conn) documentRows(f DocumentFilter) (list []int64, err error) {
	where, args, ok, err := c.documentQuery(f)
	if err != nil || !ok {
		return nil, err
	}
	rows := c.Query("SELECT d.id FROM documents d WHERE "+where, args...)
	var v [1]driver.Value
	for rows.Into(v[:]) {
		list = append(list, dbfile.Integer(v[0]))
	}
	return list, rows.Close()
}

// selectDocument is what documents reads, up to its condition.
const selectDocument = "SELECT d.id, d.kind, d.key, t.ext, d.state, d.due, d.created, d.updated, d.body FROM documents d LEFT JOIN threads t ON t.id = d.thread WHERE "

// documentQuery returns the condition and the order of SQL for f; it returns false if nothing can match.
func (c *conn) documentQuery(f DocumentFilter) (string, []driver.Value, bool, error) {
	args := []driver.Value{f.Kind}
	where := "d.kind = ?"
	if f.Prefix != "" {
		where += " AND substr(d.key, 1, ?) = ?"
		args = append(args, int64(len([]rune(f.Prefix))), f.Prefix)
	}
	if f.ThreadID != "" {
		row, ok, err := c.thread(f.ThreadID)
		if err != nil || !ok {
			return "", nil, false, err
		}
		where += " AND d.thread = ?"
		args = append(args, row.id)
	}
	if f.States != nil {
		if len(f.States) == 0 {
			return "", nil, false, nil
		}
		where += " AND d.state IN (?" + strings.Repeat(", ?", len(f.States)-1) + ")"
		for _, state := range f.States {
			args = append(args, state)
		}
	}
	if !f.Due.IsZero() {
		where += " AND d.due <= ?"
		args = append(args, f.Due.UnixMicro())
	}
	if !f.ChangedAfter.IsZero() {
		where += " AND d.updated > ?"
		args = append(args, f.ChangedAfter.UnixMicro())
	}
	query := where + " ORDER BY d.id"
	if f.Newest {
		query += " DESC"
	}
	if f.Limit > 0 {
		query += " LIMIT ?"
		args = append(args, int64(f.Limit))
	}
	return query, args, true, nil
}

func (c *conn) documents(query string, args ...driver.Value) (found []Document, err error) {
	rows := c.Query(query, args...)
	var v [9]driver.Value
	for rows.Into(v[:]) {
		d := Document{Kind: dbfile.Text(v[1]), Key: dbfile.Text(v[2]), ThreadID: unpacked(v[3]), State: dbfile.Text(v[4]),
			CreatedAt: dbfile.Micros(dbfile.Integer(v[6])), UpdatedAt: dbfile.Micros(dbfile.Integer(v[7]))}
		if v[5] != nil {
			d.Due = dbfile.Micros(dbfile.Integer(v[5]))
		}
		if d.Body, err = c.open("documents.body", dbfile.Integer(v[0]), dbfile.Blob(v[8])); err != nil {
			rows.Err = err
			break
		}
		found = append(found, d)
	}
	return found, rows.Close()
}

// Document returns a document. If there is none, the error is checkpoint.ErrNotFound.
func (s *Store) Document(ctx context.Context, kind, key string) (*Document, error) {
	var found []Document
	err := s.view(ctx, func(c *conn) (err error) {
		found, err = c.documents(selectDocument+"d.kind = ? AND d.key = ?", kind, key)
		if err == nil && len(found) == 0 {
			err = checkpoint.ErrNotFound
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s %q: %w", kind, key, err)
	}
	return &found[0], nil
}

// bodyOf converts data for a column that must not be NULL.
func bodyOf(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}
