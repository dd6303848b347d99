// This file finds out how a list grew, so that only its growth is stored.

package jsapi

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// dumpSince is dump for a value of which kept is the one before, with the mark that it had then. If v is a list that
// begins with the very elements of kept, which reducers like concat make, b has only those behind them, and grew is true.
func (vm *VM) dumpSince(kept goja.Value, mark uint64, v goja.Value) (b checkpoint.Blob, grew bool, err error) {
	if tail := vm.tail(kept, mark, v); tail != nil {
		b, err = vm.dump(vm.array(tail), false)
		return b, true, err
	}
	b, err = vm.dump(v, false)
	return b, false, err
}

// tail returns the elements by which v is longer than kept; nil if it is another
// list, or no list.
func (vm *VM) tail(kept goja.Value, mark uint64, v goja.Value) []goja.Value {
	before, ok := kept.(*goja.Object)
	if !ok {
		return nil
	}
	now, ok := v.(*goja.Object)
	if !ok || now == before || now.ClassName() != "Array" {
		return nil
	}
	old, ok := vm.printer.Elements(before)
	if !ok || len(old) == 0 {
		return nil
	}
	all, ok := vm.printer.Elements(now)
	if !ok || len(all) <= len(old) {
		return nil
	}
	for i, x := range old {
		if !sameElement(x, all[i]) {
			return nil
		}
	}
	if vm.mark(before) != mark {
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

// mark returns what dumpSince recognises a value by: a hash of the length and of the last element of a list; 0 for
// other values.
func (vm *VM) mark(v goja.Value) uint64 {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return 0
	}
	items, ok := vm.printer.Elements(o)
	if !ok || len(items) == 0 || items[len(items)-1] == nil {
		return 0
	}
	d := dumper{vm: vm, buf: vm.dumpBuf[:0]}
	var err error
	if ex := vm.rt.Try(func() { err = d.value(items[len(items)-1]) }); ex != nil || err != nil {
		return 0
	}
	d.buf = binary.LittleEndian.AppendUint64(d.buf, uint64(len(items)))
	vm.dumpBuf = d.buf
	return maphash.Bytes(vm.markSeed, d.buf) | 1
}
