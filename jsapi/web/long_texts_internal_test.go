package web

import (
	"errors"
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// TestLongTextsHearInterrupts checks that an interrupt ends functions that read all letters of a long text.
func TestLongTextsHearInterrupts(t *testing.T) {
	t.Parallel()
	for _, source := range []string{`decode()`, `isWellFormed.call(text)`, `toWellFormed.call(text)`} {
		rt := goja.New()
		asked := 0
		g := guard.Attach(rt, guard.Options{Stopped: func() bool {
			if asked++; asked == 3 {
				rt.Interrupt("enough")
			}
			return asked >= 3
		}})
		p := &platform{vm: rt}
		for name, f := range map[string]native{
			"decode":       func(goja.FunctionCall) goja.Value { return DecodeBytes(rt, make([]byte, 5*decodedTogether), "utf8") },
			"isWellFormed": p.isWellFormed, "toWellFormed": p.toWellFormed,
		} {
			if err := rt.Set(name, f); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := rt.RunString(`const text = "é".repeat(5 << 20)`); err != nil {
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
