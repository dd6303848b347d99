// This file measures text: lines, columns in UTF-16 code units, identifiers.

package bundle

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// utf16Len counts the UTF-16 code units of s.
func utf16Len[T string | []byte](s T) int {
	n := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			n++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
		if r > 0xFFFF {
			n++
		}
		n++
		i += size
	}
	return n
}

// lineStarts gives the offset of each line. Sources may have other line ends than \n.
func lineStarts(text string, source bool) []int {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n', source && c == '\r' && !strings.HasPrefix(text[i+1:], "\n"):
			starts = append(starts, i+1)
		case source && c == 0xE2 && (strings.HasPrefix(text[i:], "\u2028") || strings.HasPrefix(text[i:], "\u2029")):
			starts = append(starts, i+3)
		}
	}
	return starts
}

// offsetAt finds a column, in UTF-16 code units, of a line.
func offsetAt[T string | []byte](text T, lineStart, col int) int {
	i := lineStart
	for ; col > 0 && i < len(text); col-- {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(string(text[i:min(len(text), i+utf8.UTFMax)]))
		if r > 0xFFFF {
			col--
		}
		i += size
	}
	return min(i, len(text))
}

// places finds places of a source by their lines and columns, in any order. It looks through each line once: a line may be as long as
// the source, and have as many places.
type places struct {
	text   string
	lines  []int
	within map[int][]mark // by line: a place in each markColumns columns, of the lines that are longer
}

// mark is a column of a line and its offset.
type mark struct{ col, offset int }

const markColumns = 1 << 10

func placesOf(text string) *places {
	return &places{text: text, lines: lineStarts(text, true), within: map[int][]mark{}}
}

// offset returns the offset of a column, in UTF-16 code units, of a line. It returns false if there is no such line.
func (p *places) offset(line, col int) (at int, ok bool) {
	if line >= len(p.lines) {
		return 0, false
	}
	if col < markColumns {
		return offsetAt(p.text, p.lines[line], col), true
	}
	marks := p.within[line]
	if marks == nil {
		end := len(p.text)
		if line+1 < len(p.lines) {
			end = p.lines[line+1]
		}
		for m := (mark{0, p.lines[line]}); ; {
			marks = append(marks, m)
			next := offsetAt(p.text, m.offset, markColumns)
			if next >= end {
				break
			}
			m = mark{m.col + utf16Len(p.text[m.offset:next]), next}
		}
		p.within[line] = marks
	}
	i := sort.Search(len(marks), func(i int) bool { return marks[i].col > col }) - 1
	return offsetAt(p.text, marks[i].offset, col-marks[i].col), true
}

// segmentOffsets gives the place of each segment in the code.
func segmentOffsets(code []byte, segments []segment) []int {
	offsets := make([]int, len(segments))
	var line, col int32
	at := 0
	for i, s := range segments {
		for ; line < s.line; line++ {
			n := bytes.IndexByte(code[at:], '\n')
			if n < 0 {
				n = len(code) - at - 1
			}
			at += n + 1
			col = 0
		}
		at = offsetAt(code, at, int(s.col-col))
		col = s.col
		offsets[i] = at
	}
	return offsets
}

// identifierAt returns the identifier that starts at an offset, as it is written there.
func identifierAt[T string | []byte](text T, at int) string {
	if at < len(text) && (text[at] == '#' || text[at] >= '0' && text[at] <= '9') {
		return ""
	}
	return string(text[at:wordEnd(text, at)])
}

// escapeSequence matches what esbuild writes for letters beyond ASCII.
var escapeSequence = lazily(`\\u(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4}))`)

// plainName resolves the escapes in an identifier.
func plainName(name string) string {
	if !strings.Contains(name, `\`) {
		return name
	}
	return escapeSequence().ReplaceAllStringFunc(name, func(s string) string {
		c, err := strconv.ParseUint(strings.Trim(s[2:], "{}"), 16, 32)
		if err != nil {
			return s
		}
		return string(rune(c))
	})
}

// asciiName writes an identifier with escapes.
func asciiName(name string) string {
	var out strings.Builder
	for _, c := range name {
		if c < utf8.RuneSelf {
			out.WriteRune(c)
		} else {
			writeChar(&out, c)
		}
	}
	return out.String()
}
