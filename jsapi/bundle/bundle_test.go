// This file runs testdata/*.txtar: the files of a script, and what it prints or which errors
// bundling it gives. Files named builtin:x and fallback:x are Modules for the specifier x.

package bundle

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the want sections of testdata/*.txtar")

func TestScripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			testScript(t, file)
		})
	}
}

func testScript(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := extract(t, string(data))
	got := c.outcome(t)
	if got == c.want {
		return
	}
	if !*update {
		t.Fatalf("got:\n%s\nwant:\n%s", got, c.want)
	}
	rest, _, _ := strings.Cut(string(data), "-- want --\n")
	if err := os.WriteFile(file, []byte(rest+"-- want --\n"+got), 0o644); err != nil {
		t.Fatal(err)
	}
}

// scriptCase is one extracted archive.
type scriptCase struct {
	dir     string
	options Options
	want    string
}

var entryName = regexp.MustCompile(`^flow\.\w+$`)

// archiveFile matches the line before each file of an archive.
var archiveFile = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

func extract(t *testing.T, archive string) *scriptCase {
	t.Helper()
	c := &scriptCase{dir: t.TempDir()}
	modules := map[string]Module{}
	heads := archiveFile.FindAllStringSubmatchIndex(archive, -1)
	for i, head := range heads {
		name, end := archive[head[2]:head[3]], len(archive)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		data := archive[head[1]:end]
		kind, specifier, virtual := strings.Cut(name, ":")
		switch {
		case name == "want":
			c.want = data
		case virtual:
			modules[kind+":"+specifier] = Module{Name: "hitlrun/" + specifier, Source: data, TS: true}
		default:
			c.write(t, name, data)
		}
	}
	c.options.Builtin = func(_, specifier string) (Module, bool) {
		m, ok := modules["builtin:"+specifier]
		return m, ok
	}
	c.options.Fallback = func(_, specifier string) (Module, bool) {
		m, ok := modules["fallback:"+specifier]
		return m, ok
	}
	return c
}

func (c *scriptCase) write(t *testing.T, name, data string) {
	t.Helper()
	path := filepath.Join(c.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	if entryName.MatchString(name) {
		c.options.Entry = path
	}
}

// outcome bundles and runs, and describes what came of it.
func (c *scriptCase) outcome(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	r, err := Bundle(c.options)
	if err != nil {
		var list *Error
		if !errors.As(err, &list) {
			t.Fatalf("not an *Error: %v", err)
		}
		for _, m := range list.Messages {
			text.WriteString(m.String() + "\n")
			if frame := m.Frame(); frame != "" {
				text.WriteString(frame + "\n")
			}
			for _, note := range m.Notes {
				text.WriteString("note: " + note + "\n")
			}
		}
		return c.clean(text.String())
	}
	for _, w := range r.Warnings {
		text.WriteString("warning: " + w.String() + "\n")
	}
	h := newHost(t)
	err = h.run(r)
	text.WriteString(h.out.String())
	if err != nil {
		text.WriteString(err.Error() + "\n")
	}
	if strings.Contains(text.String(), "compile:") {
		t.Logf("%s", r.Code)
	}
	return c.clean(text.String())
}

// clean removes the directory the case was extracted to.
func (c *scriptCase) clean(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, c.dir+"/", ""), c.dir, "DIR")
}
