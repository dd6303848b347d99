package patterns_test

import (
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// TestRepeated compares the estimate with the programs that Go compiles.
func TestRepeated(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{
		"a{1000}", strings.Repeat("a{1000}", 100), "(a{10}b{20}){30}", "(?:abc|d{5}){100}", "[a-c(]{500}", `\d{3,200}x`, `(\(a){300}`, "a{5,}", "(?:(?:a{10}){10}){10}",
		"(?:aaaaaaaaaaaaaaaaaaaa[)]aaaaaaaaaaaaaaaaaaaaaaa){1000}", "(?:aaaaaaaaaaaaaaaaaa[(]aaaaaaaaaaaaaaaaaaaaaaa){1000}",
	} {
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		program, err := syntax.Compile(parsed.Simplify())
		if err != nil {
			t.Fatal(err)
		}
		got, want := patterns.Repeated(pattern)+len(pattern), len(program.Inst)
		if got < want/2 || got > 3*want+40 {
			t.Errorf("%.40s: got %d, want about %d", pattern, got, want)
		}
	}
	for _, text := range []string{"", "a{,5}", "a{x}", "if (a) {b} ${1} {1", "({1000}{1000}", "((a{1000}){1000}){1000}", "){2", "\\"} {
		if got := patterns.Repeated(text); got > 3000 {
			t.Errorf("%s: got %d", text, got)
		}
	}
}

// FuzzRepeated looks for texts that Repeated cannot read.
func FuzzRepeated(f *testing.F) {
	f.Add(`(a[)\]]{2,3}){4}`)
	f.Fuzz(func(t *testing.T, text string) {
		if patterns.Repeated(text) < 0 {
			t.Error(text)
		}
	})
}
