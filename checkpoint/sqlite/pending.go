// This file stores pending writes that come without the next checkpoint, and reads all pending writes.

package sqlite

import (
	"cmp"
	"database/sql/driver"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// kindOf returns the value of the column kind for writes to a channel. A write replaces older writes of its kind.
func kindOf(channel string) int64 {
	switch channel {
	case checkpoint.ChannelError:
		return 1
	case checkpoint.ChannelInterrupt:
		return 2
	case checkpoint.ChannelResume:
		return 3
	}
	return 0
}

const kinds = 4

// putWrites stores the writes to checkpoint id. source is the row of the checkpoint, if it is loaded; values that are
// in it are not stored again.
func (w *writer) putWrites(l *lineState, id string, writes []checkpoint.TaskWrites, source *row) error {
	if l.head != nil && id < l.head.id {
		next, err := w.c.after(l.ref(), id)
		if err != nil {
			return err
		}
		if next != nil && next.parent == id {
			if err := w.unembed(l, next); err != nil {
				return err
			}
		}
	}
	for _, tw := range writes {
		if err := w.putTask(l, id, tw, source); err != nil {
			return err
		}
	}
	return nil
}

// putTask stores the writes of one task, each kind in a row.
func (w *writer) putTask(l *lineState, id string, tw checkpoint.TaskWrites, source *row) error {
	key, ok := l.t.key(id)
	if !ok || len(tw.Writes) == 0 {
		return nil
	}
	if l.unwritten {
		l.unwritten, l.pending, l.nextWrite = false, id, 1
	}
	if l.pending != id {
		last, err := w.c.Number("SELECT max(n) FROM writes WHERE thread = ? AND ns = ? AND checkpoint = ?", l.t.id, l.ns, key)
		if err != nil {
			return err
		}
		l.pending, l.nextWrite = id, last+1
	}
	task := packed(tw.TaskID)
	for kind := range int64(kinds) {
		n := 0
		for _, p := range tw.Writes {
			if kindOf(p.Channel) == kind {
				n++
			}
		}
		if n == 0 {
			continue
		}
		if l.nextWrite > 1 {
			if err := w.dropBlobs(l, key, task, kind); err != nil {
				return err
			}
		}
		e := encoder{c: w.c, b: w.bufs[1][:0], task: tw.TaskID}
		e.uint(uint64(n))
		for i, p := range tw.Writes {
			if kindOf(p.Channel) == kind {
				e.uint(uint64(i))
				e.name(p.Channel)
				w.encodeValue(&e, l.t, p.Value, quoteFrom(source, p.Value), maxInline)
			}
		}
		w.bufs[1] = e.b
		if e.err != nil {
			return e.err
		}
		_, err := w.c.Exec("INSERT OR REPLACE INTO writes (thread, ns, checkpoint, task, kind, n, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
			l.t.id, l.ns, key, task, kind, l.nextWrite, w.seal(0, "writes.body", l.t, e.b))
		if err != nil {
			return err
		}
	}
	l.nextWrite++
	return nil
}

// forget deletes the writes of tasks to checkpoint id.
func (w *writer) forget(l *lineState, id string, tasks []string) error {
	key, ok := l.t.key(id)
	if !ok {
		return nil
	}
	for _, task := range tasks {
		for kind := range int64(kinds) {
			if err := w.dropBlobs(l, key, packed(task), kind); err != nil {
				return err
			}
		}
		if _, err := w.c.Exec("DELETE FROM writes WHERE thread = ? AND ns = ? AND checkpoint = ? AND task = ?", l.t.id, l.ns, key, packed(task)); err != nil {
			return err
		}
	}
	return nil
}

// dropBlobs deletes the blobs of a row that is about to be replaced.
func (w *writer) dropBlobs(l *lineState, key, task driver.Value, kind int64) error {
	if l.t.nextBlob == 1 { // the thread has none
		return nil
	}
	var v [1]driver.Value
	ok, err := w.c.Row(v[:], "SELECT body FROM writes WHERE thread = ? AND ns = ? AND checkpoint = ? AND task = ? AND kind = ?", l.t.id, l.ns, key, task, kind)
	if err != nil || !ok {
		return err
	}
	body, err := w.c.open("writes.body", l.t.id, dbfile.Blob(v[0]))
	if err != nil {
		return err
	}
	d := decoder{c: w.c, b: body}
	for range d.count(3, 0) {
		d.uint()
		d.name()
		if q := d.value(); q.kind == valueBlob {
			if _, err := w.c.Exec("DELETE FROM blobs WHERE id = ?", l.t.blobID(q.blob)); err != nil {
				return err
			}
		}
	}
	return d.err
}

// sizeOfWrite is about how many bytes of memory a write takes that is read.
const sizeOfWrite = 300

// pendingWrite is a write and its place: the number of its row, and its index there.
type pendingWrite struct {
	n     int64
	index uint64
	checkpoint.PendingWrite
}

// alone returns the writes to checkpoint id that have rows of their own, in order. r is the row of the checkpoint,
// nil if there is none.
func (v *values) alone(id string, r *row) ([]pendingWrite, error) {
	key, ok := v.key(id)
	if !ok {
		return nil, nil
	}
	rows := v.c.Query("SELECT task, n, body FROM writes WHERE thread = ? AND ns = ? AND checkpoint = ?", v.id, v.ns, key)
	var list []pendingWrite
	var col [3]driver.Value
	for rows.Into(col[:]) {
		body, err := v.c.open("writes.body", v.id, dbfile.Blob(col[2]))
		if err != nil {
			rows.Err = err
			break
		}
		task := unpacked(col[0])
		d := decoder{c: v.c, b: body, task: task}
		for range d.count(3, sizeOfWrite) {
			if d.err != nil {
				break
			}
			p := pendingWrite{n: dbfile.Integer(col[1]), index: d.uint()}
			p.TaskID, p.Channel = task, d.name()
			p.Value = v.written(&d, p.Channel, func(index int) ([]byte, error) {
				if r == nil || index >= len(r.slots) {
					return nil, errDamaged
				}
				return v.wholeOf(&r.slots[index])
			})
			list = append(list, p)
		}
		if d.err != nil {
			rows.Err = d.err
			break
		}
	}
	slices.SortFunc(list, func(a, b pendingWrite) int {
		return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.index, b.index))
	})
	return list, rows.Close()
}

// writes returns the pending writes of r. next is the row after it, if there is one.
func (v *values) writes(r *row, next *stored) ([]checkpoint.PendingWrite, error) {
	alone, err := v.alone(r.id, r)
	if err != nil {
		return nil, err
	}
	var list []checkpoint.PendingWrite
	for _, p := range alone {
		list = append(list, p.PendingWrite)
	}
	if next == nil || next.writes == nil || next.parent != r.id {
		return list, nil
	}
	embedded, err := v.embedded(next)
	if err != nil {
		return nil, err
	}
	return checkpoint.ReplaceWrites(list, embedded...), nil
}

// unquoteWrites makes the stored writes of r independent of its values.
func (w *writer) unquoteWrites(l *lineState, r *row) error {
	values := newValues(w.c, l.ref())
	list, err := values.alone(r.id, r)
	if err != nil {
		return err
	}
	// Rows are written again in their order, so that their new numbers have the same order.
	for len(list) > 0 {
		task := checkpoint.TaskWrites{TaskID: list[0].TaskID}
		n := list[0].n
		for len(list) > 0 && list[0].n == n {
			task.Writes = append(task.Writes, list[0].PendingWrite)
			list = list[1:]
		}
		if err := w.putTask(l, r.id, task, nil); err != nil {
			return err
		}
	}
	return nil
}
