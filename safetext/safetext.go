// Package safetext makes text of others safe to print on a terminal. It is for everything that hitlrun prints in its own
// name: lists, cards, errors and warnings.
package safetext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Lines returns s with everything escaped that could make a terminal do more than show a letter, or that nobody can see: control
// characters, escape sequences, marks that change the direction of text or break lines, invisible characters. Newlines and tabs stay,
// and what scripts and emoji need to be shown (invisible.go). The escapes are
// those of JSON, so the meaning of JSON text does not change.
func Lines(s string) string { return escape(s, "\n\t") }

// Message is Lines for a message of hitlrun that begins at the left. Its further lines are indented, because they may be text of
// others: they cannot be taken for messages of hitlrun.
func Message(s string) string { return strings.ReplaceAll(Lines(s), "\n", "\n    ") }

// Line is Lines for text that must be on one line: newlines and tabs are escaped too.
func Line(s string) string { return escape(s, "") }

// escape is Lines for text in which only the characters of unescaped stay.
func escape(s, unescaped string) string {
	if printable(s) {
		return s
	}
	clean := true
	var before neighbour
	for i, r := range s {
		if before.suspicious(r, s[i:]) && !strings.ContainsRune(unescaped, r) || r == utf8.RuneError && invalid(s[i:]) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	before = neighbour{}
	for i, r := range s {
		suspicious := before.suspicious(r, s[i:])
		switch {
		case r == utf8.RuneError && invalid(s[i:]):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !suspicious || strings.ContainsRune(unescaped, r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff:
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// printable reports whether s has only printable characters of ASCII, as most texts do.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// invalid reports whether s begins with a byte that is not UTF-8.
func invalid(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	return size == 1
}
