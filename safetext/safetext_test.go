package safetext_test

import (
	"encoding/json"
	"testing"

	"github.com/hitlrun/hitlrun/safetext"
)

// TestNeeded checks that what scripts and emoji need is shown as it is.
func TestNeeded(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "❤\ufe0f\u200d🔥", "👩🏽\u200d🚀", "👩🏽\u200d⚕\ufe0f", "1\ufe0f\u20e3 #\ufe0f\u20e3", "©\ufe0f ™\ufe0f ‼\ufe0f ↔\ufe0e", "👁\ufe0f\u200d🗨\ufe0f",
		"می\u200cخواهم", "ه\u200d", "بِ\u200cل", "क्\u200dष क्\u200cष", "ශ්\u200dරී", "ന്\u200d", "葛\U000e0100", "ᠠ\u180b", "≨\ufe00", "\u0600١٢", "é", "e\u0301", "한글", "שָׁלוֹם", "ไทย",
	} {
		if got := safetext.Line(text); got != text {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, lines, line string }{
		{"plain, ü, 漢, 👨‍👩‍👧", "plain, ü, 漢, 👨‍👩‍👧", "plain, ü, 漢, 👨‍👩‍👧"},
		{"a\nb\tc\r", "a\nb\tc\\r", `a\nb\tc\r`},
		{"\x1b[31m\x07\x7f\u009b", `\u001b[31m\u0007\u007f\u009b`, `\u001b[31m\u0007\u007f\u009b`},
		{"\u202e\u2066\u200f\u061c\u2028\ufeff", `\u202e\u2066\u200f\u061c\u2028\ufeff`, `\u202e\u2066\u200f\u061c\u2028\ufeff`},
		{"\U000e0041", `\udb40\udc41`, `\udb40\udc41`},
		{"a\u200bb\u00adc\u034fd\u180ee\u2800\u3164f\uffa0\u115fg", `a\u200bb\u00adc\u034fd\u180ee` + "\u2800" + `\u3164f\uffa0\u115fg`, `a\u200bb\u00adc\u034fd\u180ee` + "\u2800" + `\u3164f\uffa0\u115fg`},
		{"a\u200db a\u200c b\ufe0f \u200d", `a\u200db a\u200c b\ufe0f \u200d`, `a\u200db a\u200c b\ufe0f \u200d`},
		{"\U0001d173\U000e0101\ufe0f1\ufe0f2", `\ud834\udd73\udb40\udd01\ufe0f1\ufe0f2`, `\ud834\udd73\udb40\udd01\ufe0f1\ufe0f2`},
		{"❤\ufe0f\ufe0f😀\u200d\u200d😀\u200dx", "❤\ufe0f" + `\ufe0f😀\u200d\u200d😀\u200dx`, "❤\ufe0f" + `\ufe0f😀\u200d\u200d😀\u200dx`},
		{"می\u200c\u200cخ", "می\u200c" + `\u200cخ`, "می\u200c" + `\u200cخ`},
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
