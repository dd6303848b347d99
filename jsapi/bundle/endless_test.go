package bundle_test

import (
	"errors"
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
	if err == nil || !strings.Contains(err.Error(), "bundling it takes more than 100ms, and was stopped") {
		t.Errorf("after %s: %v", time.Since(begin), err)
	}
}

// The limit also holds for a script with a file that fails only when it is reached, which is built more than once.
func TestEndlessWithMissingImport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const levels = 26 // half a minute
	for i := range levels {
		next := fmt.Sprintf("export * from './a%d.mjs'; export * from './b%d.mjs';", i+1, i+1)
		write(fmt.Sprintf("a%d.mjs", i), next)
		write(fmt.Sprintf("b%d.mjs", i), next)
	}
	write(fmt.Sprintf("a%d.mjs", levels), "")
	write(fmt.Sprintf("b%d.mjs", levels), "")
	write("lacks.mjs", "import 'nothing';")
	write("flow.mjs", "import { missing } from './a0.mjs'; missing(); import('./lacks.mjs').catch(() => {});")
	begin := time.Now()
	_, err := bundle.Bundle(bundle.Options{Entry: filepath.Join(dir, "flow.mjs"), MaxTime: 1500 * time.Millisecond})
	if took := time.Since(begin); err == nil || !strings.Contains(err.Error(), "bundling it takes more than 1.5s, and was stopped") || took > 15*time.Second {
		t.Errorf("after %s: %v", took, err)
	}
}

// The limit is for all that Bundle does together, and after it esbuild gets no more files. This tests time: each of the two waits is
// shorter than the limit.
func TestEndlessInParts(t *testing.T) {
	t.Parallel()
	const most = time.Second
	o := bundle.Options{Entry: "flow.ts", Source: []byte(`import "m0"`), MaxTime: most}
	o.Builtin = func(_, name string) (bundle.Module, bool) {
		time.Sleep(most * 6 / 10)
		return bundle.Module{Name: name}, name == "m0"
	}
	o.Outline = func([]byte) []byte {
		time.Sleep(most * 6 / 10)
		return nil
	}
	if _, err := bundle.Bundle(o); err == nil || !strings.Contains(err.Error(), "bundling it takes more than 1s, and was stopped") {
		t.Errorf("in two parts: %v", err)
	}
	asked := make(chan string)
	o.Builtin = func(_, name string) (bundle.Module, bool) {
		asked <- name
		return bundle.Module{Name: name, Source: fmt.Sprintf("import %q", name+"0")}, true
	}
	go func() {
		for range asked {
			time.Sleep(10 * time.Millisecond)
		}
	}()
	if _, err := bundle.Bundle(o); err == nil || !strings.Contains(err.Error(), "bundling it takes more than 1s, and was stopped") {
		t.Errorf("modules without end: %v", err)
	}
	time.Sleep(most / 2) // a file may be on its way
	select {
	case name := <-asked:
		t.Errorf("it still asks for %s", name)
	case <-time.After(most / 2):
	}
}

// Files that each extend the next one twice are read in a time that doubles with each file.
func TestEndlessConfig(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const levels = 20 // some seconds
	for i := range levels {
		write(fmt.Sprintf("t%d.json", i), fmt.Sprintf(`{ "extends": ["./t%d.json", "./t%[1]d.json"] }`, i+1))
	}
	write(fmt.Sprintf("t%d.json", levels), "{}")
	write("tsconfig.json", `{ "extends": "./t0.json" }`)
	write("flow.ts", "1")
	_, err := bundle.Bundle(bundle.Options{Entry: filepath.Join(dir, "flow.ts")})
	if err == nil || !strings.Contains(err.Error(), "more than 1000 files are extended") {
		t.Errorf("got %v", err)
	}
}

// A file counts again for each query with which it is imported.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	again := ""
	for i := range 25 {
		again += fmt.Sprintf("export * from './part.mjs?%d';", i)
	}
	for part, want := range map[string]string{
		again + strings.Repeat("export * from './flow.mjs';", 10_000):           "the script is too large: with this file, its files have more than 200000 imports",
		again + "/*" + strings.Repeat(strings.Repeat("x", 99)+"\n", 7e4) + "*/": "the script is too large: with this file, its files have more than 128 MB",
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"flow.mjs": "export * from './part.mjs';", "part.mjs": part} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err := bundle.Bundle(bundle.Options{Entry: filepath.Join(dir, "flow.mjs")})
		var e *bundle.Error
		if !errors.As(err, &e) || len(e.Messages) != 1 || e.Messages[0].Text != want {
			t.Errorf("got %.300v, want %s", err, want)
		}
	}
}

// A line with many functions is looked through once, and not once for each of them.
func TestLongLine(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&text, "export function f%d(){};", i)
	}
	begin := time.Now()
	if _, err := bundle.Bundle(bundle.Options{Entry: "flow.mjs", Source: []byte(text.String()), MaxTime: 20 * time.Second}); err != nil {
		t.Errorf("after %s: %v", time.Since(begin), err)
	}
}

// The limit also holds for what is done with the result of esbuild.
func TestEndlessFinish(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	defer close(over)
	outline := func([]byte) []byte { <-over; return nil }
	_, err := bundle.Bundle(bundle.Options{Entry: "flow.mjs", Source: []byte("1"), Outline: outline, MaxTime: time.Second})
	if err == nil || !strings.Contains(err.Error(), "bundling it takes more than 1s, and was stopped") {
		t.Error(err)
	}
}
