// This file replaces \p{...} in regular expressions by ranges of characters.

package bundle

import (
	"fmt"
	"strconv"
	"strings"
)

// TranslateUnicodeProperties replaces every \p{...} and \P{...} in a JavaScript pattern that has
// the u flag by a class of characters, because goja takes \p{L} for the text "p{L}". It knows
// General_Category, Script and Script_Extensions with their aliases, and the binary properties
// of ECMAScript except the Changes_When family. The tables are those of Go's package unicode,
// Unicode 15, with emoji from Unicode 17. A pattern without properties is returned as it is; an
// unknown property gives an error.
func TranslateUnicodeProperties(pattern string) (string, error) {
	if !strings.Contains(pattern, `\p`) && !strings.Contains(pattern, `\P`) {
		return pattern, nil
	}
	var out strings.Builder
	inClass := false
	for i := 0; i < len(pattern); {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern) && (pattern[i+1] == 'p' || pattern[i+1] == 'P'):
			set, negated, size, err := parseProperty(pattern[i:])
			if err != nil {
				return "", err
			}
			if negated {
				set = set.complement()
			}
			i += size
			if inClass && strings.HasPrefix(pattern[i:], "-") && !strings.HasPrefix(pattern[i:], "-]") {
				return "", fmt.Errorf("Invalid character class: %s", pattern[i-size:i+1]) //nolint:staticcheck // a message of JavaScript
			}
			set.write(&out, inClass)
		case c == '\\' && i+1 < len(pattern):
			out.WriteString(pattern[i : i+2])
			i += 2
		default:
			if c == '[' {
				inClass = true
			} else if c == ']' {
				inClass = false
			}
			out.WriteByte(c)
			i++
		}
	}
	return out.String(), nil
}

// parseProperty reads one \p{...} or \P{...} from the start of a pattern. negated is true for the second one.
func parseProperty(pattern string) (set charSet, negated bool, size int, err error) {
	end := strings.IndexByte(pattern, '}')
	if len(pattern) < 3 || pattern[2] != '{' || end < 0 {
		return nil, false, 0, fmt.Errorf("Invalid property name: %s", pattern[:2]) //nolint:staticcheck // a message of JavaScript
	}
	set, ok := property(pattern[3:end])
	if !ok {
		return nil, false, 0, fmt.Errorf("Invalid property name: %s", pattern[:end+1]) //nolint:staticcheck // a message of JavaScript
	}
	return set, pattern[1] == 'P', end + 1, nil
}

// property returns the characters of the property that text, the text between the braces, names.
func property(text string) (charSet, bool) {
	name, value, hasValue := strings.Cut(text, "=")
	if !hasValue {
		if set, ok := category(name); ok {
			return set, true
		}
		return binaryProperty(name)
	}
	switch name {
	case "General_Category", "gc":
		return category(value)
	case "Script", "sc":
		set, _, ok := script(value)
		return set, ok
	case "Script_Extensions", "scx":
		set, long, ok := script(value)
		return set.union(dataSet("add", "scx="+long)).minus(dataSet("cut", "scx="+long)), ok
	}
	return nil, false
}

// KnownProperty reports whether there is a property with a text between the braces of \p{…}, and whether it matches texts, as emoji of
// several characters are.
func KnownProperty(text string) (known, texts bool) {
	if _, texts = textProperties[text]; texts {
		return true, true
	}
	_, known = property(text)
	return known, false
}

// write adds a set to a pattern, as a class or as part of one. The characters are written as
// ranges and not as a negated class, since \P{Lu} with the i flag matches what differs only in
// case from a character that is not Lu.
func (s charSet) write(out *strings.Builder, inClass bool) {
	if !inClass {
		out.WriteByte('[')
		defer out.WriteByte(']')
	}
	for _, r := range s {
		writeChar(out, r.lo)
		if r.hi > r.lo {
			out.WriteByte('-')
			writeChar(out, r.hi)
		}
	}
}

func writeChar(out *strings.Builder, c rune) {
	out.WriteString(`\u{`)
	out.WriteString(strconv.FormatInt(int64(c), 16))
	out.WriteByte('}')
}
