package inspect

// This file has the type Printer, and calls the built-in functions of JavaScript.

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxNesting is the number of nested objects that are printed, including those in custom inspect functions
// that call inspect again. Node prints about 800 levels before its stack overflows.
const maxNesting = 800

// Printer prints the values of one goja.Runtime. Make it before the script runs: a script that replaces Object.keys
// and the like then cannot change what is printed.
type Printer struct {
	// Dir is the directory of the script, which is grey in coloured stacks. "" means none.
	Dir string

	vm       *goja.Runtime
	peek     peek
	custom   *goja.Symbol // Symbol.for('nodejs.util.inspect.custom')
	object   *goja.Object // Object.prototype
	function *goja.Object // Function.prototype
	natives  map[string]native
	describe native // Object.getOwnPropertyDescriptor

	lazy        *goja.Symbol // marks the getters whose results are printed
	hasInstance goja.Value   // Function.prototype[Symbol.hasInstance]
	inspectFn   *goja.Object
	plain       *goja.Object // options.stylize without colours
	colored     *goja.Object // options.stylize with colours
	defaults    *goja.Object // inspect.defaultOptions, once a script has asked for it
	nesting     int
	taken, work int // what took and read have counted since they last asked
}

// native is a built-in function, which is called without entering the VM.
type native = func(goja.FunctionCall) goja.Value

// Lazy marks a getter: properties with this getter are printed as the value that it returns.
func (p *Printer) Lazy(getter *goja.Object) {
	_ = getter.SetSymbol(p.lazy, p.vm.ToValue(true)) // cannot fail for a new function
}

// New returns a Printer for vm.
func New(vm *goja.Runtime) *Printer {
	p := &Printer{vm: vm, natives: make(map[string]native, 8), peek: peekOf(vm), lazy: goja.NewSymbol("lazy")}
	p.object = vm.NewObject().Prototype()
	p.describe = p.native("Object.getOwnPropertyDescriptor")
	for _, path := range [...]string{
		"Object.keys", "Object.getOwnPropertyNames", "Object.getOwnPropertySymbols", "Object.prototype.hasOwnProperty",
		"Object.prototype.propertyIsEnumerable", "Function.prototype.toString",
	} {
		p.native(path)
	}
	name := vm.ToValue("nodejs.util.inspect.custom")
	p.custom, _ = p.native("Symbol.for")(goja.FunctionCall{Arguments: []goja.Value{name}}).(*goja.Symbol)
	if f, ok := vm.Get("Object").(*goja.Object); ok {
		p.function = f.Prototype()
		p.hasInstance = p.function.GetSymbol(goja.SymHasInstance)
	}
	return p
}

// Elements returns the elements of an array without getters. Holes are nil. ok is false if o is not such an
// array, if it has holes after its last element, or if goja is not as expected. The slice is that of the
// array and must not be changed.
func (p *Printer) Elements(o *goja.Object) ([]goja.Value, bool) {
	items, ok := p.peek.dense(o)
	return items, ok && len(items) == p.peek.length(o)
}

// Inspect returns what Printer.Inspect returns for v. An error that custom code throws becomes part of the
// text.
func Inspect(vm *goja.Runtime, v goja.Value, o Options) string {
	s, err := New(vm).Inspect(v, o)
	return orThrown(s, err)
}

// Format returns what Printer.Format returns for args. An error that custom code throws becomes part of the
// text.
func Format(vm *goja.Runtime, o Options, args ...goja.Value) string {
	s, err := New(vm).Format(o, args...)
	return orThrown(s, err)
}

// OptionsFrom reads a JavaScript options object. It returns the zero Options if reading it throws.
func OptionsFrom(vm *goja.Runtime, v goja.Value) Options {
	o, err := New(vm).OptionsFrom(v)
	if err != nil {
		return Options{}
	}
	return o
}

// Stack returns err's stack in Node's form, as Printer.Stack does.
func Stack(vm *goja.Runtime, err *goja.Object) string { return New(vm).Stack(err) }

func orThrown(s string, err error) string {
	if err != nil {
		return "<Inspection threw (" + err.Error() + ")>"
	}
	return s
}

// Inspect returns the text of util.inspect(v, o). The error is what code of the script threw, or the reason
// why the VM was stopped. A native function must panic with it to pass it on.
func (p *Printer) Inspect(v goja.Value, o Options) (s string, err error) {
	err = p.guard(func() { s = p.inspect(v, p.withStanding(o)) })
	return s, err
}

// Format returns the text that console.log(...args) writes, without the newline. The error is as for
// Inspect.
func (p *Printer) Format(o Options, args ...goja.Value) (s string, err error) {
	err = p.guard(func() { s = p.formatArgs(p.withStanding(o), args) })
	return s, err
}

