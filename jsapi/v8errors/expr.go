package v8errors

// This file reads expressions from the source, and prints them as V8 does in messages: names and
// properties as they are, calls as f(...), anything else as (intermediate value).

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const intermediate = "(intermediate value)"

// maxExpression is the distance in bytes up to which an expression is read.
const maxExpression = 1024

func isWordRune(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// wordAt returns the name that begins at an offset.
func wordAt(src string, at int) string {
	end := at
	for end < len(src) {
		r, size := utf8.DecodeRuneInString(src[end:])
		if !isWordRune(r) {
			break
		}
		end += size
	}
	return src[at:end]
}

// wordBefore returns the name that ends at an offset.
func wordBefore(src string, end int) string {
	at := end
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(src[:at])
		if !isWordRune(r) && r != '#' {
			break
		}
		at -= size
	}
	return src[at:end]
}

func skipSpace(src string, at int) int {
	for at < len(src) && strings.IndexByte(" \t\r\n", src[at]) >= 0 {
		at++
	}
	return at
}

func skipSpaceBack(src string, end int) int {
	for end > 0 && strings.IndexByte(" \t\r\n", src[end-1]) >= 0 {
		end--
	}
	return end
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// matching returns the offset after the bracket that closes the one at at, or -1 if there is none within
// maxExpression bytes.
func matching(src string, at int) int {
	var open []byte
	for i := at; i < len(src) && i < at+maxExpression; i++ {
		switch c := src[i]; c {
		case '(', '[', '{':
			open = append(open, closing[c])
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != c {
				return -1
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1
			}
		case '"', '\'', '`':
			n := literalEnd(src, i)
			if n < 0 {
				return -1
			}
			i = n - 1
		}
	}
	return -1
}

// literalEnd returns the offset after the string literal that begins at at, or -1 if it does not end.
func literalEnd(src string, at int) int {
	for i := at + 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case src[at]:
			return i + 1
		}
	}
	return -1
}

// matchingBack returns the offset of the bracket that the one before end closes, or -1 if there is none
// within maxExpression bytes. It tries all opening brackets from the nearest one, so brackets in strings do
// not confuse it.
func matchingBack(src string, end int) int {
	var open byte
	for o, c := range closing {
		if c == src[end-1] {
			open = o
		}
	}
	for i := end - 2; i >= 0 && i > end-maxExpression; i-- {
		if src[i] == open && matching(src, i) == end {
			return i
		}
	}
	return -1
}

// printed prints the expression that begins at an offset.
func printed(src string, at int) string {
	text, _ := forward(src, at)
	return text
}

// printedCallee prints the callee that begins at an offset, without its arguments.
func printedCallee(src string, at int) string {
	text, _ := chain(src, at, false)
	return text
}

// printedAround prints the expression whose last member or arguments begin at an offset, and returns where the expression begins.
func printedAround(src string, at int) (text string, start int) {
	if before := skipSpaceBack(src, at); before > 0 {
		member := src[before-1] == '.' && !strings.HasSuffix(src[:before], "...")
		if member || (src[at] == '(' || src[at] == '[') && endsOperand(src, before) {
			if start := chainStart(src, at+len(wordAt(src, at))); start >= 0 {
				return printed(src, start), start
			}
		}
	}
	return printed(src, at), at
}

// forward prints a chain of members and calls, and returns the offset of its end.
func forward(src string, at int) (string, int) { return chain(src, at, true) }

// chain is forward, with calls only if calls is set.
func chain(src string, at int, calls bool) (string, int) {
	at = skipSpace(src, at)
	if at >= len(src) {
		return intermediate, at
	}
	text, end := primary(src, at)
	for end > 0 && end < len(src) {
		switch next := src[end]; {
		case next == '.' && end+1 < len(src) && src[end+1] != '.':
			name := wordAt(src, end+1)
			if name == "" {
				return intermediate, end
			}
			text, end = text+"."+name, end+1+len(name)
			continue
		case next == '[':
			to := matching(src, end)
			if to < 0 {
				return intermediate, end
			}
			text, end = text+key(src[end+1:to-1]), to
			continue
		case next == '(' && calls:
			to := matching(src, end)
			if to < 0 {
				return intermediate, end
			}
			text, end = text+"(...)", to
			continue
		}
		break
	}
	if after := skipSpace(src, max(end, 0)); calls && after < len(src) && strings.IndexByte("+-*/%&|?<>=!^", src[after]) >= 0 && !strings.HasPrefix(src[after:], "=>") {
		return intermediate, end // the chain is an operand
	}
	return text, end
}

