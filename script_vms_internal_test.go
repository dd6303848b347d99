// This file tests when VMs that wait for another run end.

package hitlrun

import (
	"testing"
	"time"
)

func TestIdleVMsEnd(t *testing.T) {
	t.Parallel()
	if everywhere.Load() {
		t.Skip("it looks at the VMs of this process")
	}
	script, err := LoadSource("flow.ts", []byte(`export const x = 1;`), ScriptOptions{Reuse: true, MaxIdle: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	var leased []instance
	for range 5 {
		in, err := script.lease(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		leased = append(leased, in)
	}
	for _, in := range leased {
		script.release(in, true)
	}
	v := &script.vms
	if len(v.idle) != 3 || v.timer == nil {
		t.Fatalf("%d VMs wait, want 3 and a timer", len(v.idle))
	}
	newest := v.idle[2].vm
	v.idle[0].since = v.idle[0].since.Add(-maxIdleTime)
	v.idle[1].since = v.idle[1].since.Add(-2 * maxIdleTime)
	v.expire()
	if len(v.idle) != 1 || v.idle[0].vm != newest || v.timer == nil {
		t.Errorf("%d VMs wait, want the one that was used last", len(v.idle))
	}
	v.idle[0].since = time.Now().Add(-maxIdleTime)
	v.expire()
	if len(v.idle) != 0 || v.timer != nil {
		t.Errorf("%d VMs wait, want none, and no timer", len(v.idle))
	}
	if in, err := script.lease(t.Context()); err != nil || in.(*vmInstance).vm == newest {
		t.Errorf("a VM that ended was handed out, %v", err)
	}
}
