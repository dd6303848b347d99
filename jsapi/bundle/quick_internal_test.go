// This file compares searches in code with the expressions that they replace.

package bundle

import (
	"regexp"
	"testing"
)

func TestSearchesFindWhatExpressionsMatch(t *testing.T) {
	t.Parallel()
	computed := regexp.MustCompile(`[^\w$.]__require(?:\(\s*[^"'\s)]|[;,)\]} ])`)
	for _, code := range []string{
		"", "__require(x)", " __require(x)", "é__require(x)", " __require( 'x')", " __require(\"x\") __require(  name)", "$__require(x)", "a.__require(x)", "x=[__require]", "_ __require__require;",
		"var __require = 1", " __require", " __require(", " __require()", "x __requireX(y),__require;", "(__require)",
		"a(?=b)", "(?!", "(?<=a)", "(?<!a)", "(?<name>a)", "(?:a)", `\1`, `\\1`, `\0`, `\9`, `\k<a>`, `\`, `a\`, `\\k`, `\w\k`, "(?", "(?<", `\` + "\x00" + `\2`,
	} {
		if got, want := hasComputedCall([]byte(code)), computed.MatchString(code); got != want {
			t.Errorf("%q: a computed call: %v, want %v", code, got, want)
		}
		if got, want := mayLookAround([]byte(code)), looksAround().MatchString(code); got != want {
			t.Errorf("%q: looks around: %v, want %v", code, got, want)
		}
	}
}
