// This file looks for damage in the rows of a thread.

package sqlite

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// threads examines some threads, in one transaction.
func (d *doctor) threads() (more bool, err error) {
	const rowsAtOnce = 2000
	err = d.s.view(d.ctx, func(c *conn) error {
		for read := 0; read < rowsAtOnce; {
			var v [4]driver.Value
			ok, err := c.Row(v[:], "SELECT id, plain, created, ext FROM threads WHERE id > ? ORDER BY id LIMIT 1", d.thread)
			if err != nil || !ok {
				more = false
				return d.damaged(err)
			}
			if more = d.follows("threads", dbfile.Integer(v[0]), d.thread); !more {
				return nil
			}
			d.thread = dbfile.Integer(v[0])
			t := &threadDoctor{doctor: d, c: c, row: threadRow{id: d.thread, plain: dbfile.Integer(v[1]) != 0, made: dbfile.Integer(v[2])}, id: unpacked(v[3])}
			if err := d.damaged(t.look()); err != nil {
				return err
			}
			read += 1 + t.read
		}
		return nil
	})
	return more, err
}

// threadDoctor looks at one thread.
type threadDoctor struct {
	*doctor
	c    *conn
	row  threadRow
	id   string
	read int    // rows of checkpoints
	used bitset // blobs that are referred to
	// checked are the blobs with JSON that were found to be valid.
	checked bitset
	bad     int // findings of the thread
}

// maxBad is the greatest number of findings for one thread. A thread with more is beyond repair.
const maxBad = 20

func (t *threadDoctor) wrong(check, format string, args ...any) {
	if t.bad++; t.bad <= maxBad {
		t.add(Finding{Check: check, ThreadID: t.id, Message: fmt.Sprintf(format, args...), Advice: adviceThread(t.id)})
	}
}

func (t *threadDoctor) wasted(format string, args ...any) {
	t.add(Finding{Check: CheckRows, Harmless: true, ThreadID: t.id, Message: fmt.Sprintf(format, args...), Advice: advicePrune})
}

// failed turns an error in a row into a finding; it returns other errors.
func (t *threadDoctor) failed(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, errDamaged) || errors.Is(err, errTampered) || errors.Is(err, ErrKey) {
		t.wrong(CheckValues, "%s: %v", fmt.Sprintf(format, args...), err)
		return nil
	}
	return err
}

func (t *threadDoctor) look() error {
	t.used, t.checked = bitset{}, bitset{}
	status, err := t.about()
	if err != nil {
		return err
	}
	namespaces, err := t.c.namespaces(t.row)
	if err != nil {
		return err
	}
	var rows, writes int64
	for _, ns := range namespaces {
		r, w, err := t.line(ns)
		if err != nil {
			return err
		}
		rows, writes = rows+r, writes+w
		if ns.n != 0 && r+w == 0 {
			t.wasted("the namespace %q has no rows", ns.name)
		}
	}
	for _, table := range []struct {
		name string
		seen int64
	}{{"checkpoints", rows}, {"writes", writes}} {
		n, err := t.c.Number("SELECT count(*) FROM "+table.name+" WHERE thread = ?", t.row.id)
		if err != nil {
			return err
		}
		if n > table.seen {
			t.wrong(CheckRows, "%d rows of the table %s are of a namespace that does not exist", n-table.seen, table.name)
		}
	}
	if rows == 0 && status == checkpoint.StatusInterrupted {
		t.wrong(CheckRows, "the thread waits for an answer, and has no checkpoint")
	}
	return t.blobs()
}

