package bundle

import (
	"strings"
	"testing"
)

// Places of long lines are found in any order, as in short ones.
func TestPlaces(t *testing.T) {
	t.Parallel()
	text := "short\n" + strings.Repeat("a\U0001F600é", 2000) + "\n" + strings.Repeat("x", markColumns) + "\r\nend"
	p, lines := placesOf(text), lineStarts(text, true)
	for line, start := range lines {
		for col := 9000; col >= 0; col -= 7 {
			if col > []int{5, 8000, markColumns, 3}[line] {
				continue // behind the line
			}
			if got, ok := p.offset(line, col); !ok || got != offsetAt(text, start, col) {
				t.Fatalf("line %d, column %d: %d, want %d", line, col, got, offsetAt(text, start, col))
			}
		}
	}
	if _, ok := p.offset(len(lines), 0); ok {
		t.Error("there is a line behind the last one")
	}
}
