// This file finds out how a list grew, so that only its growth is kept.

package jsapi

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// DumpSince implements runtime.Host. A list has grown if it begins with the very
// elements that the list before had: what reducers like concat make.
func (h host) DumpSince(kept runtime.Kept, v runtime.Value) (b checkpoint.Blob, grew bool, err error) {
	if tail := h.vm.tail(kept, v); tail != nil {
		b, err = h.vm.dump(h.vm.array(tail), false)
		return b, true, err
	}
	b, err = h.Dump(v)
	return b, false, err
}

// tail returns the elements by which v is longer than kept; nil if it is another
// list, or no list.
func (vm *VM) tail(kept runtime.Kept, v runtime.Value) []goja.Value {
	before, ok := kept.Value.(*goja.Object)
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
	if (host{vm}).Mark(before) != kept.Mark {
		return nil // it was changed in place since it was kept
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

// Mark implements runtime.Host: a hash of the length and of the last element.
func (h host) Mark(v runtime.Value) uint64 {
	vm := h.vm
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
