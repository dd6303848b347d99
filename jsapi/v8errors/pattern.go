package v8errors

// This file reads the patterns of parameters and declarations, and what they are given.

import "strings"

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
	if src[at] == '(' && isAssignedCall(src, at) {
		text, start = printedAround(src, at)
		return text, start, ""
	}
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

// isAssignedCall reports whether the arguments at an offset are of a call whose result a pattern is given.
func isAssignedCall(src string, at int) bool {
	start := iteratedStart(src, at)
	end := skipSpaceBack(src, start)
	if start == at || end == 0 || src[end-1] != '=' {
		return false
	}
	end = skipSpaceBack(src, end-1)
	return end > 0 && src[end-1] == '}'
}

// isDeclaredInLoop reports whether the expression at an offset is what a loop goes through that declares a pattern.
func isDeclaredInLoop(src string, at int) bool {
	end := skipSpaceBack(src, at)
	if wordBefore(src, end) != "of" {
		end = skipSpaceBack(src, iteratedStart(src, at))
	}
	if wordBefore(src, end) != "of" {
		return false
	}
	end = skipSpaceBack(src, end-len("of"))
	if end == 0 || src[end-1] != ']' && src[end-1] != '}' {
		return false
	}
	open := matchingBack(src, end)
	if open < 0 {
		return false
	}
	switch wordBefore(src, skipSpaceBack(src, open)) {
	case "const", "let", "var":
		return true
	}
	return false
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
