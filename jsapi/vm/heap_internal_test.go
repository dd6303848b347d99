// This file tests the meter of the heap without a VM.

package vm

import (
	"runtime/debug"
	"testing"
	"time"
)

// TestReserveCollects checks that garbage is no reason for a refusal while a collection that was requested has not ended. It is not
// parallel: the heap is that of the process.
func TestReserveCollects(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	debug.FreeOSMemory()
	m := &heapMeter{}
	m.look(time.Now())
	s := &heapShare{limit: m.bytes + 64<<20, busy: func() time.Duration { return time.Second }}
	m.shares = map[*heapShare]bool{s: true}
	for range 15 {
		_ = string(make([]byte, 4<<20))
	}
	m.collects = time.Now()
	if !m.reserve(s, 8<<20) {
		t.Error("8 MiB are refused, with 60 MiB of garbage")
	}
	held := make([]byte, 60<<20)
	if m.reserve(s, 8<<20) {
		t.Error("8 MiB are granted, with 60 MiB in use")
	}
	held[0] = 1
}
