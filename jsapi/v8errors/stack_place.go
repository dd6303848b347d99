package v8errors

// This file finds the position that V8 reports for a call, which is the start of the function's name. goja
// reports the bracket after the name.

import (
	"reflect"
	"sort"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

// stackFrame has the layout of goja's StackFrame.
type stackFrame struct {
	prg  *goja.Program
	name unistring.String
	pc   int
}

// spot identifies an instruction.
type spot struct {
	prg *goja.Program
	pc  int
}

// maxPlaces is the size of a VM's cache of positions.
const maxPlaces = 4096

// place is Place with a cache, since Place is slow. s may be nil.
func (s *Stacks) place(f *goja.StackFrame) file.Position {
	if s == nil || s.places == nil {
		return Place(f)
	}
	in := (*stackFrame)(unsafe.Pointer(f))
	key := spot{in.prg, in.pc}
	at, ok := s.places[key]
	if !ok {
		if len(s.places) >= maxPlaces {
			clear(s.places)
		}
		at = Place(f)
		s.places[key] = at
	}
	return at
}

// Place is f.Position() in the form of V8: the position of the name of the called function.
func Place(f *goja.StackFrame) file.Position {
	src, at, ok := offsetOf(f)
	if !ok || src.Source()[at] != '(' {
		return f.Position()
	}
	if name := calledName(src.Source(), at); name >= 0 {
		if p := src.Position(name); p.Filename == f.Position().Filename {
			return p
		}
	}
	return f.Position()
}

// calledName returns the offset of the name before the arguments at at, or -1 if there is none. The call of
// an import has the form (0, module.name)(…).
func calledName(source string, at int) int {
	if at > 0 && source[at-1] == ')' {
		open := matchingBack(source, at)
		if open < 0 || !strings.HasPrefix(source[open:], "(0, ") {
			return -1
		}
		at--
	}
	if name := wordBefore(source, at); name != "" {
		return at - len(name)
	}
	return -1
}

// offsetOf returns the offset of a call in the bundled code. ok is false if it is not known.
func offsetOf(f *goja.StackFrame) (src *file.File, at int, ok bool) {
	p := reflect.ValueOf(f)
	prg, pc := field(p, "prg"), field(p, "pc")
	if !prg.IsValid() || prg.IsNil() || !pc.IsValid() {
		return nil, 0, false
	}
	of, places := field(prg, "src"), field(prg, "srcMap")
	if !of.IsValid() || !places.IsValid() || places.Kind() != reflect.Slice {
		return nil, 0, false
	}
	src, ok = of.Interface().(*file.File)
	if !ok || src == nil {
		return nil, 0, false
	}
	i := sort.Search(places.Len(), func(i int) bool { return places.Index(i).Field(0).Int() > pc.Int() }) - 1
	if i < 0 {
		return nil, 0, false
	}
	at = int(places.Index(i).Field(1).Int())
	return src, at, at >= 0 && at < len(src.Source())
}
