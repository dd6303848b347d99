package bundle_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// Modules that export everything of two others, level by level, take esbuild a time that doubles with each level.
func TestEndless(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const levels = 24 // some seconds
	for i := range levels {
		next := fmt.Sprintf("export * from './a%d.mjs'; export * from './b%d.mjs';", i+1, i+1)
		write(fmt.Sprintf("a%d.mjs", i), next)
		write(fmt.Sprintf("b%d.mjs", i), next)
	}
	write(fmt.Sprintf("a%d.mjs", levels), "")
	write(fmt.Sprintf("b%d.mjs", levels), "")
	write("flow.mjs", "import { missing } from './a0.mjs'; missing();")
	begin := time.Now()
	_, err := bundle.Bundle(bundle.Options{Entry: filepath.Join(dir, "flow.mjs"), MaxTime: 100 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "bundling it takes more than 100ms, and was given up") {
		t.Errorf("after %s: %v", time.Since(begin), err)
	}
}
