// This file tests that what the documents refer to exists: files, headings, tests and cases.

package conformance_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	documentLink    = regexp.MustCompile(`\]\(([^)\s#]*)(?:#([^)\s]+))?\)`)
	documentTest    = regexp.MustCompile("`((?:Test|Fuzz|Example|Benchmark)[A-Z]\\w*)`")
	documentCase    = regexp.MustCompile("`([\\w-]+\\.txtar)`")
	documentFile    = regexp.MustCompile("`([\\w./*-]+(?:\\.(?:go|ts|js|c|sql)|/))`")
	documentHeading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	documentCode    = regexp.MustCompile("(?ms)^```.*?^```$")
	notInAnchor     = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// documentBlock is a block of code. Its kind is the word behind the quotes.
var documentBlock = regexp.MustCompile("(?ms)^ *```(\\w*)[^\n]*\n.*?^ *```$")

// repository returns the pages of the repository, the names of its tests and cases, and all of its files.
func repository(t *testing.T) (pages []string, tests, cases map[string]bool, all string) {
	t.Helper()
	var files strings.Builder
	tests, cases = map[string]bool{}, map[string]bool{}
	funcs := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example|Benchmark)\w*)\(`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil {
			fmt.Fprintln(&files, strings.TrimPrefix(filepath.ToSlash(path), ".."))
		}
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "bin" || path != ".." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case strings.HasSuffix(path, ".md"):
			pages = append(pages, path)
		case strings.HasSuffix(path, ".txtar"):
			cases[d.Name()] = true
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, m := range funcs.FindAllStringSubmatch(string(text), -1) {
				tests[m[1]] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 10 || len(tests) < 100 || len(cases) < 100 {
		t.Fatalf("%d pages, %d tests and %d cases were found", len(pages), len(tests), len(cases))
	}
	return pages, tests, cases, files.String()
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	pages, tests, cases, files := repository(t)
	for _, page := range []string{"../DESIGN.md", "../CONTRIBUTING.md", "../docs/goja.md"} {
		for _, m := range documentFile.FindAllStringSubmatch(readDocument(t, page), -1) {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSuffix(m[1], "/")), `\*`, `[^/\n]*`)
			if !strings.Contains(pattern, "TOPIC") && !regexp.MustCompile(`(?m)/`+pattern+`$`).MatchString(files) {
				t.Errorf("%s: there is no file %s", page, m[1])
			}
		}
	}
	for _, page := range pages {
		text := documentCode.ReplaceAllString(readDocument(t, page), "")
		for _, m := range documentLink.FindAllStringSubmatch(text, -1) {
			checkLink(t, page, m[1], m[2])
		}
		for _, m := range documentTest.FindAllStringSubmatch(text, -1) {
			if !tests[m[1]] {
				t.Errorf("%s: there is no test %s", page, m[1])
			}
		}
		for _, m := range documentCase.FindAllStringSubmatch(text, -1) {
			if !cases[m[1]] {
				t.Errorf("%s: there is no file %s", page, m[1])
			}
		}
	}
}

// checkedBlocks says what checks the blocks of code in documents, or why nothing does, by pages and kinds. The kind "" has no name.
var checkedBlocks = []struct{ page, kinds, by string }{
	{"README.md", "ts console sh", "TestDocs"},
	{"README.md", "go", "TestReadmeGo"},
	{"CONTRIBUTING.md", "sh", "TestDocs"},
	{"docs/go.md", "ts go console", "TestGoGuide"},
	{"docs/server.md", "ts", "TestClientsOfThePage"},
	{"docs/server.md", "go", "TestServerGo"},
	{"docs/server.md", "ini", "TestDocs"},
	{"docs/*.md", "ts console sh", "TestDocs"},
	{"DESIGN.md", "", "nothing: it is a drawing"},
	{"conformance/oracle/README.md", "js", "nothing: it shows how a case begins, and TestOracle runs the cases"},
}

// TestBlocksOfDocuments checks that each block of code in a document is checked, or has a reason why it is not.
func TestBlocksOfDocuments(t *testing.T) {
	t.Parallel()
	used := map[int]bool{}
	pages, tests, _, _ := repository(t)
	for _, page := range pages {
		name := strings.TrimPrefix(filepath.ToSlash(page), "../")
	blocks:
		for _, m := range documentBlock.FindAllStringSubmatch(readDocument(t, page), -1) {
			for i, c := range checkedBlocks {
				if ok, err := path.Match(c.page, name); err != nil {
					t.Fatal(err)
				} else if ok && slices.Contains(strings.Split(c.kinds, " "), m[1]) {
					used[i] = true
					continue blocks
				}
			}
			t.Errorf("%s: nothing checks a block of the kind %q, see checkedBlocks:\n%s", page, m[1], m[0])
		}
	}
	for i, c := range checkedBlocks {
		if !used[i] {
			t.Errorf("%s has no block of the kinds %q", c.page, c.kinds)
		}
		if !strings.HasPrefix(c.by, "nothing: ") && !tests[c.by] {
			t.Errorf("there is no test %s", c.by)
		}
	}
}

// DESIGN.md says of each module that the program depends on why it does.
func TestDependenciesHaveReasons(t *testing.T) {
	t.Parallel()
	_, table, ok := strings.Cut(readDocument(t, "../DESIGN.md"), "\n## Dependencies\n")
	if !ok {
		t.Fatal("DESIGN.md has no section Dependencies")
	}
	var names strings.Builder
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]*) \| [^|]+ \|$`).FindAllStringSubmatch(table, -1) {
		names.WriteString(row[1] + ", ")
	}
	modules := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(readDocument(t, "../go.mod"), -1)
	if len(modules) < 20 {
		t.Fatalf("%d modules were found", len(modules))
	}
	for _, m := range modules {
		name := regexp.MustCompile(`/v\d+$`).ReplaceAllString(strings.TrimPrefix(m[1], "github.com/"), "")
		parts := strings.Split(name, "/")
		short := strings.Join(parts[max(0, len(parts)-2):], "/")
		if !strings.Contains(names.String(), name+", ") && !strings.Contains(names.String(), short+", ") {
			t.Errorf("DESIGN.md has no line for %s", m[1])
		}
	}
}

// checkLink checks a link in a page to a file, "" for the page itself, and to one of its headings, "" for none.
func checkLink(t *testing.T, page, file, heading string) {
	t.Helper()
	if strings.Contains(file, "://") {
		return
	}
	to := page
	if file != "" {
		to = filepath.Join(filepath.Dir(page), file)
	}
	if _, err := os.Stat(to); err != nil {
		t.Errorf("%s: the link to %s leads nowhere: %v", page, file, err)
		return
	}
	if heading == "" {
		return
	}
	for _, m := range documentHeading.FindAllStringSubmatch(documentCode.ReplaceAllString(readDocument(t, to), ""), -1) {
		if anchor(m[1]) == heading {
			return
		}
	}
	t.Errorf("%s: %s has no heading #%s", page, to, heading)
}

// anchor returns the name by which links refer to a heading.
func anchor(heading string) string {
	return strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

func readDocument(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
