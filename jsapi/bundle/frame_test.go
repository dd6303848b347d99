// This file checks how places in a source are shown.

package bundle

import (
	"strings"
	"testing"
)

func TestFrame(t *testing.T) {
	t.Parallel()
	const source = "const a = 1\r\n\tconst b = foo(\n}\nlast"
	long := strings.Repeat("x", 150) + "HERE" + strings.Repeat("y", 150)
	cases := []struct {
		name, file string
		line, col  int
		source     string
		want       string
	}{
		{"middle, tab", "flow.ts", 2, 12, source, "flow.ts:2:12\n  1 | const a = 1\n> 2 |   const b = foo(\n    |             ^\n  3 | }"},
		{"first", "", 1, 1, source, "> 1 | const a = 1\n    | ^\n  2 |   const b = foo("},
		{"last", "", 4, 5, source, "  3 | }\n> 4 | last\n    |     ^"},
		{"beyond the end of the line", "", 4, 99, source, "  3 | }\n> 4 | last\n    |     ^"},
		{"two digits", "", 10, 2, strings.Repeat("a\n", 10), "   9 | a\n> 10 | a\n     |  ^"},
		{"digits of different length", "", 9, 1, strings.Repeat("a\n", 11), "   8 | a\n>  9 | a\n     | ^\n  10 | a"},
		{"wide characters and two units", "", 1, 6, "'😀é', x", "> 1 | '😀é', x\n    |      ^"},
		{"control characters", "", 1, 4, "a\x1b[31m\x00", "> 1 | a\uFFFD[31m\uFFFD\n    |    ^"},
		{"byte order mark", "", 1, 1, "\uFEFFa", "> 1 | a\n    | ^"},
		{"no such line", "flow.ts", 9, 1, source, ""},
		{"no line", "flow.ts", 0, 0, source, ""},
		{"empty source", "", 1, 1, "", "> 1 |\n    | ^"},
		{"long line, right", "", 2, 151, "short\n" + long + "\n" + long, "  1 |\n> 2 | …" + strings.Repeat("x", 30) + "HERE" + strings.Repeat("y", 66) + "…\n" +
			"    |                                ^\n  3 | …" + strings.Repeat("x", 30) + "HERE" + strings.Repeat("y", 66) + "…"},
		{"long line, left", "", 1, 1, long, "> 1 | " + strings.Repeat("x", 100) + "…\n    | ^"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := Frame(c.file, c.line, c.col, c.source); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	list := &Error{Messages: []Message{{Text: "no file"}, {Text: "whole file", File: "a.ts"}, {Text: "place", File: "a.ts", Line: 2, Column: 3, LineText: "x y z"}}}
	if got, want := list.Error(), "no file\na.ts: whole file\na.ts:2:3: place"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := list.Messages[2].Frame(), "  1 |\n> 2 | x y z\n    |   ^"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := list.Messages[1].Frame(); got != "" {
		t.Errorf("a frame without a line: %q", got)
	}
	for range maxShown {
		list.Messages = append(list.Messages, Message{Text: "more"})
	}
	if got := list.Error(); strings.Count(got, "\n") != maxShown || !strings.HasSuffix(got, "\nand 3 more errors") {
		t.Errorf("got %q", got)
	}
}