// primary prints the start of a chain, and returns the offset of its end.
func primary(src string, at int) (string, int) {
	switch c := src[at]; c {
	case '"', '\'':
		end := literalEnd(src, at)
		if end < 0 {
			return intermediate, len(src)
		}
		return `"` + src[at+1:end-1] + `"`, end
	case '(', '{', '[':
		end := matching(src, at)
		if end < 0 {
			return intermediate, len(src)
		}
		return group(src, at, end), end
	case '`':
		end := literalEnd(src, at)
		if end < 0 {
			return intermediate, len(src)
		}
		if text := src[at+1 : end-1]; !strings.Contains(text, "${") {
			return `"` + text + `"`, end
		}
		return intermediate, end
	}
	word := wordAt(src, at)
	switch word {
	case "":
		return intermediate, at
	case "new", "await", "function", "class", "async", "typeof", "yield", "super":
		return intermediate, at + len(word)
	}
	return word, at + len(word)
}

// group prints an expression in brackets. The callee (0, m.f) is the call of an import f in the file of the
// user.
func group(src string, at, end int) string {
	inner := strings.TrimSpace(src[at+1 : end-1])
	switch src[at] {
	case '{':
		if inner == "" {
			return "{}"
		}
		return "{" + intermediate + "}"
	case '[':
		return list(inner)
	}
	if rest, ok := strings.CutPrefix(inner, "0, "); ok {
		text, stop := forward(rest, 0)
		if stop == len(rest) {
			return imported(text)
		}
		return intermediate
	}
	if text, stop := forward(inner, 0); stop == len(inner) {
		return text
	}
	if text := logical(inner); text != "" {
		return text
	}
	return intermediate
}

