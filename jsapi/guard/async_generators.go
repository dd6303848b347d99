// This file gives lowered async generators the prototypes of async generators: AsyncGeneratorFunction.prototype for the
// functions, AsyncGenerator.prototype for what they return. esbuild makes plain functions of them, which pass a generator to a
// helper, and the helper to a function of ours that makes the objects (async_generators.js). The instructions that make the functions are replaced by ones
// that set the prototype afterwards. So is the one with which such a function makes its generator, which gets the property
// "prototype" of the function: the helper passes it on to the object.

package guard

import (
	_ "embed"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// GeneratorMaker is the name of the function that makes an async generator of a lowered one.
const GeneratorMaker = "__hitlrunGenerator"

// GeneratorsName is the name of the program in async_generators.js, which stacks leave out.
const GeneratorsName = "hitlrun:generators"

// loweredGenerator is how the body of a lowered async generator begins.
const loweredGenerator = "return __asyncGenerator("

//go:embed async_generators.js
var asyncGeneratorsJS string

var asyncGenerators = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile(GeneratorsName, asyncGeneratorsJS, true)
})

// generatorPrototypes has the prototypes of async generators in a Runtime.
type generatorPrototypes struct{ functions, objects *goja.Object }

// DefineAsyncGenerators defines GeneratorMaker. It must be called before a script runs that uses it. A second call does nothing.
func DefineAsyncGenerators(rt *goja.Runtime) error {
	if rt.Get(GeneratorMaker) != nil {
		return nil
	}
	v, err := rt.RunProgram(asyncGenerators())
	if err != nil {
		return err
	}
	if g, ok := guards.Load(rt); ok {
		list := v.ToObject(rt)
		functions, _ := list.Get("0").(*goja.Object)
		objects, _ := list.Get("1").(*goja.Object)
		g.(*Guard).generators = generatorPrototypes{functions, objects}
	}
	return nil
}

// MarkAsyncGenerators changes p so that functions which are lowered async generators have the prototype of async generator
// functions. It must be called before p runs. It is safe for concurrent use.
func MarkAsyncGenerators(p *goja.Program) {
	c := theCode()
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.markGenerators(p)
}

func (c *code) markGenerators(p *goja.Program) {
	list := *fieldAt[[][2]unsafe.Pointer](unsafe.Pointer(p), c.list)
	for i := range list {
		if kind := c.kind(&list[i]); kind != hasNested && kind != extends {
			continue
		}
		c.inside(&list[i], c.markGenerators)
		if m := c.maker(&list[i]); m.name != "" && isLoweredGenerator(*fieldAt[string](list[i][1], m.source)) {
			c.inside(&list[i], c.markInner)
			list[i][0] = unsafe.Pointer(c.generatorMaker(m.name, (*methods)(list[i][0])))
		}
	}
}

// maker is the type of an instruction that makes a function or a method, and the offset of the text of that. It has no name
// if the instruction makes neither.
type maker struct {
	name   string
	source uintptr
}

func (c *code) maker(slot *[2]unsafe.Pointer) maker {
	if m, known := c.makers[slot[0]]; known {
		return m
	}
	var m maker
	if t := reflect.NewAt(c.instruction, unsafe.Pointer(slot)).Elem().Elem().Type(); t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct {
		switch t := t.Elem(); t.Name() {
		case "newFunc", "newMethod":
			if f, ok := t.FieldByName("source"); ok && f.Type.Kind() == reflect.String {
				m = maker{t.Name(), uintptr(offset(t, f))}
			}
		}
	}
	c.makers[slot[0]] = m
	return m
}

// markInner changes the instructions of a lowered async generator that make its generator.
func (c *code) markInner(p *goja.Program) {
	list := *fieldAt[[][2]unsafe.Pointer](unsafe.Pointer(p), c.list)
	for i := range list {
		v := reflect.NewAt(c.instruction, unsafe.Pointer(&list[i])).Elem().Elem()
		if v.Kind() == reflect.Pointer && v.Type().Elem().Name() == "newGeneratorFunc" {
			if c.innerSelf == nil {
				c.innerSelf = c.replace(&c.inner, (*methods)(list[i][0]), makeInnerGenerator)
			}
			list[i][0] = unsafe.Pointer(&c.inner)
		}
	}
}

