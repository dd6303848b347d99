package hitlrun_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// A reader who follows an answer from Resume to the node passes 15 calls of this module in 8 files, and none of them leads
// back to a package that was left. Four more lead to the return of interrupt(), and five from the flag of the command line
// to Resume.
func TestPathOfAnAnswer(t *testing.T) {
	t.Parallel()
	var calls, files, packages []string
	trace := func(e hitlrun.TraceEvent) {
		if e.Kind != hitlrun.TraceTask || e.Ended || len(calls) > 0 {
			return
		}
		pcs := make([]uintptr, 200)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		for inside := false; ; {
			f, more := frames.Next()
			name, ours := strings.CutPrefix(f.Function, "github.com/hitlrun/hitlrun")
			if inside = inside || strings.HasSuffix(name, ".(*Run).start"); inside && ours && !strings.HasPrefix(name, "_test") {
				dir, file := filepath.Split(f.File)
				calls = append(calls, strings.TrimLeft(name, "./")+" in "+file)
				files = append(files, f.File)
				packages = append(packages, dir)
			}
			if !more {
				break
			}
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "flow.ts")
	if err := os.WriteFile(file, []byte(flow), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(file, hitlrun.ScriptOptions{Trace: trace})
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(filepath.Join(dir, "t.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"to": "Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	calls, files, packages = nil, nil, nil
	res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Script: script, Value: json.RawMessage(`"yes"`)})
	if err != nil || res.Status != hitlrun.StatusDone {
		t.Fatal(res, err)
	}
	slices.Sort(files)
	files = slices.Compact(files)
	path := strings.Join(calls, "\n")
	if len(calls) == 0 || len(calls) > 15 || len(files) > 8 {
		t.Errorf("%d calls in %d files, want 15 in 8:\n%s", len(calls), len(files), path)
	}
	passed := slices.Compact(packages)
	slices.Sort(passed)
	if want := slices.Clone(passed); len(slices.Compact(want)) < len(passed) {
		t.Errorf("a call leads back to a package that was left:\n%s", path)
	}
}
