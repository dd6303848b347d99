// This file finds the elements that were appended to a list, so that only those are stored.

package value

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// DumpSince is Dump for the new value v of a channel. stored is the value of the last checkpoint, and
// mark is the Mark that it had then. If v is a list that begins with the same elements as stored, as reducers like
// concat make it, then grew is true and b has only the elements after them.
func (realm *Realm) DumpSince(stored goja.Value, mark uint64, v goja.Value) (b checkpoint.Blob, grew bool, err error) {
	if tail := realm.tail(stored, mark, v); tail != nil {
		b, err = realm.Dump(realm.Array(tail), false)
		return b, true, err
	}
	b, err = realm.Dump(v, false)
	return b, false, err
}

// tail returns the elements that v has after those of stored. It returns nil if v is not a longer list
// that begins with the elements of stored.
func (realm *Realm) tail(stored goja.Value, mark uint64, v goja.Value) []goja.Value {
	before, ok := stored.(*goja.Object)
	if !ok {
		return nil
	}
	now, ok := v.(*goja.Object)
	if !ok || now == before || now.ClassName() != "Array" {
		return nil
	}
	old, ok := realm.printer.Elements(before)
	if !ok || len(old) == 0 {
		return nil
	}
	all, ok := realm.printer.Elements(now)
	if !ok || len(all) <= len(old) {
		return nil
	}
	for i, x := range old {
		if !sameElement(x, all[i]) {
			return nil
		}
	}
	if realm.Mark(before) != mark {
		return nil // it was changed in place since it was stored
	}
	for _, x := range all[len(old):] {
		if x == nil {
			return nil // a hole
		}
	}
	return all[len(old):]
}

func sameElement(a, b goja.Value) bool {
	if a == nil || b == nil {
		return false
	}
	if o, ok := a.(*goja.Object); ok {
		p, ok := b.(*goja.Object)
		return ok && o == p
	}
	_, ok := b.(*goja.Object)
	return !ok && a.SameAs(b) // 0 and -0 are not the same
}

// Mark returns a hash by which DumpSince recognises that a list has been changed in place: of the
// length and of the last element. It is 0 for other values, and for a list that cannot be hashed.
func (realm *Realm) Mark(v goja.Value) uint64 {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return 0
	}
	items, ok := realm.printer.Elements(o)
	if !ok || len(items) == 0 || items[len(items)-1] == nil {
		return 0
	}
	d := dumper{realm: realm, buf: realm.takeBuffer()}
	defer func() { realm.returnBuffer(d.buf) }()
	var err error
	if ex := realm.rt.Try(func() { err = d.value(items[len(items)-1]) }); ex != nil || err != nil {
		return 0
	}
	d.buf = binary.LittleEndian.AppendUint64(d.buf, uint64(len(items)))
	return maphash.Bytes(realm.markSeed, d.buf) | 1
}
