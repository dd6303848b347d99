// This file encodes the questions that a thread waits for.

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// quotable is a checkpoint whose values may also be part of a question.
type quotable struct {
	ns int64
	*row
}

// putThread stores a ThreadUpdate. asked is the checkpoint in which the questions were asked, if it is loaded.
func (w *writer) putThread(t *threadState, u *checkpoint.ThreadUpdate, asked quotable) error {
	status, err := statusNumber(u.Status)
	if err != nil {
		return err
	}
	if err := w.dropQuestions(t); err != nil {
		return err
	}
	interrupts, err := w.encodeInterrupts(t, u.Interrupts, asked)
	if err != nil {
		return err
	}
	var message driver.Value
	if u.Error != "" {
		message = u.Error
	}
	message = w.c.sealed("threads.error", t.id, message)
	var due driver.Value
	if at := firstDeadline(u.Interrupts); !at.IsZero() {
		due = at.UnixMicro()
	}
	var run driver.Value
	if u.RunID != "" {
		run = packed(u.RunID)
	}
	_, err = w.c.Exec("UPDATE threads SET status = ?, updated = ?, error = ?, interrupts = ?, due = ?, run = ? WHERE id = ?",
		status, w.now().UnixMicro(), message, interrupts, due, run, t.id)
	if err != nil {
		return err
	}
	return w.c.putAsked(t.id, u.Interrupts)
}

