// This file decides where the values of a new checkpoint are stored.

package sqlite

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// A row of more than about 1000 bytes does not fit into a page of its table, and takes an extra page of 4096 bytes.
// Values of that size are cheaper as blobs.
const (
	maxInline = 512 // longer values are blobs
	maxRow    = 900 // in a longer row the largest values become blobs
	minHeld   = 48  // shorter values are copied from row to row

	sizeOfBlob = 6 // in the row
)

// build returns the row for cp. It writes large values to the table blobs.
func (w *writer) build(l *lineState, cp *checkpoint.Checkpoint) (*row, error) {
	parent, err := w.rowOf(l, cp.ParentID)
	if err != nil {
		return nil, err
	}
	if parent.id == cp.ID {
		self := *parent // it is replaced, so no row may refer to it
		self.id = ""
		parent = &self
	}
	r := &row{
		id: cp.ID, parent: cp.ParentID, created: cp.CreatedAt, meta: cp.Metadata, seen: cp.Seen,
		slots: make([]slot, len(cp.Versions)),
	}
	at := 0
	for i, v := range cp.Versions {
		s := &r.slots[i]
		*s = slot{channel: v.Channel, version: v.N}
		var before *slot
		if found := parent.find(v.Channel, at); found >= 0 {
			before, at = &parent.slots[found], found+1
		}
		if before != nil && before.version == v.N {
			w.inherit(s, before, parent, at-1)
		}
	}
	at = 0
	for _, v := range cp.Values {
		at = r.find(v.Channel, at) // Check has found it
		s := &r.slots[at]
		*s = slot{channel: v.Channel, version: v.Version}
		if err := w.put(l, s, v.Blob, parent, at); err != nil {
			return nil, err
		}
	}
	return r, w.shorten(l, r)
}

// shorten makes the largest values of a row blobs, until it is short enough.
func (w *writer) shorten(l *lineState, r *row) error {
	size := r.size()
	if size <= maxRow {
		return nil
	}
	var large []*slot
	for i := range r.slots {
		if s := &r.slots[i]; s.kind == slotInline && len(s.data) >= minHeld {
			large = append(large, s)
		}
	}
	slices.SortStableFunc(large, func(a, b *slot) int { return len(b.data) - len(a.data) })
	for _, s := range large {
		if size <= maxRow {
			break
		}
		size += sizeOfBlob - len(s.data) - 1
		if err := w.moveOut(l.t, s); err != nil {
			return err
		}
	}
	return nil
}

// rowOf returns the row with an id, an empty row if there is none.
func (w *writer) rowOf(l *lineState, id string) (*row, error) {
	if l.head != nil && l.head.id == id {
		return l.head, nil
	}
	if id != "" {
		r, err := w.c.byID(l.ref(), id)
		if err != nil {
			return nil, err
		}
		if r != nil {
			return r.row, nil
		}
	}
	return &row{}, nil
}

// size returns about how many bytes the encoding of r has.
func (r *row) size() int {
	n := 40 + 3*len(r.slots)
	for i := range r.slots {
		switch s := &r.slots[i]; s.kind {
		case slotInline:
			n += len(s.data) + 1
		case slotHeld, slotBlob:
			n += sizeOfBlob
		}
	}
	for i := range r.seen {
		n += 2 + 3*len(r.seen[i].Versions)
	}
	return n
}

// inherit lets s, whose version is that of before, refer to the same value.
func (w *writer) inherit(s, before *slot, parent *row, index int) {
	version := s.version
	*s = *before
	s.version, s.own = version, nil
	if s.kind == slotInline && len(s.data) >= minHeld && parent.id != "" {
		s.kind, s.holder, s.index, s.off, s.n = slotHeld, parent.id, index, 0, len(s.data)
	}
}

// put stores a new value.
func (w *writer) put(l *lineState, s *slot, b checkpoint.Blob, parent *row, at int) error {
	switch {
	case b.IsZero():
		return nil
	case b.Base != 0:
		return w.grow(l, s, b, parent, at)
	}
	return w.putWhole(l, s, b.Type, b.Data, parent)
}

func (w *writer) putWhole(l *lineState, s *slot, typ string, data []byte, parent *row) error {
	s.kind, s.typ, s.data = slotInline, typ, data
	if len(data) > maxInline {
		return w.moveOut(l.t, s)
	}
	if len(data) < minHeld {
		return nil
	}
	// The input is often part of the new value: look for it in the parent.
	for i := range parent.slots {
		p := &parent.slots[i]
		if p.kind != slotHeld && (p.kind != slotInline || parent.id == "") || len(p.data) < len(data) {
			continue
		}
		if off := bytes.Index(p.data, data); off >= 0 {
			s.kind, s.off, s.n = slotHeld, off, len(data)
			if p.kind == slotInline {
				s.holder, s.index = parent.id, i
			} else {
				s.holder, s.index, s.off = p.holder, p.index, p.off+off
			}
			return nil
		}
	}
	return nil
}

// moveOut turns an inline value into a blob.
func (w *writer) moveOut(t *threadState, s *slot) error {
	n, err := w.putBlob(t, 0, s.data)
	if err != nil {
		return err
	}
	*s = slot{
		channel: s.channel, version: s.version, kind: slotBlob, typ: s.typ,
		blob: n, whole: int64(len(s.data)), array: checkpoint.IsArray(s.data), own: s.data,
	}
	return nil
}

// grow stores an array as what it adds to the previous one. Once the additions are longer than the whole value they
// extend, grow stores a whole array again. So a value is read from few pieces, and Prune finds old pieces that
// nothing refers to. Together, the whole values are no longer than all additions.
func (w *writer) grow(l *lineState, s *slot, b checkpoint.Blob, parent *row, at int) error {
	at = parent.find(s.channel, at)
	if at < 0 || parent.slots[at].kind == slotNone || parent.slots[at].version != b.Base {
		return fmt.Errorf("channel %q: the value adds to version %d, which the parent checkpoint does not have", s.channel, b.Base)
	}
	before := &parent.slots[at]
	values := newValues(w.c, l.ref())
	array := before.array
	var base checkpoint.Blob
	if before.kind != slotBlob {
		var err error
		if base, err = values.of(before); err != nil {
			return err
		}
		array = checkpoint.IsArray(base.Data)
	}
	if !array || before.typ != b.Type {
		return fmt.Errorf("channel %q: the value adds to version %d, which is not an array", s.channel, b.Base)
	}
	added := int64(len(b.Data))
	if before.kind == slotBlob {
		if before.grown+added <= before.whole {
			n, err := w.putBlob(l.t, before.blob, b.Data)
			*s = slot{
				channel: s.channel, version: s.version, kind: slotBlob, typ: b.Type,
				blob: n, whole: before.whole, grown: before.grown + added, array: true, own: b.Data,
			}
			return err
		}
		var err error
		if base, err = values.of(before); err != nil {
			return err
		}
	}
	return w.putWhole(l, s, b.Type, checkpoint.JoinArrays(base.Whole().Data, b.Data), parent)
}
