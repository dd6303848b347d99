// This file prints lists that are too long for memory, in parts.

package main

import (
	"bytes"
	"io"
)

// listingBytes is how much JSON is put together before it is printed.
const listingBytes = 32 << 10

// jsonArray prints a JSON array, element by element.
type jsonArray struct {
	w io.Writer
	b bytes.Buffer
	n int
}

func (p *jsonArray) add(v any) error {
	line, err := marshal(v)
	if err != nil {
		return err
	}
	if p.n++; p.n == 1 {
		p.b.WriteByte('[')
	} else {
		p.b.WriteByte(',')
	}
	p.b.Write(bytes.TrimSuffix(line, []byte("\n")))
	if p.b.Len() >= listingBytes {
		p.flush()
	}
	return nil
}

// end ends the array.
func (p *jsonArray) end() {
	if p.n == 0 {
		p.b.WriteByte('[')
	}
	p.b.WriteByte(']')
	p.flush()
}

func (p *jsonArray) flush() {
	p.b.WriteTo(p.w) // a failed write is reported at the end
}

// tableRows is how many rows of a table are laid out together.
const tableRows = 256

// longTable prints a table, some rows at a time: columns become wider, never narrower.
type longTable struct {
	w      io.Writer
	rows   [][]string
	colors [][]string // of the cells of each row; nil for none
	widths []int
	n      int
}

// add adds a row. colors are those of its cells, "" for none.
func (t *longTable) add(cells []string, colors ...string) {
	t.rows, t.colors = append(t.rows, cells), append(t.colors, colors)
	if t.n++; t.n%tableRows == 0 {
		t.flush()
	}
}

// flush prints the rows that were added.
func (t *longTable) flush() {
	var text string
	text, t.widths = layOut(t.widths, t.rows, func(row, column int, cell string) string {
		if column >= len(t.colors[row]) || t.colors[row][column] == "" {
			return cell
		}
		return paint(true, t.colors[row][column], cell)
	})
	io.WriteString(t.w, text)
	t.rows, t.colors = t.rows[:0], t.colors[:0]
}