// list prints a list from the text between its brackets.
func list(inner string) string {
	var parts []string
	for at := skipSpace(inner, 0); at < len(inner); {
		text, end := element(inner, at)
		if end < 0 {
			return intermediate
		}
		parts = append(parts, text)
		if at = skipSpace(inner, end); at < len(inner) {
			at = skipSpace(inner, at+1)
		}
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// element prints the element of a list that begins at an offset, and returns the offset of the comma behind it, or -1 if it cannot be read.
func element(src string, at int) (text string, end int) {
	if strings.HasPrefix(src[at:], "...") {
		return "", -1
	}
	text, stop := forward(src, at)
	for end = at; end < len(src) && src[end] != ','; end++ {
		switch src[end] {
		case '(', '[', '{':
			to := matching(src, end)
			if to < 0 {
				return "", -1
			}
			end = to - 1
		case '"', '\'', '`':
			to := literalEnd(src, end)
			if to < 0 {
				return "", -1
			}
			end = to - 1
		case '/':
			return "", -1
		}
	}
	if skipSpace(src, stop) < end {
		text = intermediate
	}
	return text, end
}

// logical prints two operands with || or && between them. It returns "" for anything else.
func logical(inner string) string {
	for _, operator := range []string{" || ", " && "} {
		left, right, ok := strings.Cut(inner, operator)
		if !ok || strings.Contains(right, operator) || strings.Contains(left, " && ") || strings.Contains(right, " && ") {
			continue
		}
		a, end := forward(left, 0)
		b, stop := forward(right, 0)
		if end != len(left) {
			continue
		}
		if stop != len(right) {
			if right[0] != '(' {
				continue
			}
			b = intermediate
		}
		return "(" + a + operator + b + ")"
	}
	return ""
}

// imported returns the name of an import, which in a bundle is a property of a module.
func imported(text string) string {
	if module, name, ok := strings.Cut(text, "."); ok && strings.HasPrefix(module, "import_") {
		return name
	}
	return text
}

// key prints the key of a computed member.
func key(inner string) string {
	inner = strings.TrimSpace(inner)
	if inner != "" && (inner[0] == '"' || inner[0] == '\'') && literalEnd(inner, 0) == len(inner) {
		return "." + inner[1:len(inner)-1]
	}
	if text, stop := forward(inner, 0); stop == len(inner) {
		return "[" + text + "]"
	}
	return "[" + intermediate + "]"
}

// printedBefore prints the chain that ends at an offset, and returns where it begins.
func printedBefore(src string, end int) (printed string, start int) {
	start = chainStart(src, end)
	if start < 0 {
		return intermediate, 0
	}
	if before := skipSpaceBack(src, start); wordBefore(src, before) == "new" {
		if i := strings.LastIndex(src[start:end], ")"); i >= 0 { // new Order().pay: the object has no name
			return intermediate + strings.TrimRight(src[start+i+1:end], " "), start
		}
	}
	text, stop := forward(src[:end], start)
	if skipSpace(src, stop) < end {
		return intermediate, start
	}
	return optional(src, start, text), start
}

// lowered is what the bundler writes for ?.: x?.f is x == null ? void 0 : x.f, with (_a = x) in place of the first x, and _a in place
// of the second, if x is not just a name. x.f?.() is (_a = x.f) == null ? void 0 : _a.call(x).
const lowered = " == null ? void 0 : "

// optional prints a chain with ?. as it was written. start is where the lowered chain begins.
func optional(src string, start int, text string) string {
	name, rest, ok := strings.Cut(text, ".")
	before, isLowered := strings.CutSuffix(src[:start], lowered)
	if !ok || !isLowered {
		return text
	}
	if !strings.HasPrefix(name, "_") {
		if wordBefore(before, len(before)) == name && !strings.HasSuffix(strings.TrimSuffix(before, name), ".") {
			return name + "?." + rest
		}
		return text
	}
	window := before[max(0, len(before)-maxExpression):]
	from := strings.LastIndex(window, "("+name+" = ")
	if from < 0 {
		return text
	}
	inner, ok := strings.CutSuffix(window[from+len("("+name+" = "):], ")")
	if !ok {
		return text
	}
	printedInner := asWritten(inner)
	if call, ok := strings.CutPrefix(rest, "call"); ok && (call == "" || strings.HasPrefix(call, "(...)")) {
		return printedInner + call
	}
	return printedInner + "?." + rest
}

// asWritten prints an expression of which the bundler may have lowered ?..
func asWritten(expression string) string {
	if at := strings.LastIndex(expression, lowered); at >= 0 {
		text, end := forward(expression, at+len(lowered))
		if end == len(expression) {
			return optional(expression, at+len(lowered), text)
		}
	}
	return printed(expression, 0)
}

// chainStart returns the start of the chain of members and calls that ends at an offset, or -1 if it cannot
// be found.
func chainStart(src string, end int) int {
	at := skipSpaceBack(src, end)
	for at > 0 {
		switch c := src[at-1]; c {
		case ')', ']', '}':
			open := matchingBack(src, at)
			if open < 0 {
				return -1
			}
			at = open
			if before := skipSpaceBack(src, at); c == '}' || before == 0 || !endsOperand(src, before) {
				return at
			}
			continue
		case '"', '\'', '`':
			i := strings.LastIndexByte(src[:at-1], c)
			if i < 0 || literalEnd(src, i) != at {
				return -1
			}
			return i
		}
		word := wordBefore(src, at)
		if word == "" {
			return -1
		}
		at -= len(word)
		if at == 0 || src[at-1] != '.' || strings.HasSuffix(src[:at], "...") {
			return at
		}
		at--
		if at > 0 && src[at-1] == '?' {
			at--
		}
		at = skipSpaceBack(src, at)
	}
	return -1
}

// endsOperand reports whether the text that ends at an offset can be called or have members.
func endsOperand(src string, end int) bool {
	switch src[end-1] {
	case ')', ']':
		return true
	}
	switch wordBefore(src, end) {
	case "", "return", "await", "typeof", "case", "in", "of", "new", "yield", "throw", "delete", "void", "else", "do":
		return false
	}
	return true
}
