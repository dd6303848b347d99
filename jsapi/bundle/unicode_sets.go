// This file turns patterns with the flag v into patterns with the flag u. It handles nested classes, their differences
// and intersections, and classes that match texts of several characters.

package bundle

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// TranslateUnicodeSets turns a JavaScript pattern with the v flag into one with the u flag and the same meaning. It supports
// the properties of TranslateUnicodeProperties, and the properties of emoji that match texts. ignoreCase says that the pattern has the
// flag i: then a set has both cases of each of its characters before an operation, or a negation, takes place.
func TranslateUnicodeSets(pattern string, ignoreCase bool) (string, error) {
	p := &setParser{text: pattern, ignoreCase: ignoreCase}
	var out strings.Builder
	for p.at < len(pattern) {
		switch c := pattern[p.at]; {
		case c == '[':
			p.at++
			set, negated, err := p.class()
			if err != nil {
				return "", err
			}
			if err := set.writePattern(&out, negated); err != nil {
				return "", err
			}
		case c == '\\' && p.at+1 < len(pattern):
			if next := pattern[p.at+1]; next == 'p' || next == 'P' {
				set, err := p.property()
				if err != nil {
					return "", err
				}
				if err := set.writePattern(&out, false); err != nil {
					return "", err
				}
				continue
			}
			out.WriteString(pattern[p.at : p.at+2])
			p.at += 2
		default:
			out.WriteByte(c)
			p.at++
		}
	}
	return out.String(), nil
}

// textSet is the set that a class matches: characters and texts.
type textSet struct {
	chars charSet
	texts map[string]int // patterns with the flag u → the approximate length of a match; longer ones are tried first
}

func (s textSet) union(o textSet) textSet {
	s.chars = s.chars.union(o.chars)
	texts := map[string]int{}
	for _, m := range []map[string]int{s.texts, o.texts} {
		for text, length := range m {
			texts[text] = length
		}
	}
	s.texts = texts
	return s
}

// without returns s without the elements of o or, with intersect, only with the elements of o.
func (s textSet) without(o textSet, intersect bool) textSet {
	cut := o.chars
	if intersect {
		cut = cut.complement()
	}
	result := textSet{chars: s.chars.minus(cut), texts: map[string]int{}}
	for text, length := range s.texts {
		if _, has := o.texts[text]; has == intersect {
			result.texts[text] = length
		}
	}
	return result
}

func (s textSet) writePattern(out *strings.Builder, negated bool) error {
	if negated {
		if len(s.texts) > 0 {
			return fmt.Errorf("Negated character class may contain strings") //nolint:staticcheck // a message of JavaScript
		}
		s.chars = s.chars.complement()
	}
	var parts []string
	for text := range s.texts {
		parts = append(parts, text)
	}
	sort.Slice(parts, func(i, j int) bool {
		a, b := parts[i], parts[j]
		return s.texts[a] > s.texts[b] || s.texts[a] == s.texts[b] && a < b
	})
	if len(s.chars) > 0 {
		var class strings.Builder
		s.chars.write(&class, false)
		longer := sort.Search(len(parts), func(i int) bool { return s.texts[parts[i]] < 1 })
		parts = slices.Insert(parts, longer, class.String())
	}
	switch {
	case len(parts) == 0:
		out.WriteString(`[^\u{0}-\u{10ffff}]`)
	case len(parts) == 1 && len(s.texts) == 0:
		out.WriteString(parts[0])
	default:
		out.WriteString("(?:" + strings.Join(parts, "|") + ")")
	}
	return nil
}

// setParser reads a pattern.
type setParser struct {
	text       string
	at         int
	ignoreCase bool
}

// folded returns a set with both cases of its characters, if the flag i is set.
func (p *setParser) folded(set charSet) charSet {
	if !p.ignoreCase {
		return set
	}
	var more charSet
	for _, same := range caseOrbits() {
		if slices.ContainsFunc(same, set.has) {
			for _, c := range same {
				more = append(more, span{c, c})
			}
		}
	}
	return set.union(more)
}

// caseOrbits returns the characters that are the same with the flags i and v, except for those that are only the same as themselves.
var caseOrbits = sync.OnceValue(func() (orbits [][]rune) {
	seen := map[rune]bool{}
	for _, cases := range unicode.CaseRanges {
		for c := rune(cases.Lo); c <= rune(cases.Hi); c++ { //nolint:gosec // no character is larger
			if seen[c] || unicode.SimpleFold(c) == c {
				continue
			}
			same := []rune{c}
			for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
				same = append(same, other)
			}
			for _, c := range same {
				seen[c] = true
			}
			orbits = append(orbits, same)
		}
	}
	return orbits
})

