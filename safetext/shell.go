// This file makes command lines that people copy.

package safetext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ShellLine returns words as a command line for a shell. It quotes the words that need it. Characters that
// cannot be shown are in the form that bash and zsh read: $'\n'.
func ShellLine(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

func shellWord(w string) string {
	switch {
	case Line(w) != w:
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
		_, size := utf8.DecodeRuneInString(w[i:])
		letter := w[i : i+size]
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case Line(letter) != letter:
			for _, c := range []byte(letter) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteString(letter)
		}
	}
	b.WriteString("'")
	return b.String()
}
