// This file stores the writes that led to a checkpoint in the row of that checkpoint.

package sqlite

import (
	"bytes"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// embed returns the column writes of r. What a task wrote is usually what a channel contains now; such values are not
// stored again.
func (w *writer) embed(l *lineState, r *row, writes []checkpoint.TaskWrites) ([]byte, error) {
	e := encoder{c: w.c, b: w.bufs[1][:0]}
	e.uint(uint64(len(writes)))
	at := 0
	for _, tw := range writes {
		e.text(tw.TaskID)
		e.uint(uint64(len(tw.Writes)))
		for _, p := range tw.Writes {
			e.name(p.Channel)
			at = r.find(p.Channel, max(at, 0))
			var q *quoted
			if at >= 0 && len(p.Value.Data) > 8 {
				q = quoteOwn(&r.slots[at], at, p.Value)
			}
			w.encodeValue(&e, l.t, p.Value, q, maxInline)
		}
	}
	w.bufs[1] = e.b
	return e.b, e.err
}

// quoteOwn looks for b in the values of the row's own slots.
func quoteOwn(s *slot, index int, b checkpoint.Blob) *quoted {
	own := s.data
	if s.kind == slotBlob {
		own = s.own
	}
	if len(own) < len(b.Data) || len(own) > len(b.Data)+4096 {
		return nil
	}
	off := bytes.Index(own, b.Data)
	if off < 0 {
		return nil
	}
	return &quoted{index: index, off: off, n: len(b.Data)}
}

// embedded returns those writes of r's parent that are in the row of r.
func (v *values) embedded(r *stored) ([]checkpoint.TaskWrites, error) {
	d := decoder{c: v.c, b: r.writes}
	tasks := d.count(2, 40)
	writes := make([]checkpoint.TaskWrites, min(tasks, firstItems))
	own := func(index int) ([]byte, error) {
		if index >= len(r.slots) {
			return nil, errDamaged
		}
		s := &r.slots[index]
		if s.kind == slotBlob {
			return v.c.blobData(v.threadRow, s.blob)
		}
		return v.wholeOf(s)
	}
	for i := 0; i < tasks && d.err == nil; i++ {
		writes = item(writes, i)
		writes[i].TaskID = d.text()
		n := d.count(2, sizeOfWrite)
		if n == 0 {
			continue
		}
		writes[i].Writes = make([]checkpoint.PendingWrite, min(n, firstItems))
		for k := 0; k < n && d.err == nil; k++ {
			writes[i].Writes = item(writes[i].Writes, k)
			p := &writes[i].Writes[k]
			p.TaskID, p.Channel = writes[i].TaskID, d.name()
			p.Value = v.written(&d, p.Channel, own)
		}
	}
	return writes, d.err
}

// unembed moves the writes in the row of r into rows of their own.
func (w *writer) unembed(l *lineState, r *stored) error {
	if r.writes == nil {
		return nil
	}
	writes, err := newValues(w.c, l.ref()).embedded(r)
	if err != nil {
		return err
	}
	if err := w.dropEmbedded(l, r); err != nil {
		return err
	}
	for _, tw := range writes {
		if err := w.putTask(l, r.parent, tw, nil); err != nil {
			return err
		}
	}
	return nil
}

// dropEmbedded deletes the writes in the row of r, and their blobs.
func (w *writer) dropEmbedded(l *lineState, r *stored) error {
	d := decoder{c: w.c, b: r.writes}
	for range d.count(2, 0) {
		d.text()
		for range d.count(2, 0) {
			d.name()
			if q := d.value(); q.kind == valueBlob {
				if _, err := w.c.Exec("DELETE FROM blobs WHERE id = ?", l.t.blobID(q.blob)); err != nil {
					return err
				}
			}
		}
	}
	if d.err != nil {
		return d.err
	}
	key, _ := l.t.key(r.id)
	_, err := w.c.Exec("UPDATE checkpoints SET writes = NULL WHERE thread = ? AND ns = ? AND id = ?", l.t.id, l.ns, key)
	r.writes = nil
	return err
}
