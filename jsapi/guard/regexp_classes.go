// This file rewrites patterns with the flag i for regexp2. With this flag regexp2 adds the other case of
// each character of a class. For \W these are a million characters, which takes long, and it adds letters
// that do not belong to \W.

package guard

import "strings"

var negated = map[byte]string{'W': `[^\w]`, 'S': `[^\s]`, 'D': `[^\d]`}

// NegatedClasses rewrites \W, \S and \D in a pattern as negated classes of the same meaning. If dot is
// set, it does the same with the dot that does not match line ends. A class that contains \W, \S or \D
// becomes a choice: [\W_] is (?:[^\w]|[_]), and [^\W_] is any character that this choice does not match.
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

// classAt returns the class at the start of a pattern, with its brackets.
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

// choice rewrites a class with \W, \S or \D as a choice. It returns a class unchanged if it has none of
// them, or if one of them is next to a hyphen.
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
