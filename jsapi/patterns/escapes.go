// This file reads what follows a backslash in a pattern.

package patterns

import (
	"fmt"
	"strconv"
	"strings"
)

// syntaxCharacters are those that the flag u allows behind a backslash; reserved are those that the flag v allows besides, in a class.
const (
	syntaxCharacters = `^$\.*+?()[]{}|/`
	reserved         = "&-!#%,:;<=>@`~"
)

// escape reads what follows a backslash outside of a class.
func (r *reader) escape() (*node, error) {
	c := r.next()
	switch {
	case c == 'b' || c == 'B':
		r.at++
		return &node{op: opEdge, not: c == 'B'}, nil
	case c == 'k' && (r.flags.Unicode || r.named):
		r.at++
		if !r.has("<") {
			return nil, errReference
		}
		name, err := r.name()
		if err != nil {
			return nil, err
		}
		n := &node{op: opBack, name: name}
		r.refers = append(r.refers, n)
		return n, nil
	case '1' <= c && c <= '9':
		start := r.at
		if n, _ := r.number(); n <= r.all {
			return &node{op: opBack, group: n}, nil
		}
		if r.at = start; r.flags.Unicode {
			return nil, errEscape
		}
	}
	set, _, err := r.escapedSet(false)
	return setNode(set), err
}

// escapedSet reads what follows a backslash, also in a class. named says that it is a set such as \d, also if it has one character.
func (r *reader) escapedSet(class bool) (set *charSet, named bool, err error) {
	switch c := r.next(); c {
	case 'd', 'D':
		r.at++
		return &charSet{not: c == 'D', ranges: digits}, true, nil
	case 's', 'S':
		r.at++
		return &charSet{not: c == 'S', ranges: spaces}, true, nil
	case 'w', 'W':
		r.at++
		return &charSet{not: c == 'W', ranges: r.flags.words()}, true, nil
	case 'p', 'P':
		if r.flags.Unicode {
			_, err := r.property(class)
			return &charSet{}, true, err
		}
	}
	c, err := r.escapedCharacter(class)
	if err != nil {
		return nil, false, err
	}
	return one(c), false, nil
}

// property reads \p{…}, behind the backslash. texts says that it matches texts.
func (r *reader) property(class bool) (texts bool, err error) {
	if r.syntax.Property == nil {
		return false, errUnknown
	}
	failed := errProperty
	if class {
		failed = errClassProperty
	}
	not := r.next() == 'P'
	if r.at++; !r.has("{") {
		return false, failed
	}
	var name strings.Builder
	for r.next() >= 0 && r.next() != '}' {
		name.WriteRune(r.next())
		r.at++
	}
	known, texts := r.syntax.Property(name.String())
	if !r.has("}") || !known || texts && (not || !r.syntax.Sets) {
		return false, failed
	}
	return texts, nil
}

// escapedCharacter reads an escape that stands for one character.
func (r *reader) escapedCharacter(class bool) (rune, error) {
	c := r.next()
	if r.at++; c < 0 {
		return 0, errAtEnd
	}
	switch {
	case c == 'b' && class:
		return '\b', nil
	case c == 'f':
		return '\f', nil
	case c == 'n':
		return '\n', nil
	case c == 'r':
		return '\r', nil
	case c == 't':
		return '\t', nil
	case c == 'v':
		return '\v', nil
	case c == 'c':
		return r.control(class)
	case '0' <= c && c <= '7':
		return r.octal(c, class)
	case c == 'x':
		if n, ok := r.hex(2); ok {
			return n, nil
		}
	case c == 'u':
		if n, ok := r.unicodeNumber(r.flags.Unicode); ok {
			return n, nil
		}
		if r.flags.Unicode {
			return 0, errInUnicode
		}
	}
	allowed := !r.flags.Unicode && (c != 'k' || !r.named) || strings.ContainsRune(syntaxCharacters, c) ||
		class && (c == '-' || r.syntax.Sets && strings.ContainsRune(reserved, c))
	if !allowed {
		return 0, errEscape
	}
	if strings.ContainsRune("BkpPux89", c) {
		r.replace(r.at-2, string(c)) // it stands for itself, but would be something else
	}
	return c, nil
}

// control reads the letter of \cA. Without a letter, the backslash stands for itself.
func (r *reader) control(class bool) (rune, error) {
	c := r.next()
	if letter := c | 0x20; 'a' <= letter && letter <= 'z' && c < 128 || class && !r.flags.Unicode && c >= 0 && isWord(c) {
		r.at++
		return c % 32, nil
	}
	if r.flags.Unicode {
		return 0, errInUnicode
	}
	r.at--
	r.replace(r.at-1, `\\`)
	return '\\', nil
}

func (r *reader) octal(c rune, class bool) (rune, error) {
	next := r.next()
	switch {
	case c == '0' && (next < '0' || next > '9'):
		return 0, nil
	case r.flags.Unicode && class:
		return 0, errClassEscape
	case r.flags.Unicode:
		return 0, errDecimal
	}
	start := r.at - 2
	n := c - '0'
	for i := 0; i < 2 && '0' <= r.next() && r.next() <= '7' && n*8+r.next()-'0' <= 0o377; i++ {
		n = n*8 + r.next() - '0'
		r.at++
	}
	r.replace(start, fmt.Sprintf(`\x%02x`, n))
	return n, nil
}

// unicodeNumber reads the digits of an escape, behind its u. Numbers in braces, and pairs of surrogates, are only read with full.
func (r *reader) unicodeNumber(full bool) (rune, bool) {
	start := r.at
	if full && r.has("{") {
		n, digits := rune(0), 0
		for ; !r.has("}"); digits++ {
			digit, ok := r.hex(1)
			if n = n<<4 + digit; !ok || n > 0x10ffff {
				r.at = start
				return 0, false
			}
		}
		return n, digits > 0
	}
	n, ok := r.hex(4)
	if behind := r.at; full && n>>10 == 0xd800>>10 && r.has(`\u`) {
		if low, ok := r.hex(4); ok && low>>10 == 0xdc00>>10 {
			return pair(n, low), true
		}
		r.at = behind
	}
	return n, ok
}

// pair returns the character of a surrogate pair.
func pair(high, low rune) rune { return 0x10000 + (high&0x3ff)<<10 + low&0x3ff }

// hex reads a number with digits.
func (r *reader) hex(digits int) (rune, bool) {
	if r.at+digits > len(r.text) {
		return 0, false
	}
	text := string(r.text[r.at : r.at+digits])
	n, err := strconv.ParseUint(text, 16, 32)
	if err != nil {
		return 0, false
	}
	r.at += digits
	return rune(n), true
}
