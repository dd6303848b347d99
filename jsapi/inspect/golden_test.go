package inspect

// This file compares what is printed for the cases in testdata with what Node printed for them (testdata/gen.mjs).

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

type goldenCase struct{ source, want string }

func readGolden(t *testing.T, path string) []goldenCase {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []goldenCase
	for block := range strings.SplitSeq(strings.TrimSuffix(string(data), "\n"), "\n\n") {
		var source, want []string
		for line := range strings.SplitSeq(block, "\n") {
			switch {
			case strings.HasPrefix(line, "> "):
				source = append(source, line[2:])
			case strings.HasPrefix(line, "| "):
				want = append(want, line[2:])
			default:
				t.Fatalf("%s: stray line %q", path, line)
			}
		}
		cases = append(cases, goldenCase{strings.Join(source, "\n"), strings.Join(want, "\n")})
	}
	return cases
}

// scriptVM returns a VM with the functions the cases use.
func scriptVM(t *testing.T, adjust func(*Printer)) (*goja.Runtime, *Printer) {
	t.Helper()
	vm := goja.New()
	p := New(vm)
	if adjust != nil {
		adjust(p)
	}
	util := p.Util()
	for _, name := range util.Keys() {
		if err := vm.Set(name, util.Get(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := vm.Set("custom", p.custom); err != nil {
		t.Fatal(err)
	}
	return vm, p
}

func runCase(vm *goja.Runtime, p *Printer, source string) string {
	v, err := vm.RunScript("case.js", "{\n"+source+"\n}")
	if err == nil {
		if s, ok := v.(goja.String); ok {
			return s.String()
		}
		s, err := p.Inspect(v, Options{})
		if err != nil {
			return "threw " + err.Error()
		}
		return s
	}
	var ex *goja.Exception
	if !errors.As(err, &ex) {
		return "threw " + err.Error()
	}
	if e, ok := ex.Value().(*goja.Object); ok {
		return "threw " + e.Get("name").String() + ": " + e.Get("message").String()
	}
	return "threw " + ex.Value().String()
}

const frameLine = `(?:\x1b\[90m)?(?:at |\.\.\. \d+ lines matching cause).*?( \{|,)?$`

var (
	frameLines = regexp.MustCompile(`(?m)^( *)` + frameLine + `(?:\n *` + frameLine + `)*`)
	frameEnd   = regexp.MustCompile(`( \{|,)?$`)
)

func normalise(s string) string {
	return frameLines.ReplaceAllStringFunc(s, func(frames string) string {
		indent := frames[:len(frames)-len(strings.TrimLeft(frames, " "))]
		return indent + "at <frames>" + frameEnd.FindString(frames)
	})
}

func TestGolden(t *testing.T) {
	t.Parallel()
	testGolden(t, nil, nil)
}

// TestGoldenWithoutPeeking runs the cases as if goja's structures had changed; only iterators need them.
func TestGoldenWithoutPeeking(t *testing.T) {
	t.Parallel()
	testGolden(t, func(p *Printer) { p.peek = peek{} }, func(c goldenCase) bool {
		return strings.Contains(c.want, "Iterator] {") || strings.Contains(c.want, "Entries] {")
	})
}

func testGolden(t *testing.T, adjust func(*Printer), skip func(goldenCase) bool) {
	paths, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".golden"), func(t *testing.T) {
			for _, c := range readGolden(t, path) {
				if skip != nil && skip(c) {
					continue
				}
				vm, p := scriptVM(t, adjust)
				if got := normalise(runCase(vm, p, c.source)); got != c.want {
					t.Errorf("%s\n--- got\n%s\n--- Node 20 prints\n%s", c.source, got, c.want)
				}
			}
		})
	}
}

// TestGoldenIsUpToDate fails if a case was changed without recording the output of Node again.
func TestGoldenIsUpToDate(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/*.js")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no case files: %v", err)
	}
	total := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var sources []string
		for block := range strings.SplitSeq(string(data), "\n\n") {
			block = strings.TrimSpace(block)
			if block != "" && (!strings.HasPrefix(block, "//") || strings.Contains(block, "\n")) {
				sources = append(sources, block)
			}
		}
		golden := readGolden(t, strings.TrimSuffix(path, ".js")+".golden")
		if len(golden) != len(sources) {
			t.Fatalf("%s: %d cases, %d outputs: run testdata/gen.mjs", path, len(sources), len(golden))
		}
		for i, source := range sources {
			if golden[i].source != source {
				t.Errorf("%s: no output for %q: run testdata/gen.mjs", path, source)
			}
		}
		total += len(sources)
	}
	if total < 300 {
		t.Errorf("only %d cases", total)
	}
}
