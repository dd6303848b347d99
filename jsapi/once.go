// This file makes sure that a VM has only one copy of each class of lib. A module that is loaded at
// its first use brings copies of classes that the bundle of the script may also contain.

package jsapi

import (
	"regexp"
	"strings"
	"sync"
)

// classLine matches the line on which a class of lib begins. Its groups are: the word export, the
// name, the text after the name, and the rest of a class that ends on the same line.
var classLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(export )?(?:abstract )?class (\w+)(.*\{)(.*\}|)$`) })

// onceEach rewrites the classes of a module of lib, so that each class is looked up by its key
// before it is made: class X {…} becomes const X = __hitlrun.once("key of X", class {…}, "X"). The
// call is marked as free of side effects, so that the bundler still drops a class that the script
// does not use.
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
		m := classLine().FindStringSubmatch(line)
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

// classKey returns the key of a class of lib in a VM. A message class has the same key in
// @langchain/core and in lib.
func classKey(module, class string) string {
	if strings.HasPrefix(module, "core/message") || module == "core/chunks.ts" {
		return "messages#" + class
	}
	return module + "#" + class
}
