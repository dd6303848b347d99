// This file gives functions and classes back the names the user wrote. esbuild joins modules
// into one scope and renames what collides; the name of a function is visible (fn.name, stack
// traces, console.log of an object), so where it was changed, the function is put into an
// object literal that names it: approve2 = ({ approve: async () => {} }).approve.

package bundle

import (
	"bytes"
	"sort"
	"strings"
)

// rename is a name in the output that differs from the one in the source, both in ASCII.
type rename struct {
	at        int // in the output
	gen, orig string
}

// findRenames goes through the mappings of names that stand where a function or class gets its
// name: after function or class, and before = and a function.
func findRenames(out *output) []rename {
	var list []rename
	sources := make([]*places, len(out.sources))
	for i, at := range segmentOffsets(out.code, out.segments) {
		s := out.segments[i]
		if s.src < 0 || !namesFunction(out.code, at) {
			continue
		}
		gen := identifierAt(out.code, at)
		text := out.sources[s.src].text
		if gen == "" || text == "" {
			continue
		}
		if sources[s.src] == nil {
			sources[s.src] = placesOf(text)
		}
		from, ok := sources[s.src].offset(int(s.srcLine), int(s.srcCol))
		if !ok {
			continue
		}
		orig := plainName(declaredName(text, from))
		if orig != plainName(gen) && canBeName(orig) {
			list = append(list, rename{at: at, gen: gen, orig: asciiName(orig)})
		}
	}
	return list
}

// declaredName returns the name at a place of a source. esbuild takes the word default for the
// place of what is exported by default, also if that has a name.
func declaredName(text string, at int) string {
	name := identifierAt(text, at)
	if name != "default" {
		return name
	}
	for _, word := range strings.Fields(strings.NewReplacer("*", " ", "(", " ( ", "{", " { ", "<", " < ").Replace(text[at+len(name) : min(len(text), at+maxNameBytes)])) {
		switch word {
		case "async", "function", "class", "abstract":
		default:
			if own := identifierAt(word, 0); own == word && canBeName(own) && own != "extends" {
				return own
			}
			return name
		}
	}
	return name
}

// maxNameBytes bounds what is looked at to find a name.
const maxNameBytes = 1000

// canBeName refuses what is not a name the user gave: the position of an anonymous function
// may be that of a keyword. The exception is export default, which does name.
func canBeName(word string) bool {
	switch word {
	case "", "function", "class", "async", "const", "let", "var", "export", "return", "new",
		"await", "yield", "enum", "namespace", "import", "static", "__proto__", "constructor":
		return false
	}
	return true
}

func namesFunction(code []byte, at int) bool {
	if at > 1 && code[at-1] == ' ' {
		switch before := code[max(0, at-10):at]; code[at-2] {
		case 's':
			if bytes.HasSuffix(before, []byte("class ")) {
				return true
			}
		case 'n', '*':
			if bytes.HasSuffix(before, []byte("function ")) || bytes.HasSuffix(before, []byte("function* ")) {
				return true
			}
		}
	}
	end := wordEnd(code, at)
	if end == at || end+4 > len(code) || code[end] != ' ' {
		return false
	}
	switch rest := code[end:min(end+5, len(code))]; code[end+1] {
	case '=':
		return code[end+2] == ' '
	case '|', '&', '?':
		return rest[2] == rest[1] && rest[3] == '='
	}
	return false
}

// restore gives one function or class its name back, if it is of a form that can be handled.
func (n *rewriter) restore(r rename) {
	i := sort.Search(len(n.tokens), func(i int) bool { return int(n.tokens[i].start) >= r.at })
	if i == len(n.tokens) || int(n.tokens[i].start) != r.at || n.text(i) != r.gen {
		return
	}
	switch {
	case n.text(i-1) == "class":
		n.restoreClass(r, i)
	case n.text(i-1) == "function", n.text(i-1) == "*" && n.text(i-2) == "function":
		n.restoreFunction(r, i)
	default:
		n.restoreValue(r, i)
	}
}

// text of a token, or "" beyond the ends.
func (n *rewriter) text(i int) string {
	if i < 0 || i >= len(n.tokens) {
		return ""
	}
	return string(n.code[n.tokens[i].start:n.tokens[i].end])
}

// restoreValue handles name = () => {}, and functions and classes without a name.
func (n *rewriter) restoreValue(r rename, i int) {
	for i++; n.text(i) != "="; i++ { // ||=
		if s := n.text(i); s != "|" && s != "&" && s != "?" {
			return
		}
	}
	first := i + 1
	last := n.anonymousEnd(first)
	if last < 0 {
		return
	}
	n.insert(int(n.tokens[first].start), "({ "+r.orig+": ")
	n.insertAfter(int(n.tokens[last].end), " })."+r.orig)
}

// anonymousEnd returns the last token of the anonymous function or class that starts at a token
// and is all there is up to the next comma, semicolon or closing bracket. It is -1 otherwise.
func (n *rewriter) anonymousEnd(i int) int {
	last := -1
	switch n.text(i) {
	case "class":
		if next := n.text(i + 1); next == "{" || next == "extends" {
			if body := n.classBody(i + 1); body >= 0 {
				last = int(n.tokens[body].match)
			}
		}
	default:
		last = n.anonymousFunctionEnd(i)
	}
	if last < 0 || !n.endsExpression(last+1) {
		return -1
	}
	return last
}

func (n *rewriter) anonymousFunctionEnd(i int) int {
	if n.text(i) == "async" {
		i++
	}
	if n.text(i) == "function" {
		if i++; n.text(i) == "*" {
			i++
		}
		return n.afterParams(i)
	}
	arrow := i + 1
	switch {
	case n.text(i) == "(":
		arrow = int(n.tokens[i].match) + 1
	case i >= len(n.tokens) || n.tokens[i].kind != tokenWord:
		return -1
	}
	if n.text(arrow) != "=>" {
		return -1
	}
	if n.text(arrow+1) == "{" {
		return int(n.tokens[arrow+1].match)
	}
	j := arrow + 1
	for !n.endsExpression(j) {
		j = n.skip(j)
	}
	return j - 1
}

// afterParams returns the end of the body of a function whose parameters start at a token.
func (n *rewriter) afterParams(i int) int {
	if n.text(i) != "(" {
		return -1
	}
	body := int(n.tokens[i].match) + 1
	if n.text(body) != "{" {
		return -1
	}
	return int(n.tokens[body].match)
}

// skip returns the index after a token, and after its content if it is a bracket or the start
// of a template.
func (n *rewriter) skip(i int) int {
	switch n.text(i) {
	case "(", "[", "{":
		return int(n.tokens[i].match) + 1
	}
	t := n.tokens[i]
	if t.kind != tokenText || n.code[t.end-1] != '{' {
		return i + 1
	}
	for i++; i < len(n.tokens); i++ {
		if n.tokens[i].parent == t.parent && n.code[n.tokens[i].end-1] != '{' {
			return i + 1
		}
	}
	return i
}

func (n *rewriter) endsExpression(i int) bool {
	switch n.text(i) {
	case "", ",", ";", ")", "]", "}":
		return i >= len(n.tokens) || n.tokens[i].kind == tokenPunct
	}
	// The piece of a template that follows ${...}
	return n.tokens[i].kind == tokenText && n.code[n.tokens[i].start] == '}'
}

// mentions says whether a name occurs in tokens from..to.
func (n *rewriter) mentions(name string, from, to int) bool {
	for i := from; i <= to; i++ {
		if n.tokens[i].kind == tokenWord && n.text(i) == name {
			return true
		}
	}
	return false
}
