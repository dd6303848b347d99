// This file lists the modules of Node that hitlrun does not have. A script may import them; it gets
// an error when it uses them.

package jsapi

import (
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// absentModules are the modules of Node that have no counterpart here.
var absentModules = []string{
	"dgram", "domain", "inspector", "inspector/promises",
	"punycode", "repl", "trace_events", "wasi",
}

// absentModule returns the module that takes the place of an absent module of Node: it throws when
// a script uses it. ok is false if specifier does not name one of absentModules.
func absentModule(specifier string) (m bundle.Module, ok bool) {
	name := strings.TrimPrefix(specifier, "node:")
	if !slices.Contains(absentModules, name) {
		return bundle.Module{}, false
	}
	m, ok = libModule("absent/module.ts")
	const advice = "a script has no such access to the machine"
	m.Name = libPrefix + "absent/" + strings.ReplaceAll(name, "/", "_") + ".ts"
	m.Source = strings.NewReplacer("ABSENT_MODULE", "node:"+name, "ABSENT_HINT", advice).Replace(m.Text())
	m.Text = nil
	return m, ok
}
