// This file compares searches in code with the expressions that they replace.

package bundle

import (
	"regexp"
	"testing"
)

func TestSearchesFindWhatExpressionsMatch(t *testing.T) {
	t.Parallel()
	computed := regexp.MustCompile(`[^\w$.]__require(?:\(\s*[^"'\s)]|[;,)\]} ])`)
	named := regexp.MustCompile(`__hitlrun\b|\\u(?:005[fF]|00[67][0-9a-fA-F]|\{0*(?:5[fF]|[67][0-9a-fA-F])\})`)
	for _, code := range []string{
		"", "__require(x)", " __require(x)", "é__require(x)", " __require( 'x')", " __require(\"x\") __require(  name)", "$__require(x)", "a.__require(x)", "x=[__require]", "_ __require__require;",
		"var __require = 1", " __require", " __require(", " __require()", "x __requireX(y),__require;", "(__require)",
		"__hitlrun", "___hitlrun.x", "__hitlruns", "__hitlrun_ __hitlrun", `\u`, `\u005e\u005F`, `\u0041`, `\u\u0061`, `\u{05f}`, `\u{000}`, `\u{7a}`, `\\u006`, `\` + "\x00" + `\2`,
	} {
		if got, want := hasComputedCall([]byte(code)), computed.MatchString(code); got != want {
			t.Errorf("%q: a computed call: %v, want %v", code, got, want)
		}
		if got, want := mayNameHost(code), named.MatchString(code); got != want {
			t.Errorf("%q: a name of the host: %v, want %v", code, got, want)
		}
	}
}