// about checks what is stored about the thread as a whole.
func (t *threadDoctor) about() (checkpoint.Status, error) {
	var v [2]driver.Value
	if _, err := t.c.Row(v[:], "SELECT t.script, s.id FROM threads t LEFT JOIN scripts s ON s.id = t.script WHERE t.id = ?", t.row.id); err != nil {
		return "", err
	}
	if v[0] != nil && v[1] == nil {
		t.wrong(CheckRows, "the script that the thread is pinned to is not there")
	}
	now, err := t.c.lastChange(t.id)
	if err != nil {
		return "", t.failed(err, "its status cannot be read")
	}
	found, _, err := t.c.threads(t.sealed, math.MaxInt, threadByNumber, t.row.id)
	if err != nil || len(found) == 0 {
		return now.Status, t.failed(err, "its questions, its error or its script cannot be read")
	}
	for i := range found[0].Interrupts {
		t.json(found[0].Interrupts[i].Value, "question %s", found[0].Interrupts[i].ID)
	}
	return now.Status, nil
}

// linePage is how many rows of a namespace are read before the memory of them is freed.
const linePage = 64

// line examines the rows of a namespace, newest first: newer values begin with older ones, which are then in memory.
// It returns how many rows the namespace has in the tables checkpoints and writes.
func (t *threadDoctor) line(ns namespace) (rows, writes int64, err error) {
	l := lineRef{t.row, ns.n}
	if writes, err = t.c.Number("SELECT count(*) FROM writes WHERE thread = ? AND ns = ?", l.id, l.ns); err != nil {
		return 0, 0, err
	}
	if t.sealed {
		rows, err = t.c.Number("SELECT count(*) FROM checkpoints WHERE thread = ? AND ns = ?", l.id, l.ns)
	} else {
		rows, err = t.lineRows(l)
	}
	if err != nil || writes == 0 {
		return rows, writes, err
	}
	n, err := t.c.Number(`SELECT count(*) FROM writes w WHERE thread = ? AND ns = ? AND NOT EXISTS (
		SELECT 1 FROM checkpoints c WHERE c.thread = w.thread AND c.ns = w.ns AND c.id = w.checkpoint)`, l.id, l.ns)
	if n > 0 {
		t.wasted("%d pending writes of namespace %q are of checkpoints that do not exist", n, ns.name)
	}
	return rows, writes, err
}

func (t *threadDoctor) lineRows(l lineRef) (n int64, err error) {
	query, args := selectRow+" ORDER BY id DESC LIMIT ?", []driver.Value{l.id, l.ns, int64(linePage)}
	for {
		page := t.c.Query(query, args...)
		var columns [][3]driver.Value
		for {
			var v [3]driver.Value
			if !page.Into(v[:]) {
				break
			}
			columns = append(columns, v)
		}
		if err := page.Close(); err != nil {
			return n, err
		}
		values := newValues(t.c, l)
		for i := range columns {
			if err := t.ctx.Err(); err != nil {
				return n, err
			}
			if err := t.checkpoint(values, columns[i][:]); err != nil {
				return n, err
			}
		}
		n += int64(len(columns))
		t.read += len(columns)
		if len(columns) < linePage {
			return n, nil
		}
		query, args = selectRow+" AND id < ? ORDER BY id DESC LIMIT ?", []driver.Value{l.id, l.ns, columns[len(columns)-1][0], int64(linePage)}
	}
}

// checkpoint examines a row, its values, and its pending writes.
func (t *threadDoctor) checkpoint(values *values, columns []driver.Value) error {
	id := unpacked(columns[0])
	r, err := t.c.decode(t.row.id, columns)
	if err != nil {
		return t.failed(err, "checkpoint %s", id)
	}
	for i := range r.slots {
		s := &r.slots[i]
		if s.kind == slotBlob {
			t.used.add(s.blob)
		}
		b, err := values.of(s)
		if err != nil {
			if err := t.failed(err, "channel %q of checkpoint %s", s.channel, id); err != nil {
				return err
			}
			continue
		}
		t.slot(s, b, values, id)
	}
	alone, err := values.alone(id, r.row)
	if err == nil {
		for i := range alone {
			t.json(alone[i].Value, "a pending write to %q of checkpoint %s", alone[i].Channel, id)
		}
	} else if err := t.failed(err, "the pending writes of checkpoint %s", id); err != nil {
		return err
	}
	if r.writes == nil {
		return t.useWrites(values.lineRef, columns[0], nil)
	}
	embedded, err := values.embedded(r)
	if err != nil {
		return t.failed(err, "the writes that led to checkpoint %s", id)
	}
	for _, task := range embedded {
		for i := range task.Writes {
			t.json(task.Writes[i].Value, "a write to %q that led to checkpoint %s", task.Writes[i].Channel, id)
		}
	}
	return t.useWrites(values.lineRef, columns[0], r.writes)
}

