// This file runs the specs that LangGraph publishes for checkpointers against ours.

package conformance_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSaverSpecs needs the package @langchain/langgraph-checkpoint-validation, which
// is not among those of the differential suite: it brings a whole test runner.
// HITLRUN_SAVER_SPECS, or ORACLE_MODULES, names a node_modules folder that has it.
func TestSaverSpecs(t *testing.T) {
	t.Parallel()
	modules := os.Getenv("HITLRUN_SAVER_SPECS")
	if modules == "" {
		modules = os.Getenv("ORACLE_MODULES")
	}
	dist := filepath.Join(modules, "@langchain", "langgraph-checkpoint-validation", "dist")
	if _, err := os.Stat(dist); modules == "" || err != nil {
		t.Skip("the specs of checkpointers are not here: install @langchain/langgraph-checkpoint-validation with npm, and set HITLRUN_SAVER_SPECS to its node_modules folder")
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "dist"), os.DirFS(dist)); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS("testdata/validation")); err != nil {
		t.Fatal(err)
	}
	out, err := runScript(t, filepath.Join(dir, "run.mjs"), "1", nil)
	const want = "{ passed: 2151, failed: 0, skipped: 3 }\n"
	if err != nil || out != want {
		t.Errorf("got %s (%v), want %s", out, err, want)
	}
}