// firstDeadline returns when the first of some questions expires; zero for never.
func firstDeadline(list []checkpoint.ThreadInterrupt) (first time.Time) {
	for i := range list {
		if at := list[i].Deadline; !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// maxWithThread is how many bytes a question has at most that is stored in the row of its thread. A larger one is a blob.
const maxWithThread = 256 << 10

// dropQuestions deletes the blobs of the questions that a thread has, which are about to be replaced.
func (w *writer) dropQuestions(t *threadState) error {
	if t.nextBlob == 1 { // the thread has none
		return nil
	}
	_, blobs, err := w.c.questions(t.id)
	for i := 0; i < len(blobs) && err == nil; i++ {
		_, err = w.c.Exec("DELETE FROM blobs WHERE id = ?", t.blobID(blobs[i]))
	}
	return err
}

// encodeInterrupts returns the value of the column interrupts: the id of the quoted checkpoint, if there is one, and
// the questions.
func (w *writer) encodeInterrupts(t *threadState, list []checkpoint.ThreadInterrupt, asked quotable) (driver.Value, error) {
	if len(list) == 0 {
		return nil, nil
	}
	quotes := make([]*quoted, len(list))
	source := ""
	for i := range list {
		if quotes[i] = quoteFrom(asked.row, list[i].Value); quotes[i] != nil {
			source = asked.id
		}
	}
	e := encoder{c: w.c, b: w.bufs[1][:0]}
	e.id(source, "")
	if source != "" {
		e.uint(uint64(asked.ns))
	}
	e.uint(uint64(len(list)))
	for i := range list {
		e.text(list[i].ID)
		e.name(list[i].Node)
		e.text(list[i].NS)
		w.encodeValue(&e, t, list[i].Value, quotes[i], maxWithThread)
	}
	if !firstDeadline(list).IsZero() { // version 1 had no deadlines, and ends here
		for i := range list {
			at := int64(0)
			if !list[i].Deadline.IsZero() {
				at = list[i].Deadline.UnixMicro()
			}
			e.int(at)
		}
	}
	w.bufs[1] = e.b
	return w.seal(0, "threads.interrupts", t, e.b), e.err
}

// errLong says that the questions of a thread are too long for a brief list.
var errLong = errors.New("the questions of a thread are too long")

// interrupts decodes the column interrupts.
func (c *conn) interrupts(t threadRow, column []byte) ([]checkpoint.ThreadInterrupt, error) {
	column, err := c.open("threads.interrupts", t.id, column)
	if len(column) == 0 || err != nil {
		return nil, err
	}
	d := decoder{c: c, b: column}
	l := lineRef{threadRow: t}
	source := d.id("")
	if source != "" {
		l.ns = int64(d.uint())
	}
	values := newValues(c, l)
	var r *stored
	n := d.count(4, 150)
	list := make([]checkpoint.ThreadInterrupt, min(n, firstItems))
	size := 0
	for i := 0; i < n && d.err == nil; i++ {
		list = item(list, i)
		list[i].ID, list[i].Node, list[i].NS = d.text(), d.name(), d.text()
		q := d.value()
		if size += len(q.pre) + q.n + len(q.post); c.brief && (size > briefBytes || q.kind == valueBlob) {
			return nil, errLong // they may quote much
		}
		list[i].Value = values.whole(&d, q, func(index int) (_ []byte, err error) {
			if r == nil {
				if r, err = c.byID(l, source); err != nil {
					return nil, err
				}
			}
			if r == nil || index >= len(r.slots) {
				return nil, errDamaged
			}
			return values.wholeOf(&r.slots[index])
		})
	}
	for i := 0; i < len(list) && d.err == nil && len(d.b) > 0; i++ {
		if at := d.int(); at != 0 {
			list[i].Deadline = dbfile.Micros(at)
		}
	}
	return list, d.err
}

// ThreadBytes returns how many bytes the values of the questions of a thread have together, without putting them together; 0 if there
// is no such thread. It reads one thread at a time.
func (s *Store) ThreadBytes(ctx context.Context, id string) (size int64, err error) {
	var v [2]driver.Value
	err = s.view(ctx, func(c *conn) error {
		_, err := c.Row(v[:], "SELECT id, length(interrupts) FROM threads WHERE ext = ?", packed(id))
		return err
	})
	if dbfile.Integer(v[1]) > maxRetained && err == nil {
		s.measuring.Lock()
		defer s.measuring.Unlock()
	}
	if dbfile.Integer(v[1]) == 0 || err != nil {
		return 0, err
	}
	err = s.view(ctx, func(c *conn) error {
		var blobs []int64
		if size, blobs, err = c.questions(dbfile.Integer(v[0])); err != nil || len(blobs) == 0 {
			return err
		}
		more, err := c.blobBytes(lineRef{threadRow: threadRow{id: dbfile.Integer(v[0])}}, blobs)
		size += more
		return err
	})
	return size, err
}

// questions returns how many bytes the questions of a thread have that are in its row, or quoted there, and the blobs of the others.
func (c *conn) questions(thread int64) (size int64, blobs []int64, err error) {
	var v [1]driver.Value
	if _, err := c.Row(v[:], "SELECT interrupts FROM threads WHERE id = ?", thread); err != nil {
		return 0, nil, err
	}
	column, err := c.open("threads.interrupts", thread, dbfile.Blob(v[0]))
	if len(column) == 0 || err != nil {
		return 0, nil, err
	}
	d := decoder{c: c, b: column}
	if d.id("") != "" {
		d.uint()
	}
	for range d.count(4, 0) {
		d.text()
		d.name()
		d.text()
		size += d.valueBytes(&blobs)
	}
	return max(size, int64(len(column))), blobs, d.err
}

// unquoteThread makes the stored questions of a thread independent of its checkpoints.
func (w *writer) unquoteThread(t *threadState) error {
	var v [1]driver.Value
	if _, err := w.c.Row(v[:], "SELECT interrupts FROM threads WHERE id = ?", t.id); err != nil || v[0] == nil {
		return err
	}
	list, err := w.c.interrupts(t.threadRow, dbfile.Blob(v[0]))
	if err != nil {
		return err
	}
	if err := w.dropQuestions(t); err != nil {
		return err
	}
	column, err := w.encodeInterrupts(t, list, quotable{})
	if err != nil {
		return err
	}
	_, err = w.c.Exec("UPDATE threads SET interrupts = ? WHERE id = ?", column, t.id)
	return err
}
