// This file makes sure that a VM has each class of lib once: a module that is loaded when a
// script first needs it brings copies of classes that the bundle of the script has too.

package jsapi

import (
	"regexp"
	"strings"
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
