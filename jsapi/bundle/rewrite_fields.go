// This file rewrites valid JavaScript that goja's parser does not accept: fields of a class with the name of a modifier,
// defaults in a list that itself has a default, the last character of Unicode.

package bundle

import "bytes"

// DefaultMarker is the key in { __hitlrun_default: name = value }, which replaces name = value in the list of a pattern.
// goja refuses a default in a list that itself has a default, as in { a: [b = 1] = [] }, but accepts an object there. The
// code that parses the bundle must put name = value back.
const DefaultMarker = "__hitlrun_default"

// modifiers are the words that goja treats as a modifier even if they are names of fields.
var modifiers = []string{"get", "set", "async", "static"}

// hasModifierFields reports whether some line may be a field of a class with such a name.
func hasModifierFields(code []byte) bool {
	for _, word := range modifiers {
		for _, end := range []string{";", " ="} {
			if bytes.Contains(code, []byte(" #"+word+end)) {
				return true
			}
			field := []byte(" " + word + end)
			for at := 0; ; {
				i := bytes.Index(code[at:], field)
				if i < 0 {
					break
				}
				at += i
				if startsField(code[:at]) {
					return true
				}
				at += len(field)
			}
		}
	}
	return false
}

// startsField reports whether a line ends here that has only blanks or "static" in it.
func startsField(before []byte) bool {
	line := bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])
	return len(line) == 0 || string(line) == "static"
}

// quoteFields writes get = 1 in the body of a class as ["get"] = 1, and gives #get another name everywhere.
func (n *rewriter) quoteFields() {
	for i, t := range n.tokens {
		if n.code[t.start] == '#' && t.kind == tokenWord && isModifier(n.text(i)[1:]) {
			n.insert(int(t.start)+1, "hitlrun_")
		}
		if !n.beginsClass(i) {
			continue
		}
		body := n.classBodyAfter(i)
		if body < 0 || n.tokens[body].match < 0 {
			continue
		}
		for k := body + 1; k < int(n.tokens[body].match); k = n.skip(k) {
			t := n.tokens[k]
			if t.kind == tokenWord && isModifier(n.text(k)) && n.isField(k, body) {
				n.edits = append(n.edits, edit{pos: int(t.start), drop: int(t.end - t.start), text: `["` + n.text(k) + `"]`})
			}
		}
	}
}

// beginsClass reports whether a token is the word class that begins a class, and not the name of a property.
func (n *rewriter) beginsClass(i int) bool {
	t := n.tokens[i]
	return t.kind == tokenWord && n.code[t.start] == 'c' && n.text(i) == "class" && n.text(i+1) != ":" && (n.text(i-1) != "." || n.text(i-2) == ".")
}

func isModifier(word string) bool {
	for _, m := range modifiers {
		if word == m {
			return true
		}
	}
	return false
}

// isField reports whether the word at a token is the name of a field of a class: a member begins there, and = or ; follows.
func (n *rewriter) isField(k, body int) bool {
	begins := k == body+1 || bytes.IndexByte(n.code[n.tokens[k-1].end:n.tokens[k].start], '\n') >= 0
	if n.text(k-1) == "static" {
		begins = k-1 == body+1 || bytes.IndexByte(n.code[n.tokens[k-2].end:n.tokens[k-1].start], '\n') >= 0
	}
	next := n.text(k + 1)
	return begins && (next == ";" || next == "=" && n.text(k+2) != "=")
}

// hasNestedDefaults reports whether some list with a default may have defaults in it.
func hasNestedDefaults(code []byte) bool {
	for at := 0; ; at++ {
		i := bytes.Index(code[at:], []byte(" = "))
		if i < 0 {
			return false
		}
		at += i
		if at > 0 && (code[at-1] == ']' || code[at-1] == '}') {
			open := openerBefore(code, at-1)
			inner := code[max(open, 0):at]
			if open > 0 && startsPattern(code[:open]) && bytes.IndexByte(inner, '[') >= 0 && bytes.Contains(inner, []byte(" = ")) {
				return true
			}
		}
	}
}

// openerBefore returns where the bracket opens that closes at a place, -1 if that is far or not to be seen.
func openerBefore(code []byte, at int) int {
	depth := 0
	for i := at; i >= 0 && at-i < 4096; i-- {
		switch code[i] {
		case ']', '}', ')':
			depth++
		case '[', '{', '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// startsPattern reports whether a bracket that follows opens something that is part of something else, and not a block
// or an index.
func startsPattern(before []byte) bool {
	before = bytes.TrimRight(before, " \n")
	return len(before) > 0 && bytes.IndexByte([]byte(":,([{"), before[len(before)-1]) >= 0 || bytes.HasSuffix(before, []byte("..."))
}

// markDefaults puts the marker around each default in a list below a pattern that has a default.
func (n *rewriter) markDefaults() {
	done := map[int]bool{} // the patterns that are done
	for i, t := range n.tokens {
		open := n.text(i)
		if t.match < 0 || open != "[" && open != "{" || done[i] {
			continue
		}
		if end := int(t.match); n.text(end+1) == "=" && n.text(end+2) != "=" && startsPattern(n.code[:t.start]) {
			n.markPattern(i, done)
		}
	}
}

// markPattern does that for the pattern that opens at a token.
func (n *rewriter) markPattern(open int, done map[int]bool) {
	done[open] = true
	end := int(n.tokens[open].match)
	isList := n.text(open) == "["
	for k := open + 1; k < end; {
		last, target, hasDefault := n.element(k, end, isList)
		if hasDefault && isList {
			n.insert(int(n.tokens[k].start), "{ "+DefaultMarker+": ")
		}
		if target >= 0 {
			n.markPattern(target, done)
		}
		if hasDefault && isList {
			n.insertAfter(int(n.tokens[last-1].end), " }")
		}
		k = last + 1
	}
}

// element looks at the element of a pattern that starts at a token: where the comma or bracket behind it is, where the pattern
// in it opens, -1 if there is none, and whether it has a default.
func (n *rewriter) element(k, end int, isList bool) (last, target int, hasDefault bool) {
	target = -1
	inKey := !isList
	for ; k < end && n.text(k) != ","; k = n.skip(k) {
		switch text := n.text(k); {
		case hasDefault:
		case text == ":":
			inKey = false
		case text == "=":
			hasDefault = true
		case !inKey && (text == "[" || text == "{") && startsPattern(n.code[:n.tokens[k].start]):
			target = k
		}
	}
	return k, target, hasDefault
}

// lastCharacter is how esbuild writes the last character of Unicode. goja's parser panics at it.
const lastCharacter = `\u{10FFFF}`

// writePairs writes that character as two escapes.
func (n *rewriter) writePairs() {
	for at := 0; ; at += len(lastCharacter) {
		i := bytes.Index(n.code[at:], []byte(lastCharacter))
		if i < 0 {
			return
		}
		at += i
		slashes := 0
		for at-slashes > 0 && n.code[at-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			n.edits = append(n.edits, edit{pos: at, drop: len(lastCharacter), text: `\uDBFF\uDFFF`})
		}
	}
}