// generatorMaker returns the method table that replaces the one of an instruction that makes a function or a method.
func (c *code) generatorMaker(name string, table *methods) *methods {
	switch {
	case name == "newMethod" && c.methodSelf == nil:
		c.methodSelf = c.replace(&c.method, table, makeGeneratorMethod)
	case name == "newFunc" && c.functionSelf == nil:
		c.functionSelf = c.replace(&c.function, table, makeGeneratorFunction)
	}
	if name == "newMethod" {
		return &c.method
	}
	return &c.function
}

// isLoweredGenerator reports whether the text of a function is that of a lowered async generator: its body is the call of the
// helper, perhaps after the function by which it reads properties of super.
func isLoweredGenerator(source string) bool {
	const most = 4096 // bytes of the parameters; each function is looked at, and functions contain each other
	before, _, found := strings.Cut(source[:min(len(source), most)], loweredGenerator)
	if !found {
		return false
	}
	before = strings.TrimSpace(before)
	if strings.HasSuffix(before, ";") {
		before = strings.TrimSpace(before[:max(0, strings.LastIndex(before, "const "))])
	}
	return strings.HasSuffix(before, "{") && strings.Count(before, "{") == strings.Count(before, "}")+1
}

// makeGeneratorFunction replaces the instruction that makes a function, for lowered async generators.
func makeGeneratorFunction(self, vm unsafe.Pointer) {
	the.functionSelf(self, vm)
	the.markGenerator(vm)
}

// makeGeneratorMethod replaces the instruction that makes a method, for lowered async generators.
func makeGeneratorMethod(self, vm unsafe.Pointer) {
	the.methodSelf(self, vm)
	the.markGenerator(vm)
}

// makeInnerGenerator replaces the instruction that makes the generator of a lowered async generator.
func makeInnerGenerator(self, vm unsafe.Pointer) {
	the.innerSelf(self, vm)
	stack, depth, base := *fieldAt[[]goja.Value](vm, the.stack), *fieldAt[int](vm, the.depth), *fieldAt[int](vm, the.base)
	inner, ok := stack[depth-1].(*goja.Object)
	around, found := stack[base-1].(*goja.Object) // the function that runs
	g, guarded := guards.Load(*fieldAt[*goja.Runtime](vm, the.runtime))
	if !ok || !found || !guarded {
		return
	}
	prototype, ok := around.Get("prototype").(*goja.Object)
	if !ok {
		prototype = g.(*Guard).generators.objects
	}
	if prototype != nil {
		_ = inner.DefineDataProperty("prototype", prototype, goja.FLAG_TRUE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
}

// markGenerator gives the function that was made last the prototypes.
func (c *code) markGenerator(vm unsafe.Pointer) {
	rt := *fieldAt[*goja.Runtime](vm, c.runtime)
	g, ok := guards.Load(rt)
	if !ok {
		return
	}
	of := g.(*Guard).generators
	stack, depth := *fieldAt[[]goja.Value](vm, c.stack), *fieldAt[int](vm, c.depth)
	o, ok := stack[depth-1].(*goja.Object)
	if !ok || of.functions == nil {
		return
	}
	_ = o.SetPrototype(of.functions)
	_ = o.DefineDataProperty("prototype", rt.CreateObject(of.objects), goja.FLAG_TRUE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// IsAsyncGeneratorFunction reports whether o is a lowered async generator.
func IsAsyncGeneratorFunction(rt *goja.Runtime, o *goja.Object) bool {
	g, ok := guards.Load(rt)
	return ok && g.(*Guard).generators.functions != nil && o.Prototype() == g.(*Guard).generators.functions
}
