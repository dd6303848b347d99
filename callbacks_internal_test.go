// This file calls back runs that have ended.

package hitlrun

import (
	"context"
	"testing"
)

// A callback that waits when its run is cancelled, has reached its limit or has lost its worker is not called.
func TestLateCallbacksAreDropped(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		call, run context.Context
		limit     bool
		called    bool
	}{
		"runs":      {t.Context(), t.Context(), false, true},
		"no run":    {t.Context(), nil, false, true},
		"cancelled": {t.Context(), ended, false, false},
		"no worker": {ended, t.Context(), false, false},
		"limit":     {t.Context(), nil, true, false},
	} {
		in := &remote{calling: c.run}
		in.late.Store(c.limit)
		called := false
		if err := in.callBack(c.call, func() { called = true }); err != nil || called != c.called {
			t.Errorf("%s: called %t, %v", name, called, err)
		}
	}
}
