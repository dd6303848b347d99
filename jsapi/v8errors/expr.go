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
			end = len(src)
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
		if inner == "" {
			return "[]"
		}
		return intermediate
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
	return intermediate
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

// isParameter reports whether the pattern of a parameter begins at an offset.
func isParameter(src string, at int) bool {
	return src[at] == '(' || src[at] == '[' && pattern(src, at)
}

// iteratedStart returns where the expression begins whose last member or call is at an offset.
func iteratedStart(src string, at int) int {
	if start := chainStart(src, at+len(wordAt(src, at))); start >= 0 && start < at {
		return start
	}
	return at
}

// isForList reports whether the expression whose last member begins at an offset is the value for a pattern of an array.
func isForList(src string, at int) bool { return listPattern(src, iteratedStart(src, at)) >= 0 }

// listPattern returns where the pattern of an array begins that is given the expression at an offset, or -1.
func listPattern(src string, at int) int {
	before := skipSpaceBack(src, at)
	if before == 0 || src[before-1] != '=' {
		return -1
	}
	before = skipSpaceBack(src, before-1)
	if before == 0 || src[before-1] != ']' {
		return -1
	}
	return matchingBack(src, before)
}

// isAssigned reports whether the expression at an offset is assigned to a pattern of an array that declares nothing.
func isAssigned(src string, at int) bool {
	pattern := listPattern(src, iteratedStart(src, at))
	if pattern < 0 {
		return false
	}
	before := skipSpaceBack(src, pattern)
	switch wordBefore(src, before) {
	case "const", "let", "var":
		return false
	}
	return before > 0 && strings.IndexByte("{};(", src[before-1]) >= 0
}

// isAwaited reports whether what await returns is the list: its operand is at an offset.
func isAwaited(src string, at int) bool {
	start := iteratedStart(src, at)
	word := wordBefore(src, skipSpaceBack(src, start))
	return wordAt(src, start) == "await" || word == "await"
}

// listCall returns the callee, and where it begins, if what is iterated is the result of the call whose arguments begin at an offset. The
// callee is "" where V8 does not name it: methods whose result a declaration takes apart.
func listCall(src string, at int) (callee string, start int) {
	if src[at] != '(' {
		return "", at
	}
	start = iteratedStart(src, at)
	before := skipSpaceBack(src, start)
	declares := listPattern(src, start) >= 0
	if start == at || !declares && wordBefore(src, before) != "of" && !strings.HasSuffix(src[:before], "...") {
		return "", at
	}
	callee, end := chain(src, start, false)
	if end != at || strings.Contains(callee, intermediate) || declares && strings.ContainsAny(callee, ".[") {
		return "", at
	}
	return callee, start
}

// pattern reports whether ")" or "," follows the brackets at an offset.
func pattern(src string, at int) bool {
	end := matching(src, at)
	if end < 0 {
		return false
	}
	after := skipSpace(src, end)
	return after < len(src) && (src[after] == ')' || src[after] == ',')
}

// destructured returns the value that is destructured at an offset, as V8 prints it, where it begins, and the first name in
// the pattern. The offset is that of the value or of the parameters. Each text may be "".
func destructured(src string, at int) (text string, start int, name string) {
	if src[at] == '(' || src[at] == '{' {
		if open := strings.IndexByte(src[at:], '{'); open >= 0 && !strings.Contains(src[at:at+open], ")") {
			return "", at, firstName(src, at+open)
		}
		return "", at, "" // the pattern is in the body of the function
	}
	text, start = printedAround(src, at)
	if before := chainStart(src, at+len(wordAt(src, at))); before >= 0 && before < at {
		at = before
	}
	end := skipSpaceBack(src, at)
	if end == 0 || src[end-1] != '=' {
		return text, start, ""
	}
	end = skipSpaceBack(src, end-1)
	if end == 0 || src[end-1] != '}' {
		return text, start, ""
	}
	if open := matchingBack(src, end); open >= 0 {
		return text, start, firstName(src, open)
	}
	return text, start, ""
}

// firstName returns the first name in the pattern that begins at an offset.
func firstName(src string, open int) string {
	at := skipSpace(src, open+1)
	if at < len(src) && (src[at] == '"' || src[at] == '\'') {
		if end := literalEnd(src, at); end > 0 {
			return src[at+1 : end-1]
		}
	}
	return wordAt(src, at)
}
