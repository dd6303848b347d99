// This file shortens texts in which sentences are to be found. From each space or bracket after a full stop the library looks
// ahead for the next letter, so it would take the square of the length of a row of them, and hear no interrupt.

package web

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// longRow is the number of letters to which a longer row is shortened.
const longRow = 64

// dropping is what was left out at a place of a shorter text.
type dropping struct{ at, bytes int }

// shortenRows leaves out the middle of long rows of letters that are alike to the rules for the ends of sentences: no sentence
// ends within such a row.
func shortenRows(vm *goja.Runtime, text string) (short string, dropped []dropping) {
	var b strings.Builder
	for rows := 0; text != ""; rows++ {
		if rows%listStep == 0 {
			guard.Hear(vm)
		}
		size, letters := rowAt(text)
		row := text[:size]
		text = text[size:]
		if letters > longRow {
			first, last := 0, len(row)
			for range longRow / 2 {
				_, n := utf8.DecodeRuneInString(row[first:])
				first += n
				_, n = utf8.DecodeLastRuneInString(row[:last])
				last -= n
			}
			b.WriteString(row[:first])
			dropped = append(dropped, dropping{b.Len(), last - first})
			row = row[last:]
		}
		b.WriteString(row)
	}
	return b.String(), dropped
}

// rowAt returns how long the row at the beginning of a text is, in bytes and in letters: spaces, or brackets and quotation
// marks, with accents and the like between them. A letter of another kind is a row of its own.
func rowAt(text string) (size, letters int) {
	kind := markOfOther
	for i, r := range text {
		switch k := kindOfMark(r); {
		case k == markOfOther && i > 0:
			return i, letters
		case k == markOfOther:
			_, size = utf8.DecodeRuneInString(text)
			return size, 1
		case k != markIgnored && kind != markOfOther && k != kind:
			return i, letters
		case k != markIgnored:
			kind = k
		}
		letters++
	}
	return len(text), letters
}

type markKind byte

const (
	markOfOther markKind = iota
	markIgnored          // it belongs to the letter before it
	markSpace
	markClose
)

func kindOfMark(r rune) markKind {
	switch {
	case r == '\t' || r == '\v' || r == '\f' || unicode.Is(unicode.Zs, r):
		return markSpace
	case r == '"' || r == '\'' || unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf):
		return markClose
	case unicode.In(r, unicode.M, unicode.Cf):
		return markIgnored
	}
	return markOfOther
}
