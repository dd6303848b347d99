// This file makes text of others safe to print on
// terminals, and in command lines that people copy.

package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// safe returns s with everything in it escaped that could make a terminal do
// more than show a letter: control characters, escape sequences, marks that
// change the direction of text or break lines. Newlines and tabs stay. The
// escapes are those of JSON, so JSON that went through safe means the same.
func safe(s string) string { return escape(s, "\n\t") }

// safeLine is safe for what has to stay on one line: newlines and tabs are escaped too.
func safeLine(s string) string { return escape(s, "") }

func escape(s, keep string) string {
	clean := true
	for i, r := range s {
		if suspicious(r) && !strings.ContainsRune(keep, r) || r == utf8.RuneError && invalid(s[i:]) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && invalid(s[i:]):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !suspicious(r) || strings.ContainsRune(keep, r):
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

// invalid reports whether s begins with a byte that is not UTF-8.
func invalid(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	return size == 1
}

// suspicious reports whether a terminal does more with r than show it.
func suspicious(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f: // C0, DEL, C1
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f: // marks of direction
		return true
	case r >= 0x2028 && r <= 0x202e: // line and paragraph separator, embeddings and overrides
		return true
	case r >= 0x2060 && r <= 0x206f: // invisible operators, isolates, deprecated format characters
		return true
	case r == 0xfeff, r >= 0xfff9 && r <= 0xfffb: // zero width no-break space, interlinear annotation
		return true
	case r >= 0xe0000 && r <= 0xe007f: // invisible tags
		return true
	}
	return false
}

// shellLine returns words as a command line for a shell. It quotes the words that need it. Characters that
// cannot be shown are in the form that bash and zsh read: $'\n'.
func shellLine(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

func shellWord(w string) string {
	switch {
	case safeLine(w) != w:
		return shellEscape(w)
	case w == "" || w[0] == '=' || strings.ContainsFunc(w, special):
		return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return w
}

// special reports whether a rune may mean something to a shell.
func special(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r >= 0x80:
		return false
	}
	return !strings.ContainsRune("-_./:@%+,=", r)
}

// shellEscape writes a word as $'…', byte by byte where it cannot be shown.
func shellEscape(w string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i, r := range w {
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError && invalid(w[i:]):
			fmt.Fprintf(&b, `\%03o`, w[i])
		case suspicious(r):
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteString("'")
	return b.String()
}
