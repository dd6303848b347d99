package web_test

import (
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// TestPanicsInTheBackground has work that panics in a goroutine: the panic must arrive where the function of end is called.
func TestPanicsInTheBackground(t *testing.T) {
	onLoop := make(chan func())
	web.Background(func(f func()) { onLoop <- f }, func() func() { panic("lost") })
	defer func() {
		if p, _ := recover().(string); !strings.HasPrefix(p, "lost, in a goroutine") || !strings.Contains(p, "TestPanicsInTheBackground") {
			t.Errorf("the panic on the loop is %q", p)
		}
	}()
	(<-onLoop)()
}

func TestWorkInTheBackground(t *testing.T) {
	onLoop, done := make(chan func()), false
	web.Background(func(f func()) { onLoop <- f }, func() func() { return func() { done = true } })
	if (<-onLoop)(); !done {
		t.Error("the function of the work was not called")
	}
}
