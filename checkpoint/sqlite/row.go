// This file has row, the stored form of a checkpoint, and its encoding.

package sqlite

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// row is the stored form of a checkpoint.
type row struct {
	id, parent string
	created    time.Time
	meta       checkpoint.Metadata
	slots      []slot // as Checkpoint.Versions
	seen       []checkpoint.Seen

	searched int            // how many slots find has passed over
	index    map[string]int // by channel: its slot; nil until find has passed over many
}

// sizeOfSlot is how many bytes of memory a slot takes, with the version and the value of a tuple that are made of it.
const sizeOfSlot = 300

// Kinds of slots.
const (
	slotNone   = iota // no value
	slotInline        // the value is here
	slotHeld          // the value is a part of one that is inline in an older row
	slotBlob          // the value is in the table blobs
)

// slot is the version of a channel and where its value is.
type slot struct {
	channel string
	version int64
	kind    byte
	typ     string
	data    []byte // for slotInline; for slotHeld if it is loaded

	holder string // slotHeld: the row,
	index  int    // the number of its slot,
	off, n int    // and the part

	blob  int64 // slotBlob: the number of the blob
	whole int64 // the size of the newest whole value that it extends
	grown int64 // and the size of all additions since
	array bool
	own   []byte // the content of the blob, if it was written in this transaction
}

// Flags of a row.
const (
	flagWide       = 1 << iota // versions differ so much that each tag is written out
	flagParents                // there are parents
	flagNilParents             // the map of parents is nil
	flagExtra                  // there is more metadata
)

// Flags of a slot; the bits below are its kind.
const (
	slotTyped = 1 << 2 // the type is not JSON
	slotBits  = 3
)

// sources are written as their index + 1; any other source as 0 and its text.
func sourceCode(source string) byte {
	switch source {
	case checkpoint.SourceInput:
		return 1
	case checkpoint.SourceLoop:
		return 2
	case checkpoint.SourceUpdate:
		return 3
	case checkpoint.SourceFork:
		return 4
	}
	return 0
}

func sourceOf(code byte) string {
	return [...]string{"", checkpoint.SourceInput, checkpoint.SourceLoop, checkpoint.SourceUpdate, checkpoint.SourceFork}[code]
}

func (e *encoder) row(r *row) {
	top := int64(0)
	flags := byte(0)
	for i := range r.slots {
		if v := r.slots[i].version; i == 0 || v > top {
			top = v
		}
	}
	for i := range r.slots {
		if uint64(top-r.slots[i].version) >= 1<<(64-slotBits) {
			flags |= flagWide
		}
	}
	if len(r.meta.Parents) > 0 {
		flags |= flagParents
	}
	if r.meta.Parents == nil {
		flags |= flagNilParents
	}
	if len(r.meta.Extra) > 0 {
		flags |= flagExtra
	}
	e.byte(flags)
	e.id(r.parent, r.id)
	e.time(r.created, r.id)
	e.metadata(&r.meta, r.id)
	holders := r.holders()
	e.uint(uint64(len(holders)))
	for _, id := range holders {
		e.id(id, r.id)
	}
	e.int(top)
	e.uint(uint64(len(r.slots)))
	for i := range r.slots {
		e.slot(&r.slots[i], top, flags&flagWide != 0, holders)
	}
	e.uint(uint64(len(r.seen)))
	for i := range r.seen {
		e.seen(r, &r.seen[i], top)
	}
}

