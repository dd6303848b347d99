// This file has the sets of characters of a pattern, and what is the same character with the flag i.

package patterns

import (
	"slices"
	"sync"
	"unicode"
)

// charSet is a set of characters. ranges has the first and the last character of each range.
type charSet struct {
	not    bool
	ranges []rune
}

var (
	digits   = []rune{'0', '9'}
	lineEnds = []rune{'\n', '\n', '\r', '\r', 0x2028, 0x2029}
	words    = []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
	folded   = []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z', 0x17f, 0x17f, 0x212a, 0x212a}
	spaces   = []rune{9, 13, 32, 32, 160, 160, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f,
		0x3000, 0x3000, 0xfeff, 0xfeff}
)

// words are the characters of \w.
func (f Flags) words() []rune {
	if f.Unicode && f.IgnoreCase {
		return folded
	}
	return words
}

func one(c rune) *charSet { return &charSet{ranges: []rune{c, c}} }

func (s *charSet) add(ranges []rune) { s.ranges = append(s.ranges, ranges...) }

// plain returns the ranges of a set, also if it is negated.
func (s *charSet) plain() []rune {
	if !s.not {
		return s.ranges
	}
	var out []rune
	next := rune(0)
	for i := 0; i < len(s.ranges); i += 2 {
		if s.ranges[i] > next {
			out = append(out, next, s.ranges[i]-1)
		}
		next = s.ranges[i+1] + 1
	}
	return append(out, next, unicode.MaxRune)
}

// sort sorts and merges the ranges.
func (s *charSet) sort() {
	type pair struct{ from, to rune }
	list := make([]pair, 0, len(s.ranges)/2)
	for i := 0; i < len(s.ranges); i += 2 {
		list = append(list, pair{s.ranges[i], s.ranges[i+1]})
	}
	slices.SortFunc(list, func(a, b pair) int { return int(a.from - b.from) })
	s.ranges = s.ranges[:0]
	for _, p := range list {
		if n := len(s.ranges); n > 0 && p.from <= s.ranges[n-1]+1 {
			s.ranges[n-1] = max(s.ranges[n-1], p.to)
		} else {
			s.ranges = append(s.ranges, p.from, p.to)
		}
	}
}

// hasExactly reports whether a character is in one of the ranges.
func (s *charSet) hasExactly(c rune) bool {
	if len(s.ranges) <= 8 {
		for i := 0; i < len(s.ranges); i += 2 {
			if s.ranges[i] <= c && c <= s.ranges[i+1] {
				return true
			}
		}
		return false
	}
	i, found := slices.BinarySearch(s.ranges, c)
	return found || i%2 == 1
}

// has reports whether a character is in the set.
func (s *charSet) has(c rune, f Flags) bool {
	if s.hasExactly(c) {
		return !s.not
	}
	if f.IgnoreCase {
		for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
			if (f.Unicode || canonical(other) == canonical(c)) && s.hasExactly(other) {
				return !s.not
			}
		}
	}
	return s.not
}

// OddCase reports whether a character is the other case of one for packages regexp and regexp2, but not, or only with the flag u, for
// ECMAScript: K (the sign for Kelvin) is none of k, and ẞ none of ß.
func OddCase(c rune) bool {
	if c < 128 {
		return false
	}
	others := 0
	for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
		if canonical(other) == canonical(c) {
			return false
		}
		others++
	}
	return others > 1 || others == 1 && !unicode.IsLower(c)
}

// oddCase are the characters that are OddCase.
var oddCase = sync.OnceValue(func() (list []rune) {
	for _, cases := range unicode.CaseRanges {
		for c := rune(cases.Lo); c <= rune(cases.Hi); c++ { //nolint:gosec // no character is larger
			if OddCase(c) {
				list = append(list, c)
			}
		}
	}
	return list
})

// hasOddCase reports whether a set has a character that is OddCase, and not all of its other cases.
func (s *charSet) hasOddCase() bool {
	for _, c := range oddCase() {
		if !s.hasExactly(c) {
			continue
		}
		for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
			if !s.hasExactly(other) {
				return true
			}
		}
	}
	return false
}

// same reports whether two characters are the same for a pattern.
func (f Flags) same(a, b rune) bool {
	if a == b || !f.IgnoreCase {
		return a == b
	}
	if !f.Unicode {
		return canonical(a) == canonical(b)
	}
	for other := unicode.SimpleFold(a); other != a; other = unicode.SimpleFold(other) {
		if other == b {
			return true
		}
	}
	return false
}

// canonical returns the character that stands for c with the flag i and without the flag u: its upper case if that is one character,
// and not an ASCII letter in place of another one.
func canonical(c rune) rune {
	if c < 128 {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		return c
	}
	if 0x1f80 <= c && c <= 0x1faf || c == 0x1fb3 || c == 0x1fbc || c == 0x1fc3 || c == 0x1fcc || c == 0x1ff3 || c == 0x1ffc {
		return c // the upper case has two characters
	}
	if u := unicode.ToUpper(c); u >= 128 {
		return u
	}
	return c
}

func isWord(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
