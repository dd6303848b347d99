// This file draws the place in a source that a message is about.

package bundle

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	frameWidth  = 100 // columns of source text shown
	frameMargin = 30  // of them, how many to show left of the caret in a long line
	tabWidth    = 2
)

// Frame shows a place in a source with the line before and the line after it:
//
//	flow.ts:3:9
//	  2 | const a = 1
//	> 3 | const b = foo(
//	    |           ^
//	  4 | }
//
// line and col are 1-based, col in UTF-16 code units. Long lines are cut, tabs are two columns
// wide, and control characters are not passed on. An empty file leaves out the first line. The
// result ends without a newline, and is empty if there is no such line.
func Frame(file string, line, col int, source string) string {
	lines := sourceLines(source)
	if line < 1 || line > len(lines) {
		return ""
	}
	var out []string
	if file != "" {
		out = append(out, file+":"+strconv.Itoa(line)+":"+strconv.Itoa(col))
	}
	from, text, caret := cut(layOut(lines[line-1], col))
	digits := len(strconv.Itoa(min(line+1, len(lines))))
	row := func(n int, mark, text string) {
		number := strconv.Itoa(n)
		out = append(out, strings.TrimRight(mark+strings.Repeat(" ", digits-len(number))+number+" | "+text, " "))
	}
	neighbour := func(n int) {
		if n >= 1 && n <= len(lines) && (n < len(lines) || lines[n-1] != "") {
			text, _ := layOut(lines[n-1], 1)
			row(n, "  ", window(text, from))
		}
	}
	neighbour(line - 1)
	row(line, "> ", text)
	out = append(out, strings.Repeat(" ", digits+2)+" | "+strings.Repeat(" ", caret)+"^")
	neighbour(line + 1)
	return strings.Join(out, "\n")
}

// sourceLines splits at the line ends of JavaScript.
func sourceLines(source string) []string {
	source = strings.TrimPrefix(source, "\uFEFF")
	starts := lineStarts(source, true)
	lines := make([]string, 0, len(starts))
	for i, start := range starts {
		end := len(source)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		lines = append(lines, strings.TrimRight(source[start:end], "\r\n\u2028\u2029"))
	}
	return lines
}

// cell is a character as it is shown.
type cell struct {
	text  string
	width int
}

// layOut gives the cells of a line, and the index of the cell in the given column.
func layOut(line string, col int) (cells []cell, caret int) {
	units := 1
	caret = -1
	for _, r := range line {
		if units >= col && caret < 0 {
			caret = len(cells)
		}
		units++
		if r > 0xFFFF {
			units++
		}
		switch {
		case r == '\t':
			cells = append(cells, cell{strings.Repeat(" ", tabWidth), tabWidth})
		case !unicode.IsPrint(r):
			cells = append(cells, cell{string(utf8.RuneError), 1})
		case wide(r):
			cells = append(cells, cell{string(r), 2})
		default:
			cells = append(cells, cell{string(r), 1})
		}
	}
	if caret < 0 {
		caret = len(cells)
	}
	return cells, caret
}

// wide says whether terminals give a character two columns.
func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 ||
		r >= 0xFFE0 && r <= 0xFFE6 || r >= 0x1F300 && r <= 0x1FAFF || r >= 0x20000 && r <= 0x3FFFD)
}

// cut shortens a line around the caret. It returns the first cell shown, the text, and the
// column of the caret in it.
func cut(cells []cell, caret int) (from int, text string, column int) {
	if len(cells) > frameWidth && caret > frameWidth-frameMargin {
		from = caret - frameMargin
	}
	for _, c := range cells[from:caret] {
		column += c.width
	}
	if from > 0 {
		column++
	}
	return from, window(cells, from), column
}

// window gives the text of the cells from one on, with an ellipsis where something is missing.
func window(cells []cell, from int) string {
	var text strings.Builder
	if from >= len(cells) {
		return ""
	}
	if from > 0 {
		text.WriteString("…")
	}
	width := 0
	for _, c := range cells[from:] {
		if width += c.width; width > frameWidth {
			text.WriteString("…")
			break
		}
		text.WriteString(c.text)
	}
	return text.String()
}
