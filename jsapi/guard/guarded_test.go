// This file runs sources with a guard, for the tests of functions that do in pieces what goja does at once.

package guard

import (
	"errors"
	"testing"

	"github.com/dop251/goja"
)

// checkAsAlone checks that a source has the same result with a guard as in goja alone.
func checkAsAlone(t *testing.T, source string, strict bool) {
	t.Helper()
	p, err := goja.Compile("", source, strict)
	if err != nil {
		t.Fatal(err)
	}
	want, err := goja.New().RunProgram(p)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	rt := goja.New()
	g := Attach(rt, Options{})
	defer g.Detach()
	if got, err := rt.RunProgram(p); err != nil || !got.StrictEquals(want) {
		t.Errorf("%s: got %.200s (%v), want %.200s", source, got, err, want)
	}
}

// checkHearsInterrupt checks that an interrupt ends a source: the guard asks often enough while it runs. setup is run before.
func checkHearsInterrupt(t *testing.T, setup, source string, questions int) {
	t.Helper()
	rt := goja.New()
	asked, counts := 0, false
	g := Attach(rt, Options{Stopped: func() bool {
		if counts {
			asked++
		}
		if counts && asked == questions {
			rt.Interrupt("enough")
		}
		return asked >= questions
	}})
	defer g.Detach()
	if _, err := rt.RunString(setup); err != nil {
		t.Fatal(err)
	}
	counts = true
	_, err := rt.RunString(source)
	if in := new(goja.InterruptedError); !errors.As(err, &in) {
		t.Errorf("%s: got %v after %d questions whether it is stopped", source, err, asked)
	}
}
