// This file has what is the same in this process and in workers.

package hitlrun_test

import (
	"testing"

	"github.com/hitlrun/hitlrun"
)

// eachIsolation calls f with options for each place in which scripts can run.
func eachIsolation(t *testing.T, f func(t *testing.T, o hitlrun.ScriptOptions)) {
	t.Helper()
	t.Run("in", func(t *testing.T) { f(t, hitlrun.ScriptOptions{}) })
}
