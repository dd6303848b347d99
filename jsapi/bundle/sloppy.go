// This file keeps CommonJS modules without "use strict" out of strict code. The bundle is one function, and code in a strict function is
// strict. So the functions of these modules are in a function around it:
//
//	((__hitlrun)=>{
//	var __commonJS = ...;
//	var require_a,init_b,b_exports;const __hitlrun_sloppy=[
//	function(exports, module) { ... },
//	];return(async()=>{"use strict";
//	require_a = __commonJS({ "":__hitlrun_sloppy[0] });
//	...
//	})()})

package bundle

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

const sloppyIdentifier = "__hitlrun_sloppy"

// wrapper is the function around a CommonJS module, in the code that esbuild prints.
type wrapper struct {
	name        string // of the module
	params, end int    // the tokens "(" of the parameters and "}" of the body
}

// separateSloppy moves the functions of CommonJS modules without "use strict" behind the helpers of esbuild. first is the beginning of the strict
// code after them. It returns false if there are no such modules; else the code needs an end of its own, and begins without "use strict".
func separateSloppy(out *output, first []byte) bool {
	if !bytes.Contains(out.code, []byte(" = __commonJS({\n")) {
		return false
	}
	tokens, err := scanTokens(out.code)
	if err != nil {
		return false
	}
	n := &rewriter{code: out.code, tokens: tokens}
	declared := map[string]int{} // the var of each name at the top level
	var sloppy []wrapper
	for i := 0; i < len(n.tokens); i = n.skip(i) {
		if n.text(i) != "var" {
			continue
		}
		for _, name := range n.declaredBy(i) {
			declared[name] = i
		}
		if w, ok := n.wrapper(i + 3); ok && !isOurs(w.name) && !n.isStrict(w) {
			sloppy = append(sloppy, w)
		}
	}
	if len(sloppy) == 0 {
		return false
	}
	helpers, start := n.helpers()
	shared := map[string]bool{}
	for k, w := range sloppy {
		for i := w.params; i < w.end; i++ {
			if at, ok := declared[n.text(i)]; ok && n.tokens[i].kind == tokenWord && int(n.tokens[at].start) >= start {
				for _, name := range n.declaredBy(at) {
					shared[name] = true
				}
				copy(out.code[n.tokens[at].start:], "   ")
			}
		}
		from := int(n.tokens[w.params].start)
		key := n.tokens[w.params-1]
		n.edits = append(n.edits, edit{pos: int(key.start), drop: int(key.end - key.start), text: fmt.Sprintf(`"":%s[%d]`, sloppyIdentifier, k)})
		n.moves = append(n.moves, move{from: from, end: int(n.tokens[w.end].end), to: start, before: "function", after: ",\n"})
	}
	names := ""
	if len(shared) > 0 {
		names = "var " + strings.Join(slices.Sorted(maps.Keys(shared)), ",") + ";"
	}
	n.moves[0].before = names + "const " + sloppyIdentifier + "=[\n" + n.moves[0].before
	n.moves[len(n.moves)-1].after += `];return(async()=>{"use strict";` + string(first) + "\n"
	if helpers > 0 {
		n.moves = append(n.moves, move{end: helpers, to: start})
	}
	out.code, out.segments = applyEdits(out.code, out.segments, n.edits, n.moves)
	return true
}

// helpers returns where the helpers begin that esbuild puts before the modules, and where they end: at the name of the first module. They come
// from no file, and a function that is called gets the position of the code before it. Before them are functions that rewrite has moved:
// var a = ({ a: function ...
func (n *rewriter) helpers() (from, end int) {
	for i := 0; i < len(n.tokens); i = n.skip(i) {
		if n.text(i) == "var" && strings.HasPrefix(n.text(i+1), "__") && n.text(i+3)+n.text(i+4) != "({" {
			from = int(n.tokens[i].start)
			break
		}
	}
	return from, from + bytes.Index(n.code[from:], []byte("\n// ")) + 1
}

// declaredBy returns the names of a var statement as esbuild prints what modules share: var a = 1; or var a, b;
func (n *rewriter) declaredBy(i int) []string {
	names := []string{n.text(i + 1)}
	for i++; n.text(i+1) == ","; i += 2 {
		names = append(names, n.text(i+2))
	}
	return names
}

// wrapper returns the function of the CommonJS module whose initial value begins at a token: __commonJS({ "NAME"(exports, module) { ... } }).
func (n *rewriter) wrapper(i int) (w wrapper, ok bool) {
	if n.text(i) != "__commonJS" || n.text(i+1) != "(" || n.text(i+2) != "{" || n.text(i+4) != "(" {
		return w, false
	}
	body := int(n.tokens[i+4].match) + 1
	if n.text(body) != "{" {
		return w, false
	}
	return wrapper{name: strings.Trim(n.text(i+3), `"`), params: i + 4, end: int(n.tokens[body].match)}, true
}

// isStrict reports whether a module begins with "use strict".
func (n *rewriter) isStrict(w wrapper) bool {
	i := int(n.tokens[w.params].match) + 2
	for ; n.text(i+1) == ";"; i += 2 {
		switch text := n.text(i); {
		case text == `"use strict"`:
			return true
		case !strings.HasPrefix(text, `"`):
			return false
		}
	}
	return false
}

// isOurs reports whether a module is strict without saying so, or has no code: one of ours, or a JSON file.
func isOurs(name string) bool {
	return strings.HasPrefix(name, nsVirtual+":") || strings.HasSuffix(name, ".json")
}
