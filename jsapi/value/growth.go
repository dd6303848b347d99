// This file finds out how a list grew, so that only its growth is stored.

package value

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// DumpSince is dump for a value of which stored is the one before, with the mark that it had then. If v is a list that
// begins with the very elements of kept, which reducers like concat make, b has only those behind them, and grew is true.
func (realm *Realm) DumpSince(kept goja.Value, mark uint64, v goja.Value) (b checkpoint.Blob, grew bool, err error) {
	if tail := realm.tail(kept, mark, v); tail != nil {
		b, err = realm.Dump(realm.Array(tail), false)
		return b, true, err
	}
	b, err = realm.Dump(v, false)
	return b, false, err
}

// tail returns the elements by which v is longer than kept; nil if it is another
// list, or no list.
func (realm *Realm) tail(kept goja.Value, mark uint64, v goja.Value) []goja.Value {
	before, ok := kept.(*goja.Object)
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
	return !ok && a.StrictEquals(b)
}

// Mark returns what dumpSince recognises a value by: a hash of the length and of the last element of a list; 0 for
// other values.
func (realm *Realm) Mark(v goja.Value) uint64 {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return 0
	}
	items, ok := realm.printer.Elements(o)
	if !ok || len(items) == 0 || items[len(items)-1] == nil {
		return 0
	}
	d := dumper{realm: realm, buf: realm.dumpBuf[:0]}
	var err error
	if ex := realm.rt.Try(func() { err = d.value(items[len(items)-1]) }); ex != nil || err != nil {
		return 0
	}
	d.buf = binary.LittleEndian.AppendUint64(d.buf, uint64(len(items)))
	realm.dumpBuf = d.buf
	return maphash.Bytes(realm.markSeed, d.buf) | 1
}
