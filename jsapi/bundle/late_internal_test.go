package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDeepTextAtRunTime checks that a text which a script compiles at run time cannot end the process by its depth.
func TestDeepTextAtRunTime(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 1_000_000)
	if _, err := LowerScript("x.js", deep, never); err == nil {
		t.Error("LowerScript accepts a text of any depth")
	}
	script := filepath.Join(t.TempDir(), "flow.js")
	if err := os.WriteFile(script, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := NewLate(script, newArea(script, Options{}.Read).read, never)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Compile(script, deep); err == nil {
		t.Error("Compile accepts a text of any depth")
	}
	if r, err := l.Compile(script, "exports.a = b?.c"); err != nil || !strings.Contains(string(r.Code), "exports") {
		t.Errorf("got %v, %v", r, err)
	}
}

func never() bool { return false }