func (p *setParser) rest() string { return p.text[p.at:] }

func invalidClass() error {
	return fmt.Errorf("Invalid character in character class") //nolint:staticcheck // a message of JavaScript
}

// class reads a class. It starts after the opening bracket, and reads the closing one.
func (p *setParser) class() (textSet, bool, error) {
	negated := strings.HasPrefix(p.rest(), "^")
	if negated {
		p.at++
	}
	set, single, err := p.union()
	for err == nil && !strings.HasPrefix(p.rest(), "]") {
		intersect := strings.HasPrefix(p.rest(), "&&")
		if !intersect && !strings.HasPrefix(p.rest(), "--") {
			return set, negated, fmt.Errorf("Unterminated character class") //nolint:staticcheck // a message of JavaScript
		}
		if !single {
			return set, negated, fmt.Errorf("Invalid set operation in character class") //nolint:staticcheck // a message of JavaScript
		}
		p.at += 2
		var operand textSet
		if operand, _, _, err = p.operand(); err == nil {
			set = set.without(operand, intersect)
		}
	}
	p.at++
	return set, negated, err
}

// union reads a sequence of operands and ranges. single is set if there is one operand, which may be part of an
// operation.
func (p *setParser) union() (set textSet, single bool, err error) {
	n := 0
	for ; p.at < len(p.text) && p.text[p.at] != ']' && !strings.HasPrefix(p.rest(), "&&") && !strings.HasPrefix(p.rest(), "--"); n++ {
		operand, first, isChar, err := p.operand()
		if err != nil {
			return set, false, err
		}
		if isChar && strings.HasPrefix(p.rest(), "-") && !strings.HasPrefix(p.rest(), "--") {
			p.at++
			_, last, ok, err := p.operand()
			if err != nil {
				return set, false, err
			}
			if !ok || last < first {
				return set, false, fmt.Errorf("Range out of order in character class") //nolint:staticcheck // a message of JavaScript
			}
			operand = textSet{chars: p.folded(charSet{{first, last}})}
			n++
		}
		set = set.union(operand)
	}
	return set, n == 1, nil
}

// operand reads a nested class, a named set, texts, or a character.
func (p *setParser) operand() (set textSet, char rune, isChar bool, err error) {
	if p.at >= len(p.text) {
		return set, 0, false, invalidClass()
	}
	switch c := p.text[p.at]; {
	case c == '[':
		p.at++
		inner, negated, err := p.class()
		if negated {
			inner = textSet{chars: inner.chars.complement()}
		}
		return inner, 0, false, err
	case c == '\\':
		return p.escape()
	case strings.IndexByte("()]{}/-|", c) >= 0:
		return set, 0, false, invalidClass()
	}
	r, size := utf8.DecodeRuneInString(p.rest())
	p.at += size
	return textSet{chars: p.folded(charSet{{r, r}})}, r, true, nil
}

// classes are the sets that a letter stands for.
var classes = map[byte]charSet{
	'd': {{'0', '9'}},
	'w': {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}},
	's': {{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}},
}

func (p *setParser) escape() (set textSet, char rune, isChar bool, err error) {
	if p.at+1 >= len(p.text) {
		return set, 0, false, invalidClass()
	}
	c := p.text[p.at+1]
	if class, ok := classes[c|0x20]; ok && (c|0x20 == c || c|0x20 == 'd' || c|0x20 == 'w' || c|0x20 == 's') {
		p.at += 2
		if class = p.folded(class); c|0x20 != c {
			class = class.complement()
		}
		return textSet{chars: class}, 0, false, nil
	}
	switch c {
	case 'p', 'P':
		set, err = p.property()
		return set, 0, false, err
	case 'q':
		set, err = p.quoted()
		return set, 0, false, err
	}
	char, err = p.escapedChar()
	return textSet{chars: p.folded(charSet{{char, char}})}, char, true, err
}

