package guard

import (
	"errors"
	"testing"

	"github.com/dop251/goja"
)

// TestCaseHearsInterrupts checks that an interrupt ends a change of the case of a long text.
func TestCaseHearsInterrupts(t *testing.T) {
	t.Parallel()
	for _, source := range []string{`s.toLowerCase()`, `s.toUpperCase()`, `s.toLocaleLowerCase()`, `s.toLocaleUpperCase("tr")`, `(s + "Σ").toLowerCase()`} {
		rt := goja.New()
		asked := 0
		g := Attach(rt, Options{Stopped: func() bool {
			if asked++; asked == 4 {
				rt.Interrupt("enough")
			}
			return asked >= 4
		}})
		if _, err := rt.RunString(`const s = "é".repeat(1 << 20)`); err != nil {
			t.Fatal(err)
		}
		asked = 0
		_, err := rt.RunString(source)
		if in := new(goja.InterruptedError); !errors.As(err, &in) {
			t.Errorf("%s: got %v after %d questions whether it is stopped", source, err, asked)
		}
		g.Detach()
	}
}