func (e *encoder) metadata(m *checkpoint.Metadata, id string) {
	code := sourceCode(m.Source)
	e.byte(code)
	if code == 0 {
		e.string(m.Source)
	}
	e.int(int64(m.Step))
	if len(m.Parents) > 0 {
		e.uint(uint64(len(m.Parents)))
		for _, ns := range sortedKeys(m.Parents) {
			e.text(ns)
			e.id(m.Parents[ns], id)
		}
	}
	if len(m.Extra) > 0 {
		e.uint(uint64(len(m.Extra)))
		for _, key := range sortedKeys(m.Extra) {
			e.string(key)
			e.bytes(m.Extra[key])
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// holders returns the ids of the rows that contain values of r, each once.
func (r *row) holders() (ids []string) {
	for i := range r.slots {
		if s := &r.slots[i]; s.kind == slotHeld && !slices.Contains(ids, s.holder) {
			ids = append(ids, s.holder)
		}
	}
	return ids
}

func (e *encoder) slot(s *slot, top int64, wide bool, holders []string) {
	e.name(s.channel)
	tag := uint64(s.kind)
	if s.kind != slotNone && s.typ != checkpoint.TypeJSON {
		tag |= slotTyped
	}
	if wide {
		e.uint(tag)
		e.uint(uint64(top - s.version))
	} else {
		e.uint(uint64(top-s.version)<<slotBits | tag)
	}
	if tag&slotTyped != 0 {
		e.name(s.typ)
	}
	switch s.kind {
	case slotInline:
		e.bytes(s.data)
	case slotHeld:
		e.uint(uint64(slices.Index(holders, s.holder)))
		e.uint(uint64(s.index))
		e.uint(uint64(s.off))
		e.uint(uint64(s.n))
	case slotBlob:
		e.uint(uint64(s.blob))
		array := uint64(0)
		if s.array {
			array = 1
		}
		e.uint(uint64(s.whole)<<1 | array)
		e.uint(uint64(s.grown))
	}
}

// seen writes channels as their slot number + 1; any other channel as 0 and its name.
func (e *encoder) seen(r *row, s *checkpoint.Seen, top int64) {
	e.name(s.Node)
	e.uint(uint64(len(s.Versions)))
	at := 0
	for _, v := range s.Versions {
		at = r.find(v.Channel, at)
		e.uint(uint64(at + 1))
		if at < 0 {
			e.name(v.Channel)
			at = 0
		}
		e.uint(uint64(top - v.N))
	}
}

// find returns the slot number of a channel, -1 if it has none. It starts at a given slot, because channels usually
// come in the same order everywhere.
func (r *row) find(channel string, at int) int {
	if at < len(r.slots) && r.slots[at].channel == channel {
		return at
	}
	const few = 64
	if r.index == nil && r.searched > few+len(r.slots) {
		r.index = make(map[string]int, len(r.slots))
		for i := range r.slots {
			r.index[r.slots[i].channel] = i
		}
	}
	if r.index != nil {
		if i, ok := r.index[channel]; ok {
			return i
		}
		return -1
	}
	for range r.slots {
		if at >= len(r.slots) {
			at = 0
		}
		if r.slots[at].channel == channel {
			return at
		}
		at++
		r.searched++
	}
	return -1
}

func (d *decoder) row(id string) *row {
	flags := d.byte()
	r := &row{id: id, parent: d.id(id), created: d.time(id)}
	d.metadata(&r.meta, flags, id)
	n := d.count(1, 60)
	holders := make([]string, min(n, firstItems))
	for i := 0; i < n && d.err == nil; i++ {
		holders = item(holders, i)
		holders[i] = d.id(id)
	}
	top := d.int()
	n = d.count(2, sizeOfSlot)
	r.slots = make([]slot, min(n, firstItems))
	for i := 0; i < n && d.err == nil; i++ {
		r.slots = item(r.slots, i)
		d.slot(&r.slots[i], top, flags&flagWide != 0, holders)
	}
	if n := d.count(2, 40); n > 0 {
		r.seen = make([]checkpoint.Seen, min(n, firstItems))
		for i := 0; i < n && d.err == nil; i++ {
			r.seen = item(r.seen, i)
			d.seen(r, &r.seen[i], top)
		}
	}
	return r
}

func (d *decoder) metadata(m *checkpoint.Metadata, flags byte, id string) {
	code := d.byte()
	switch {
	case code == 0:
		m.Source = d.string()
	case code <= 4:
		m.Source = sourceOf(code)
	default:
		d.fail(errDamaged)
	}
	m.Step = int(d.int())
	if flags&flagNilParents == 0 || flags&flagParents != 0 {
		m.Parents = map[string]string{}
	}
	if flags&flagParents != 0 {
		for range d.count(2, 100) {
			ns := d.text()
			m.Parents[ns] = d.id(id)
		}
	}
	if flags&flagExtra != 0 {
		m.Extra = map[string]json.RawMessage{}
		for range d.count(2, 100) {
			key := d.string()
			m.Extra[key] = d.bytes()
		}
	}
}

func (d *decoder) slot(s *slot, top int64, wide bool, holders []string) {
	s.channel = d.name()
	tag := d.uint()
	if wide {
		s.version = top - int64(d.uint())
	} else {
		s.version = top - int64(tag>>slotBits)
	}
	s.kind = byte(tag) & 3
	if s.kind != slotNone {
		s.typ = checkpoint.TypeJSON
	}
	if tag&slotTyped != 0 {
		s.typ = d.name()
	}
	switch s.kind {
	case slotInline:
		s.data = d.bytes()
	case slotHeld:
		holder := d.uint()
		s.index, s.off, s.n = int(d.uint()), int(d.uint()), int(d.uint())
		if holder >= uint64(len(holders)) || s.index < 0 || s.off < 0 || s.n < 0 {
			d.fail(errDamaged)
			return
		}
		s.holder = holders[holder]
	case slotBlob:
		s.blob = int64(d.uint())
		whole := d.uint()
		s.whole, s.array, s.grown = int64(whole>>1), whole&1 == 1, int64(d.uint())
	}
}

func (d *decoder) seen(r *row, s *checkpoint.Seen, top int64) {
	s.Node = d.name()
	n := d.count(2, 24)
	if n == 0 {
		return
	}
	s.Versions = make([]checkpoint.Version, min(n, firstItems))
	for i := 0; i < n && d.err == nil; i++ {
		s.Versions = item(s.Versions, i)
		at := d.uint()
		switch {
		case at == 0:
			s.Versions[i].Channel = d.name()
		case at <= uint64(len(r.slots)):
			s.Versions[i].Channel = r.slots[at-1].channel
		default:
			d.fail(errDamaged)
		}
		s.Versions[i].N = top - int64(d.uint())
	}
}
