// This file tests that texts of a script become the Go strings that goja makes of them.

package guard

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

func TestText(t *testing.T) {
	t.Parallel()
	rt := goja.New()
	for _, source := range []string{"'\\u20ac'", "'a\\ud83d\\ude00b'", "'\\ud800'", "'\\ud800a'", "'\\udc00\\ud800'", "'\\ud800\\ud83d\\ude00'"} {
		v, err := rt.RunString("(" + source + ").repeat(100000)")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := Text(rt, v), v.String(); got != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Errorf("%s: the texts differ at byte %d of %d and %d", source, at, len(got), len(want))
		}
	}
	if got := Text(rt, rt.ToValue(strings.Repeat("x", 1<<20))); len(got) != 1<<20 {
		t.Errorf("a text has %d bytes", len(got))
	}
}
