// This file makes sure that a VM has each class of lib once: a module that is loaded when a
// script first needs it brings copies of classes that the bundle of the script has too.

package jsapi

import (
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// classLine matches the line on which a class of lib begins: whether it is exported, its name, what
// follows the name, and whether the class ends on that line.
var classLine = regexp.MustCompile(`^(export )?(?:abstract )?class (\w+)(.*\{)(.*\}|)$`)

// onceEach rewrites the classes of a module of lib, so that each is asked for by its name before it is
// used: class X {…} becomes const X = __hitlrun.once("X", class {…}, "X"). A script that does not use the
// class still does not get it: the call is marked as one that has no effects.
func onceEach(module, source string) string {
	if !strings.HasPrefix(module, "langgraph/") && !strings.HasPrefix(module, "core/") {
		return source
	}
	lines := strings.Split(source, "\n")
	key := ""
	for i, line := range lines {
		if key != "" {
			if line == "}" {
				lines[i] = "}, " + key + ");"
				key = ""
			}
			continue
		}
		m := classLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := `"` + m[2] + `"`
		lines[i] = m[1] + "const " + m[2] + ` = /* @__PURE__ */ __hitlrun.once("` + classKey(module, m[2]) + `", class` + m[3] + m[4]
		if key = name; m[4] != "" {
			lines[i] += ", " + key + ");"
			key = ""
		}
	}
	return strings.Join(lines, "\n")
}

// classKey is the name of a class of lib in a VM. A message class has one whichever package it comes from.
func classKey(module, class string) string {
	if strings.HasPrefix(module, "core/message") || module == "core/chunks.ts" {
		return "messages#" + class
	}
	return module + "#" + class
}

// once is __hitlrun.once(key, class, name): the class that the VM has under key, which is the given one if it has none.
// Without a name the given one is that class from now on: messages of the real @langchain/core are.
func (vm *VM) once(call goja.FunctionCall) goja.Value {
	key := value.Text(call.Argument(0))
	class, ok := call.Argument(1).(*goja.Object)
	if !ok {
		return call.Argument(1)
	}
	if name := call.Argument(2); !goja.IsUndefined(name) {
		if known := vm.shared[key]; known != nil {
			return known
		}
		_ = class.DefineDataProperty("name", name, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if known := vm.classes[value.Text(name)]; known != nil { // of a bundle from before there was once
			class = known
		}
	}
	if vm.shared == nil {
		vm.shared = map[string]*goja.Object{}
	}
	vm.shared[strings.Clone(key)] = class
	return class
}
