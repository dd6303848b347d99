// This file has what is the same in this process and in workers.

package hitlrun_test

import (
	"os"
	"os/exec"
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

// notInWorkers are tests whose scripts run in one place only, or that are about something else and take long.
const notInWorkers = "InWorkers|Killers|WorkersAreKilled|Whole|DoubleAnswersOfScripts|NextOfStoredThreads|OneInstant|Compact|ManyScripts|ManyRuns|LargeStates|Backup"

// All that scripts do they do in workers too: the tests of this package run once more, with all scripts in workers.
func TestInWorkers(t *testing.T) {
	t.Parallel()
	if os.Getenv(isolationVariable) != "" || testing.Short() {
		t.Skip("the tests of this package are run once more")
	}
	all := exec.CommandContext(t.Context(), os.Args[0], "-test.skip", notInWorkers, "-test.timeout", "10m")
	all.Env = append(os.Environ(), isolationVariable+"=process")
	if out, err := all.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
