package server

import (
	"errors"
	"testing"
)

// TestOutageAtTwoPlaces lets a run wait for the store at two places. Who waits for the run hears of it as long as one of them is left, and when
// it waits again.
func TestOutageAtTwoPlaces(t *testing.T) {
	t.Parallel()
	var o outage
	waits := func(c <-chan struct{}) bool {
		select {
		case <-c:
			return true
		default:
			return false
		}
	}
	first := o.begun()
	o.begin(errors.New("one"))
	o.begin(errors.New("other"))
	o.end()
	if second := o.begun(); !waits(first) || !waits(second) {
		t.Errorf("while it waits at one place: %t, %t", waits(first), waits(second))
	}
	o.end()
	third := o.begun()
	if waits(third) {
		t.Error("it waits at no place")
	}
	o.begin(errors.New("again"))
	if !waits(third) || o.reason().Error() != "again" {
		t.Errorf("when it waits again: %t, %v", waits(third), o.reason())
	}
}