// slot examines a value of a checkpoint. It examines pieces that several values share once, and skips values that are
// in an older row, which is examined itself.
func (t *threadDoctor) slot(s *slot, b checkpoint.Blob, values *values, id string) {
	switch {
	case s.kind == slotInline:
		t.json(b, "channel %q of checkpoint %s", s.channel, id)
	case s.kind == slotBlob && b.Type == checkpoint.TypeJSON:
		c := values.last[s.channel]
		for i, n := range c.blobs {
			if t.used.add(n); t.checked.add(n) {
				t.json(checkpoint.Blob{Type: b.Type, Data: c.parts[i]}, "channel %q of checkpoint %s", s.channel, id)
			}
		}
	}
}

// json examines a value that should be JSON.
func (t *threadDoctor) json(b checkpoint.Blob, format string, args ...any) {
	if b.Type == checkpoint.TypeJSON && !json.Valid(bytes.TrimSpace(b.Data)) {
		t.wrong(CheckValues, "%s is not valid JSON", fmt.Sprintf(format, args...))
	}
}

// useWrites records the blobs that writes refer to: writes with rows of their own, and embedded ones.
func (t *threadDoctor) useWrites(l lineRef, key driver.Value, embedded []byte) error {
	if embedded != nil {
		d := decoder{c: t.c, b: embedded}
		for range d.count(2, 0) {
			d.text()
			for range d.count(2, 0) {
				d.name()
				if q := d.value(); q.kind == valueBlob {
					t.used.add(q.blob)
				}
			}
		}
	}
	rows := t.c.Query("SELECT body FROM writes WHERE thread = ? AND ns = ? AND checkpoint = ?", l.id, l.ns, key)
	var v [1]driver.Value
	for rows.Into(v[:]) {
		body, err := t.c.open("writes.body", l.id, dbfile.Blob(v[0]))
		if err != nil {
			continue // another check reports that
		}
		d := decoder{c: t.c, b: body}
		for range d.count(3, 0) {
			d.uint()
			d.name()
			if q := d.value(); q.kind == valueBlob {
				t.used.add(q.blob)
			}
		}
	}
	return rows.Close()
}

// blobs finds blobs that extend a missing one, and blobs that nothing refers to. The number of a base is smaller.
func (t *threadDoctor) blobs() error {
	if t.sealed || t.bad > 0 { // what is referred to is not known then
		return nil
	}
	_, questions, err := t.c.questions(t.row.id)
	if err != nil {
		return nil // another check reports that
	}
	for _, n := range questions {
		t.used.add(n)
	}
	rows := t.c.Query("SELECT b.id, b.base, length(b.data), o.id FROM blobs b LEFT JOIN blobs o ON b.base IS NOT NULL AND o.id = ? + b.base WHERE b.id BETWEEN ? AND ? ORDER BY b.id DESC",
		t.row.blobID(0), t.row.blobID(0), t.row.blobID(1<<32-1))
	var v [4]driver.Value
	unused, size := 0, int64(0)
	for rows.Into(v[:]) {
		n := dbfile.Integer(v[0]) - t.row.blobID(0)
		switch {
		case !t.used.has(n):
			unused++
			size += dbfile.Integer(v[2])
		case v[1] != nil && v[3] == nil:
			t.wrong(CheckRows, "blob %d adds to blob %d, which is not there", n, dbfile.Integer(v[1]))
		case v[1] != nil:
			t.used.add(dbfile.Integer(v[1]))
		}
	}
	if unused > 0 {
		t.wasted("%d large values are stored that nothing refers to (%d bytes)", unused, size)
	}
	return rows.Close()
}
