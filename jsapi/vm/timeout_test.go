package vm

import (
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// TestCallFor checks that code which is late ends with ErrLate, that other code and the code around it go on, and that a stop of
// the VM stays one.
func TestCallFor(t *testing.T) {
	t.Parallel()
	vm := testVM(t)
	run := func(most time.Duration, code string) (goja.Value, error) {
		return vm.CallFor(most, func() (goja.Value, error) { return vm.rt.RunString(code) })
	}
	err := vm.Enter(t.Context(), func() {
		if v, err := run(time.Minute, "1 + 1"); err != nil || v.ToInteger() != 2 {
			t.Errorf("code in time: %v, %v", v, err)
		}
		var thrown *goja.Exception
		if _, err := run(time.Minute, "throw new Error('mine')"); !errors.As(err, &thrown) {
			t.Errorf("code that throws: %v", err)
		}
		for _, code := range []string{"for (;;);", "for (;;) try { for (;;); } catch {}", "for (const x of { *[Symbol.iterator]() { try { yield 1 } finally { for (;;); } } }) for (;;);"} {
			if v, err := run(20*time.Millisecond, code); !errors.Is(err, ErrLate) || v != nil {
				t.Errorf("%s: %v, %v", code, v, err)
			}
			if v, err := vm.rt.RunString("try { throw 5 } catch (e) { e }"); err != nil || v.ToInteger() != 5 {
				t.Errorf("after %s: %v, %v", code, v, err)
			}
		}
		stop := errors.New("stopped")
		if _, err := vm.CallFor(time.Minute, func() (goja.Value, error) {
			vm.stop(stop)
			return vm.rt.RunString("for (;;);")
		}); errors.Is(err, ErrLate) || err == nil {
			t.Errorf("a stop became %v", err)
		}
	})
	if vm.Sound() {
		t.Errorf("a VM that was stopped counts as sound: %v", err)
	}
}
