package v8errors

// This file replaces goja's error constructors, and reads the state of goja's VM. It finds the fields by
// name. If one is missing, the messages of goja stay.

import (
	"reflect"
	"sort"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
)

type construct = func(args []goja.Value, newTarget *goja.Object) *goja.Object

// Install gives the errors that goja throws in rt the messages of V8.
func Install(rt *goja.Runtime) {
	for _, name := range []string{"TypeError", "ReferenceError", "RangeError", "SyntaxError", "URIError"} {
		class, ok := rt.Get(name).(*goja.Object)
		if !ok {
			continue
		}
		p := constructOf(class)
		if p == nil {
			continue
		}
		own := *p
		*p = func(args []goja.Value, newTarget *goja.Object) *goja.Object {
			if len(args) == 1 {
				if s, ok := args[0].(goja.String); ok {
					if text := s.String(); text == noWebAssembly && name == "ReferenceError" {
						args = []goja.Value{rt.ToValue(text + needsWebAssembly(rt))}
					} else if m, ok := read(rt); ok && m.isConstant() && strings.HasPrefix(text, notObject) {
						args = []goja.Value{rt.ToValue(m.searching(text))}
					} else if ok && m.makes(class) {
						// The script wrote the message.
					} else if plain, ok := withoutGo(text); ok {
						args = []goja.Value{rt.ToValue(plain)}
					} else if isGojas(text) || text == "" && name == "TypeError" {
						args = []goja.Value{rt.ToValue(translated(rt, text))}
					} else if other, ok := outright(rt, name, text); ok {
						args = []goja.Value{rt.ToValue(other)}
					}
				}
			}
			return own(args, newTarget)
		}
	}
}

const noWebAssembly = "WebAssembly is not defined"

// needsWebAssembly returns the end of the message for code that uses WebAssembly. It names the package of
// that code.
func needsWebAssembly(rt *goja.Runtime) string {
	for _, f := range rt.CaptureCallStack(0, nil) {
		_, inside, ok := lastCut(f.Position().Filename, "node_modules/")
		if !ok {
			continue
		}
		parts := strings.SplitN(inside, "/", 3)
		name := parts[0]
		if strings.HasPrefix(name, "@") && len(parts) > 1 {
			name += "/" + parts[1]
		}
		return ": the package " + name + " needs WebAssembly, which hitlrun cannot run"
	}
	return ": hitlrun cannot run WebAssembly"
}

// lastCut is strings.Cut around the last separator.
func lastCut(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// constructOf returns the address of the function that goja calls to make an instance of a native class,
// or nil if goja is not as expected.
func constructOf(class *goja.Object) *construct {
	self := field(reflect.ValueOf(class), "self")
	if !self.IsValid() || self.Kind() != reflect.Interface || self.IsNil() || self.Elem().Kind() != reflect.Pointer {
		return nil
	}
	f := field(self.Elem(), "construct")
	if !f.IsValid() || f.Type() != reflect.TypeFor[construct]() {
		return nil
	}
	return (*construct)(f.Addr().UnsafePointer())
}

// field returns a field of the struct that p points to, exported or not, or the zero Value if there is
// none.
func field(p reflect.Value, name string) reflect.Value {
	if !p.IsValid() || p.Kind() != reflect.Pointer || p.IsNil() || p.Elem().Kind() != reflect.Struct {
		return reflect.Value{}
	}
	f := p.Elem().FieldByName(name)
	if !f.IsValid() {
		return f
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// machine is the state of goja's VM at the instruction that failed.
type machine struct {
	rt          *goja.Runtime
	code        reflect.Value // the instructions of the function
	pc          int           // the index of the one that failed
	instruction reflect.Value // its type is the operation, and its value has the operands
	source      string
	offset      int // the position of the instruction in the source
	stack       reflect.Value
	sp          int
}

// read returns the state of the VM. ok is false if no JavaScript code is running, or if goja is not as
// expected.
func read(rt *goja.Runtime) (m machine, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	vm := field(reflect.ValueOf(rt), "vm")
	prg := field(vm, "prg")
	if !prg.IsValid() || prg.IsNil() {
		return m, false
	}
	pc := int(field(vm, "pc").Int())
	m.rt, m.code, m.pc = rt, field(prg, "code"), pc
	m.instruction = m.code.Index(pc).Elem()
	m.stack, m.sp = field(vm, "stack"), int(field(vm, "sp").Int())
	src, isFile := field(prg, "src").Interface().(*file.File)
	if !isFile || src == nil {
		return m, false
	}
	m.source = src.Source()
	places := field(prg, "srcMap") // pairs of an instruction and an offset
	i := sort.Search(places.Len(), func(i int) bool { return places.Index(i).Field(0).Int() > int64(pc) }) - 1
	if i < 0 {
		return m, false
	}
	m.offset = int(places.Index(i).Field(1).Int())
	return m, m.offset >= 0 && m.offset < len(m.source)
}

// name returns the name of the instruction's type.
func (m machine) name() string { return m.instruction.Type().Name() }

// at returns the name of the type of the instruction that is n after the one that failed. It returns "" if there is none.
func (m machine) at(n int) string {
	if i := m.pc + n; i >= 0 && i < m.code.Len() {
		return m.code.Index(i).Elem().Type().Name()
	}
	return ""
}

// makes reports whether the instruction makes an instance of a class for the script: with new, as a call, or for a class that extends it.
func (m machine) makes(class *goja.Object) bool {
	switch m.name() {
	case "_new", "call":
		o, _ := m.value(int(m.instruction.Uint()) + 1).(*goja.Object)
		for range maxPrototypes {
			if o == nil || o.ExportType() == reflect.TypeFor[goja.Proxy]() {
				return false
			}
			if o == class {
				return true
			}
			o = o.Prototype() // the class that it extends
		}
	case "superCall", "_superCallVariadic":
		return true
	}
	return false
}

// value returns a value on the stack, counted from the top, where 1 is the topmost. It returns nil if
// there is none.
func (m machine) value(fromTop int) goja.Value {
	i := m.sp - fromTop
	if i < 0 || i >= m.stack.Len() {
		return nil
	}
	v, _ := m.stack.Index(i).Interface().(goja.Value)
	return v
}
