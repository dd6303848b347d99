// This file finds the characters that cannot be seen, and those among them that scripts and emoji need.

package safetext

import (
	"unicode"
	"unicode/utf8"
)

// neighbour is what stands before a character.
type neighbour struct {
	base rune // the last letter or symbol, without the marks on it
	last rune // the last character
}

const (
	nonJoiner, joiner = 0x200c, 0x200d
	keycap            = 0x20e3 // the frame around the digit of an emoji
)

// joining are the scripts in which ZWJ and ZWNJ choose the form of a letter.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian, unicode.Hanifi_Rohingya, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// suspicious reports whether a terminal does more with r than show it, or nothing. rest is the text that begins with r.
func (n *neighbour) suspicious(r rune, rest string) bool {
	hides := isControl(r) || isInvisible(r) && !n.needs(r, rest)
	if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Variation_Selector, unicode.Cf) || unicode.In(r, joining...) {
		n.base = r
	}
	if n.last = r; hides {
		n.base = 0
	}
	return hides
}

// isControl reports whether r is of C0, DEL or C1, or separates lines or paragraphs.
func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r <= 0x9f || r == 0x2028 || r == 0x2029 }

// isInvisible reports whether r is a character without a shape of its own.
func isInvisible(r rune) bool {
	if r < 0xad {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		r >= 0xe0000 && r <= 0xe0fff
}

// needs reports whether r, which is invisible, changes how its neighbours are shown.
func (n *neighbour) needs(r rune, rest string) bool {
	_, size := utf8.DecodeRuneInString(rest)
	next, _ := utf8.DecodeRuneInString(rest[size:])
	if n.last == joiner || n.last == nonJoiner {
		return false
	}
	switch {
	case r == joiner && isSymbol(n.base) && isSymbol(next):
		return true
	case r == joiner, r == nonJoiner:
		return n.base != 0 && unicode.In(n.base, joining...)
	case unicode.Is(unicode.Variation_Selector, n.last):
		return false
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, n.base)
	case r >= 0xfe00 && r <= 0xfe0f:
		return isSymbol(n.base) || unicode.In(n.base, unicode.Han, unicode.Myanmar) || next == keycap && (n.base >= '0' && n.base <= '9' || n.base == '#' || n.base == '*')
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, n.base)
	}
	return false
}

// isSymbol reports whether r can be an emoji.
func isSymbol(r rune) bool {
	return r >= 0xa9 && unicode.IsSymbol(r) || r == '‼' || r == '⁉' || r == '〰' || r == '〽'
}
