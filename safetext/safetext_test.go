package safetext_test

import (
	"encoding/json"
	"testing"

	"github.com/hitlrun/hitlrun/safetext"
)

func TestLines(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, lines, line string }{
		{"plain, ü, 漢, 👨‍👩‍👧", "plain, ü, 漢, 👨‍👩‍👧", "plain, ü, 漢, 👨‍👩‍👧"},
		{"a\nb\tc\r", "a\nb\tc\\r", `a\nb\tc\r`},
		{"\x1b[31m\x07\x7f\u009b", `\u001b[31m\u0007\u007f\u009b`, `\u001b[31m\u0007\u007f\u009b`},
		{"\u202e\u2066\u200f\u061c\u2028\ufeff", `\u202e\u2066\u200f\u061c\u2028\ufeff`, `\u202e\u2066\u200f\u061c\u2028\ufeff`},
		{"\U000e0041", `\udb40\udc41`, `\udb40\udc41`},
		{"\xff\xfea", `\xff\xfea`, `\xff\xfea`},
	}
	for _, test := range tests {
		if got := safetext.Lines(test.text); got != test.lines {
			t.Errorf("Lines(%q) is %q, want %q", test.text, got, test.lines)
		}
		if got := safetext.Line(test.text); got != test.line {
			t.Errorf("Line(%q) is %q, want %q", test.text, got, test.line)
		}
	}
	want := "\x1b\u202e\n\U000e0041"
	var got string
	if err := json.Unmarshal([]byte(safetext.Lines("\""+`\n`+"\"")), &got); err != nil || got != "\n" {
		t.Errorf("JSON text: %q %v", got, err)
	}
	if err := json.Unmarshal([]byte(`"`+safetext.Line(want)+`"`), &got); err != nil || got != want {
		t.Errorf("the escapes are not those of JSON: %q %v", got, err)
	}
}
