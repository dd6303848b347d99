// This file has what is the same in this process and in workers.

package hitlrun_test

import (
	"os"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// isolationVariable has all tests run their scripts in workers.
const isolationVariable = "HITLRUN_TEST_ISOLATION"

func TestMain(m *testing.M) {
	hitlrun.WorkerMain()
	if os.Getenv(isolationVariable) != "" {
		hitlrun.IsolateAll()
	}
	os.Exit(m.Run())
}

// eachIsolation calls f with options for each place in which scripts can run.
func eachIsolation(t *testing.T, f func(t *testing.T, o hitlrun.ScriptOptions)) {
	t.Helper()
	t.Run("in", func(t *testing.T) { f(t, hitlrun.ScriptOptions{}) })
	t.Run("worker", func(t *testing.T) { f(t, hitlrun.ScriptOptions{Isolation: hitlrun.Process}) })
}
