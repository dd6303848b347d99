// This file writes patterns with the flag i as regexp2 reads them well. It looks for the other case of each of the million
// characters of \W, which takes long, and finds letters that \W does not have.

package guard

import "strings"

var negated = map[byte]string{'W': `[^\w]`, 'S': `[^\s]`, 'D': `[^\d]`}

// NegatedClasses writes \W, \S and \D of a pattern, and the dot if it is not to match line ends, as negated classes, which mean the
// same. A class that has some of them becomes a choice: [\W_] is (?:[^\w]|[_]), and [^\W_] is any character that is
// not one of these.
func NegatedClasses(pattern string, dot bool) string {
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i++
			if class, ok := negated[pattern[i]]; ok {
				out.WriteString(class)
			} else {
				out.WriteString(pattern[i-1 : i+1])
			}
		case c == '.' && dot:
			out.WriteString(`[^\n\r\u2028\u2029]`)
		case c == '[':
			class := classAt(pattern[i:])
			out.WriteString(choice(class))
			i += len(class) - 1
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// classAt returns the class that begins a pattern, with its brackets.
func classAt(pattern string) string {
	for i := 1; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case ']':
			return pattern[:i+1]
		}
	}
	return pattern
}

// choice takes \W, \S and \D out of a class. One in which they stand beside a hyphen stays.
func choice(class string) string {
	if !strings.HasSuffix(class, "]") {
		return class
	}
	if rest, not := strings.CutPrefix(class, "[^"); not {
		inner := "[" + rest
		if strings.HasPrefix(rest, "^") {
			inner = `[\` + rest
		}
		if of := choice(inner); of != inner {
			return "(?:(?!" + of + `)[\s\S])`
		}
		return class
	}
	rest, parts := "", []string(nil)
	for i := 1; i < len(class)-1; i++ {
		if class[i] != '\\' {
			rest += class[i : i+1]
			continue
		}
		i++
		known, ok := negated[class[i]]
		if ok && (class[i+1] == '-' || strings.HasSuffix(rest, "-")) {
			return class
		}
		if ok {
			parts = append(parts, known)
		} else {
			rest += class[i-1 : i+1]
		}
	}
	if len(parts) == 0 {
		return class
	}
	if strings.HasPrefix(rest, "^") {
		rest = `\` + rest
	}
	if rest != "" {
		parts = append(parts, "["+rest+"]")
	}
	return "(?:" + strings.Join(parts, "|") + ")"
}
