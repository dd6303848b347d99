package inspect

// This file measures what a call of console.log costs.

import (
	"testing"

	"github.com/dop251/goja"
)

func BenchmarkInspect(b *testing.B) {
	for _, c := range []struct{ name, source string }{
		{"small", `({ a: 1, b: 'x', c: [1, 2, 3] })`},
		{"state", `({ messages: [{ role: 'user', content: 'hi' }, { role: 'ai', content: 'hello there' }], step: 3, done: false })`},
		{"instance", `new (class Message { constructor() { this.role = 'ai'; this.content = 'hello'; } })()`},
		{"numbers", `Array.from({ length: 100 }, (_, i) => i)`},
		{"error", `new Error('boom')`},
	} {
		b.Run(c.name, func(b *testing.B) {
			vm := goja.New()
			v, err := vm.RunString(c.source)
			if err != nil {
				b.Fatal(err)
			}
			p := New(vm)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Inspect(v, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFormat(b *testing.B) {
	vm := goja.New()
	p := New(vm)
	args := []goja.Value{vm.ToValue("%s took %d ms"), vm.ToValue("step"), vm.ToValue(12)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Format(Options{}, args...); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	vm := goja.New()
	b.ReportAllocs()
	for b.Loop() {
		New(vm)
	}
}
