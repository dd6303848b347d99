// This file loads the embedded js files. A file is compiled once per process, and run once per VM.

package web

import (
	"embed"
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

//go:embed js/*.js
var sources embed.FS

// compiled caches the programs by family. All VMs share them.
var compiled sync.Map

// natives are the Go functions that each family gets as arguments, by family.
var natives = map[string]func(p *platform) map[string]native{
	"abort":                abortNatives,
	"atomics":              atomicsNatives,
	"blob":                 bodyNatives,
	"body":                 bodyNatives,
	"buffer":               bufferNatives,
	"compression":          compressionNatives,
	"domexception":         domNatives,
	"events":               eventNatives,
	"fetch":                fetchNatives,
	"formdata":             bodyNatives,
	"intl":                 intlNatives,
	"intl_names":           intlNatives,
	"performance":          eventNatives,
	"performance_observer": eventNatives,
	"sharedbuffer":         sharedNatives,
	"streams_bytes":        bytesNatives,
	"subtle":               subtleNatives,
	"subtle_aes":           keyNatives,
	"subtle_keys":          keyNatives,
	"text":                 textNatives,
	"url":                  urlNatives,
}

// program returns the compiled js file of a family. If two VMs need it at the same time, both may compile it.
func program(family string) (*goja.Program, error) {
	if prg, ok := compiled.Load(family); ok {
		return prg.(*goja.Program), nil
	}
	src, err := sources.ReadFile("js/" + family + ".js")
	if err != nil {
		return nil, err
	}
	prg, err := goja.Compile("node:internal/"+family, string(src), true)
	if err != nil {
		return nil, fmt.Errorf("compile %s.js: %w", family, err)
	}
	guard.Concatenations(prg) // scripts pass iterables to them
	compiled.Store(family, prg)
	return prg, nil
}

// family returns the exports of a js file. It runs the file at the first call.
func (p *platform) family(name string) *goja.Object {
	if exports, ok := p.families[name]; ok {
		return exports
	}
	prg, err := program(name)
	if err != nil {
		panic(plainError(p.vm, err))
	}
	v, err := p.vm.RunProgram(prg)
	must(err)
	call, ok := goja.AssertFunction(v)
	if !ok {
		panic(p.vm.NewTypeError("%s.js is not a function", name))
	}
	exports, err := call(goja.Undefined(), p.host(name))
	must(err)
	if p.families == nil {
		p.families = make(map[string]*goja.Object)
	}
	p.families[name] = exports.(*goja.Object)
	return p.families[name]
}

// host makes the argument of a js file: its own Go functions, and those that all files get.
func (p *platform) host(name string) *goja.Object {
	host := p.vm.NewObject()
	set := func(key string, f native) { own(p.vm, host, key, p.fn(key, 0, f)) }
	set("require", func(call goja.FunctionCall) goja.Value { return p.family(call.Argument(0).String()) })
	set("cloned", p.cloned)
	set("error", p.makeError)
	set("shown", p.shown)
	set("inspect", func(call goja.FunctionCall) goja.Value { return p.vm.ToValue(p.env.Inspect(call.Argument(0))) })
	set("received", func(call goja.FunctionCall) goja.Value { return p.vm.ToValue(p.received(call.Argument(0))) })
	if list, ok := natives[name]; ok {
		for key, f := range list(p) {
			set(key, f)
		}
	}
	return host
}

// shown implements shown(proto, properties). It makes the object that is printed in place of an instance of a
// class: an object of the class with only these properties, and without the custom inspect method.
func (p *platform) shown(call goja.FunctionCall) goja.Value {
	proto, _ := call.Argument(0).(*goja.Object)
	o := p.vm.CreateObject(proto)
	must(o.DefineDataPropertySymbol(p.symbolFor("nodejs.util.inspect.custom"), goja.Undefined(), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	from := call.Argument(1).(*goja.Object)
	for _, key := range guard.Keys(from) {
		must(o.DefineDataProperty(key, from.Get(key), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
	}
	return o
}