// Stack returns err.stack in Node's form: without the program counters and tabs of goja's frames, and
// without frames of goja's own functions. A text that the script assigned stays as it is. For an object
// without a stack it returns "Name: message".
func (p *Printer) Stack(err *goja.Object) (s string) {
	if thrown := p.guard(func() { s = p.stackOf(err) }); thrown != nil {
		return "<Inspection threw (" + thrown.Error() + ")>"
	}
	return s
}

func (p *Printer) inspect(v goja.Value, o Options) string {
	nesting := p.nesting
	defer func() { p.nesting = nesting }()
	p.nesting++
	if p.nesting > maxNesting {
		panic(p.rangeError("Maximum call stack size exceeded"))
	}
	j := &job{p: p, settings: o.settings()}
	return j.value(orUndefined(v), 0, false)
}

// guard runs f and returns the exception that was thrown in it. A panic that is not a JavaScript exception
// is a bug, and continues.
func (p *Printer) guard(f func()) (err error) {
	nesting := p.nesting
	defer func() {
		p.nesting = nesting
		if x := recover(); x != nil {
			switch e := x.(type) {
			case *goja.InterruptedError:
				err = e
			case *goja.StackOverflowError:
				err = e
			default:
				panic(x)
			}
		}
	}()
	if ex := p.vm.Try(f); ex != nil {
		return ex
	}
	return nil
}

// native finds a built-in function by its path: "Object.keys", "Map.prototype.entries",
// "get Map.prototype.size". For a missing one it returns a function that does nothing.
func (p *Printer) native(path string) native {
	if f, ok := p.natives[path]; ok {
		return f
	}
	var f native
	names := strings.Split(strings.TrimPrefix(path, "get "), ".")
	at := p.vm.GlobalObject()
	last := len(names) - 1
	for _, name := range names[:last] {
		if at != nil {
			at, _ = at.Get(name).(*goja.Object)
		}
	}
	if at != nil && strings.HasPrefix(path, "get ") {
		if pr, ok := p.own(at, prop{name: names[last]}); ok && pr.getterFunc != nil {
			f, _ = guard.Export(pr.getterFunc).(native)
		}
	} else if at != nil {
		if fn, ok := at.Get(names[last]).(*goja.Object); ok {
			f, _ = guard.Export(fn).(native)
		}
	}
	if f == nil {
		f = func(goja.FunctionCall) goja.Value { return goja.Undefined() }
	}
	p.natives[path] = f
	return f
}

// method calls the built-in function at path with o as this.
func (p *Printer) method(path string, o goja.Value, args ...goja.Value) goja.Value {
	return orUndefined(p.native(path)(goja.FunctionCall{This: o, Arguments: args}))
}

// static calls the built-in function at path without this.
func (p *Printer) static(path string, args ...goja.Value) goja.Value {
	return p.method(path, goja.Undefined(), args...)
}

// call calls a function of the script. It panics with what the function throws.
func (p *Printer) call(f, this goja.Value, args ...goja.Value) goja.Value {
	if obj, ok := f.(*goja.Object); ok {
		if fn, ok := guard.Export(obj).(native); ok {
			return orUndefined(fn(goja.FunctionCall{This: this, Arguments: args}))
		}
	}
	fn, ok := goja.AssertFunction(f)
	if !ok {
		panic(p.vm.NewTypeError("not a function"))
	}
	v, err := fn(this, args...)
	if err != nil {
		panic(err)
	}
	return orUndefined(v)
}

// list returns the elements of an array that a built-in function made.
func (p *Printer) list(v goja.Value) []goja.Value {
	arr, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	if values, ok := p.peek.dense(arr); ok {
		return values
	}
	values := make([]goja.Value, length(arr))
	for i := range values {
		values[i] = orUndefined(arr.Get(strconv.Itoa(i)))
	}
	return values
}

func (p *Printer) rangeError(message string) goja.Value {
	e, err := p.vm.New(p.vm.Get("RangeError"), p.vm.ToValue(message))
	if err != nil {
		panic(err)
	}
	return e
}

func length(o *goja.Object) int { return int(orUndefined(o.Get("length")).ToInteger()) }

func orUndefined(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

func isFunction(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	k := kindOf(o)
	if k == kindProxy {
		_, ok = goja.AssertFunction(o)
		return ok
	}
	return k.isFunction()
}

func boolean(v goja.Value) (value, ok bool) {
	if v == nil {
		return false, false
	}
	if _, isObject := v.(*goja.Object); isObject {
		return false, false
	}
	value, ok = guard.Export(v).(bool)
	return value, ok
}
