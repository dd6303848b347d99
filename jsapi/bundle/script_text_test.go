package bundle

import (
	"errors"
	"testing"
)

// A text that is compiled at run time cannot import, whatever stands between the word and the parenthesis.
func TestLoweredTextsCannotImport(t *testing.T) {
	t.Parallel()
	running := func() bool { return false }
	for _, gap := range []string{"", " ", "\n", "\u00a0", "\ufeff", "\u2028", "\u3000", "/**/", "//x\n", "<!--x\n"} {
		if code, err := LowerText("async () => { for await (const x of []); }; import"+gap+`("/etc/passwd")`, running); !errors.Is(err, errImports) {
			t.Errorf("%q: %v\n%s", gap, err, code)
		}
	}
	for _, text := range []string{"imports(1)", "important", `"import (x)" && 1`} {
		if _, err := LowerText(text, running); (err != nil) != (text[0] == '"') { // a word in a text counts, too
			t.Errorf("%s: %v", text, err)
		}
	}
}
