package vm

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestWithoutOwnFrames compares withoutOwnFrames with a regular expression, on texts of random lines.
func TestWithoutOwnFrames(t *testing.T) {
	t.Parallel()
	own := regexp.MustCompile(`(?m)^\s+at .*\(?hitlrun[:/][^\n]*\n?`)
	parts := []string{
		"\n", "\n", " ", "\t", "Error: x", "    at f (flow.ts:1:2)\n", "    at f (hitlrun:lib:1:2)\n", "at g (hitlrun/lib.ts:3:4)\n", "    at hitlrun:bundle:1:1", "hitlrun:", "at ", "\r\n",
	}
	vm := &VM{rt: goja.New()}
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		for range 1 + r.IntN(10) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if got, want := vm.withoutOwnFrames(b.String()), own.ReplaceAllString(b.String(), ""); got != want {
			t.Fatalf("%q: got\n%q, want\n%q", b.String(), got, want)
		}
	}
}
