// This file knows the modules of Node that are not there. Packages may import them; who uses them gets an error.

package jsapi

import (
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// absentModules are the modules of Node that have no counterpart here.
var absentModules = []string{
	"cluster", "dgram", "domain", "http2", "inspector", "inspector/promises",
	"punycode", "repl", "trace_events", "vm", "wasi",
}

// absentModule makes the module that stands for one of them.
func absentModule(specifier string) (bundle.Module, bool) {
	name := strings.TrimPrefix(specifier, "node:")
	if !slices.Contains(absentModules, name) {
		return bundle.Module{}, false
	}
	m, ok := libModule("absent/module.ts")
	advice := "a script has no such access to the machine"
	switch name {
	case "http2":
		advice = "node:http, node:https and fetch() are"
	}
	m.Name = libPrefix + "absent/" + strings.ReplaceAll(name, "/", "_") + ".ts"
	m.Source = strings.NewReplacer("ABSENT_MODULE", "node:"+name, "ABSENT_HINT", advice).Replace(m.Text())
	m.Text = nil
	return m, ok
}
