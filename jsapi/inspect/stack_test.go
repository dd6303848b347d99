package inspect

// This file tests stacks in Node's form.

import (
	"testing"

	"github.com/dop251/goja"
)

func TestStack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, source, want string }{
		{"function and top level", "function f() {\n  return new Error('msg');\n}\nf()",
			"Error: msg\n    at f (flow.ts:2:10)\n    at flow.ts:4:2"},
		{"native frames", "[1].map(() => new Error('x'))[0]",
			"Error: x\n    at flow.ts:1:15\n    at flow.ts:1:8"},
		{"syntax error of a native", "let e; try { JSON.parse('{') } catch (x) { e = x; e.message = 'm' } e",
			"SyntaxError: m\n    at flow.ts:1:24"},
		{"constructors of its classes",
			"class A extends Error {\n  constructor(m) {\n    super(m);\n  }\n}\nclass B extends A {\n  constructor(m) {\n    super(m);\n  }\n}\nfunction f() { return new B('b'); }\nf()",
			"Error: b\n    at f (flow.ts:11:23)\n    at flow.ts:12:2"},
		{"classes without constructors", "class A extends Error {}\nclass B extends A { name = 'B'; }\nnew B('b')",
			"B: b\n    at flow.ts:3:1"},
		{"inside another constructor", "class A { constructor() { this.e = new Error('in'); } }\nnew A().e",
			"Error: in\n    at flow.ts:1:36\n    at flow.ts:2:1"},
		{"message of several lines", "new Error('a\\n\\tat b\\nc\\n')",
			"Error: a\n\tat b\nc\n\n    at flow.ts:1:1"},
		{"replaced", "const e = new Error('x'); e.stack = 'mine\\n'; e", "mine\n"},
		{"replaced and empty", "const e = new Error('x'); e.stack = ''; e", "Error: x"},
		{"extended", "const e = new Error('x'); e.stack = 'Context: ' + e.stack; e", "Context: Error: x\n    at flow.ts:1:11"},
		{"no error", "({ name: 'N', message: 'm' })", "N: m"},
		{"throwing", "({ get stack() { throw 'up' } })", "<Inspection threw (up at stack (flow.ts:1:18(2)))>"},
	} {
		vm := goja.New()
		o := eval(t, vm, c.source).(*goja.Object)
		if got := Stack(vm, o); got != c.want {
			t.Errorf("%s: got\n%q, want\n%q", c.name, got, c.want)
		}
	}
}

func TestStackOfGoError(t *testing.T) {
	t.Parallel()
	vm := goja.New()
	if got, want := Stack(vm, vm.NewTypeError("from Go")), "TypeError: from Go"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Inspect(vm, vm.NewTypeError("from Go"), Options{}), "[TypeError: from Go]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStackColours(t *testing.T) {
	t.Parallel()
	vm := goja.New()
	p := New(vm)
	p.Dir = "/srv/app"
	e := eval(t, vm, `const e = new Error('m');
		e.stack = 'Error: m\n    at f (/srv/app/a.ts:1:1)\n    at /srv/app/b.ts:2:2\n    at g (file:///srv/app/node_modules/@s/p/c.js:3:3)\n    at h (/else/d.js:4:4)';
		e`)
	got, err := p.Inspect(e, Options{Colors: true})
	const want = "Error: m\n" +
		"    at f \x1b[90m(/srv/app/\x1b[39ma.ts:1:1\x1b[90m)\x1b[39m\n" +
		"    at \x1b[90m/srv/app/\x1b[39mb.ts:2:2\n" +
		"    at g \x1b[90m(file:///srv/app/\x1b[39mnode_modules/\x1b[4m@s/p\x1b[24m/c.js:3:3\x1b[90m)\x1b[39m\n" +
		"    at h (/else/d.js:4:4)"
	if got != want || err != nil {
		t.Errorf("got\n%q, want\n%q, error %v", got, want, err)
	}
}