// escapedChar reads an escape that stands for one character.
func (p *setParser) escapedChar() (rune, error) {
	c := p.text[p.at+1]
	p.at += 2
	switch c {
	case 'n':
		return '\n', nil
	case 't':
		return '\t', nil
	case 'r':
		return '\r', nil
	case 'v':
		return '\v', nil
	case 'f':
		return '\f', nil
	case 'b':
		return '\b', nil
	case '0':
		return 0, nil
	case 'c':
		if p.at < len(p.text) {
			p.at++
			return rune(p.text[p.at-1] & 31), nil
		}
		return 0, invalidClass()
	case 'x':
		return p.hex(2)
	case 'u':
		if strings.HasPrefix(p.rest(), "{") {
			end := strings.IndexByte(p.rest(), '}')
			if end < 0 {
				return 0, invalidClass()
			}
			p.at++
			r, err := p.hex(end - 1)
			p.at++
			return r, err
		}
		high, err := p.hex(4)
		if err == nil && high >= 0xD800 && high < 0xDC00 && strings.HasPrefix(p.rest(), `\u`) {
			at := p.at
			p.at += 2
			if low, err := p.hex(4); err == nil && low >= 0xDC00 && low < 0xE000 {
				return (high-0xD800)<<10 + (low - 0xDC00) + 0x10000, nil
			}
			p.at = at
		}
		return high, err
	}
	r, size := utf8.DecodeRuneInString(p.text[p.at-1:])
	p.at += size - 1
	return r, nil
}

func (p *setParser) hex(digits int) (rune, error) {
	if p.at+digits > len(p.text) {
		return 0, invalidClass()
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+digits], 16, 21)
	p.at += digits
	if err != nil {
		return 0, invalidClass()
	}
	return rune(n), nil
}

// quoted reads \q{abc|d}.
func (p *setParser) quoted() (textSet, error) {
	set := textSet{texts: map[string]int{}}
	if !strings.HasPrefix(p.rest(), `\q{`) {
		return set, invalidClass()
	}
	p.at += len(`\q{`)
	var chars []rune
	flush := func() {
		if len(chars) == 1 {
			set.chars = set.chars.union(p.folded(charSet{{chars[0], chars[0]}}))
		} else {
			var text strings.Builder
			for _, r := range chars {
				if p.ignoreCase {
					r = foldOf(r)
				}
				writeChar(&text, r)
			}
			set.texts[text.String()] = len(chars)
		}
		chars = nil
	}
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case '}':
			p.at++
			flush()
			return set, nil
		case '|':
			p.at++
			flush()
		case '\\':
			if p.at+1 == len(p.text) {
				return set, invalidClass()
			}
			r, err := p.escapedChar()
			if err != nil {
				return set, err
			}
			chars = append(chars, r)
		default:
			r, size := utf8.DecodeRuneInString(p.rest())
			p.at += size
			chars = append(chars, r)
		}
	}
	return set, invalidClass()
}

// property reads \p{...}.
func (p *setParser) property() (textSet, error) {
	for name, pattern := range textProperties {
		if prefix := `\p{` + name + `}`; strings.HasPrefix(p.rest(), prefix) {
			p.at += len(prefix)
			text, err := TranslateUnicodeProperties(pattern)
			return textSet{texts: map[string]int{text: 99}}, err
		}
	}
	chars, negated, size, err := parseProperty(p.rest())
	p.at += size
	if chars = p.folded(chars); negated {
		chars = chars.complement()
	}
	return textSet{chars: chars}, err
}

// foldOf returns the first of the characters that are the same with the flags i and v.
func foldOf(c rune) rune {
	first := c
	for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
		first = min(first, other)
	}
	return first
}

const (
	emojiKeycap   = `[0-9#*]\uFE0F\u20E3`
	emojiFlag     = `\p{RI}\p{RI}`
	emojiTag      = `\u{1F3F4}[\u{E0061}-\u{E007A}]+\u{E007F}`
	emojiModified = `\p{EBase}\p{EMod}`
	emojiOne      = `(?:` + emojiModified + `|\p{Emoji}\uFE0F|\p{EPres})`
	emojiJoined   = `(?:` + emojiModified + `|\p{Emoji}\uFE0F?)(?:\u200D(?:` + emojiModified + `|\p{Emoji}\uFE0F?))+`
)

// textProperties are the properties that match texts, by their structure: Unicode lists those that are in use.
var textProperties = map[string]string{
	"RGI_Emoji":                   `(?:` + emojiJoined + `|` + emojiKeycap + `|` + emojiFlag + `|` + emojiTag + `|` + emojiOne + `)`,
	"Basic_Emoji":                 `(?:\p{Emoji}\uFE0F|\p{EPres})`,
	"Emoji_Keycap_Sequence":       emojiKeycap,
	"RGI_Emoji_Flag_Sequence":     emojiFlag,
	"RGI_Emoji_Tag_Sequence":      emojiTag,
	"RGI_Modifier_Sequence":       emojiModified,
	"RGI_Emoji_Modifier_Sequence": emojiModified,
	"RGI_Emoji_ZWJ_Sequence":      emojiJoined,
}
