// This file makes rows independent of rows that are to be deleted.

package sqlite

import (
	"slices"
)

// heldPart is a part of a value in another row.
type heldPart struct {
	holder        string
	index, off, n int
}

// release copies into the rows of l the values that they have in rows for which gone is true. It reads all of l;
// nothing that happens often needs it.
func (w *writer) release(l *lineState, gone func(id string) bool) error {
	var found []*stored
	err := w.c.each(l.ref(), func(r *stored) error {
		if !gone(r.id) && slices.ContainsFunc(r.holders(), gone) {
			found = append(found, r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	values := newValues(w.c, l.ref())
	moved := map[heldPart]slot{}
	for _, r := range found {
		if err := w.settle(l, r.row, values, gone, moved); err != nil {
			return err
		}
	}
	return nil
}

// settle copies into a row the values that it has in rows for which gone is true. moved says where other rows find
// those that were copied.
func (w *writer) settle(l *lineState, r *row, values *values, gone func(id string) bool, moved map[heldPart]slot) error {
	size := r.size()
	for i := range r.slots {
		s := &r.slots[i]
		if s.kind != slotHeld || !gone(s.holder) {
			continue
		}
		part := heldPart{s.holder, s.index, s.off, s.n}
		if place, ok := moved[part]; ok {
			place.channel, place.version, place.typ = s.channel, s.version, s.typ
			*s = place
			continue
		}
		data, err := values.heldData(s)
		if err != nil {
			return err
		}
		*s = slot{channel: s.channel, version: s.version, kind: slotInline, typ: s.typ, data: data}
		moved[part] = slot{kind: slotHeld, holder: r.id, index: i, n: len(data)}
		if size += len(data); size > maxRow {
			if err := w.moveOut(l.t, s); err != nil {
				return err
			}
			moved[part] = *s
		}
	}
	body, err := w.encodeRow(r)
	if err != nil {
		return err
	}
	body = w.seal(0, "checkpoints.body", l.t, body)
	key, _ := l.t.key(r.id)
	_, err = w.c.Exec("UPDATE checkpoints SET body = ? WHERE thread = ? AND ns = ? AND id = ?", body, l.t.id, l.ns, key)
	return err
}
