// This file compares what our modules export with what those of LangGraph.js export.

package conformance_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// TestExports takes exports/exports.txt, as Node printed it (exports/record.mjs), and
// exports/missing.txt, what we do not have, each with the reason. A name must be in our
// module or in the list, not in both.
func TestExports(t *testing.T) {
	t.Parallel()
	wanted := map[string][]string{}
	for _, line := range lines(t, "exports/exports.txt") {
		module, name, _ := strings.Cut(line, " ")
		wanted[module] = append(wanted[module], name)
	}
	if len(wanted) == 0 {
		t.Fatal("exports/exports.txt is empty")
	}
	missing := map[string]bool{}
	for _, line := range lines(t, "exports/missing.txt") {
		fields := strings.SplitN(line, " ", 3)
		if len(fields) < 3 {
			t.Fatalf("exports/missing.txt: %q has no reason", line)
		}
		if !slices.Contains(wanted[fields[0]], fields[1]) {
			t.Errorf("exports/missing.txt: %s exports no %s", fields[0], fields[1])
		}
		missing[fields[0]+" "+fields[1]] = true
	}
	for module, names := range wanted {
		t.Run(strings.TrimPrefix(module, "@langchain/"), func(t *testing.T) {
			t.Parallel()
			got := exported(t, module, names)
			for _, name := range names {
				has, listed := slices.Contains(got, name), missing[module+" "+name]
				switch {
				case has && listed:
					t.Errorf("%s is exported now: take it out of exports/missing.txt", name)
				case !has && !listed:
					t.Errorf("%s is not exported", name)
				}
			}
		})
	}
}

// TestModulesOfCore checks that the modules of @langchain/core that the built-in one lacks (exports/modules.txt has all of them) are those
// that docs/scripts.md names, and that exports.txt has the names of the others.
func TestModulesOfCore(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../docs/scripts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, sentence, _ := strings.Cut(string(doc), "It lacks `")
	sentence, _, found := strings.Cut(sentence, ". ")
	if !found {
		t.Fatal("docs/scripts.md does not say what the built-in @langchain/core lacks")
	}
	var lacked []string
	for i, part := range strings.Split("`"+sentence, "`") {
		if i%2 == 1 {
			lacked = append(lacked, part)
		}
	}
	var script strings.Builder
	modules := lines(t, "exports/modules.txt")
	for _, name := range modules {
		script.WriteString("await import(\"@langchain/core/" + name + "\").then(() => console.log(\"" + name + "\"), () => {});\n")
	}
	file := filepath.Join(t.TempDir(), "flow.mjs")
	writeFile(t, file, []byte(script.String()))
	out, err := runScript(t, file, "1", func() checkpoint.Saver { return &checkpoint.MemorySaver{} })
	if err != nil {
		t.Fatal(err)
	}
	has := strings.Fields(out)
	exports := lines(t, "exports/exports.txt")
	used := map[string]bool{}
	for _, name := range modules {
		named := ""
		for _, l := range lacked {
			if folder, all := strings.CutSuffix(l, "/*"); l == name || all && strings.HasPrefix(name, folder+"/") {
				named = l
			}
		}
		used[named] = true
		built := slices.Contains(has, name)
		if built == (named != "") {
			t.Errorf("@langchain/core/%s: is built in: %t, but docs/scripts.md names it as lacking: %t", name, built, named != "")
		}
		listed := slices.ContainsFunc(exports, func(line string) bool { return strings.HasPrefix(line, "@langchain/core/"+name+" ") })
		if built && !listed {
			t.Errorf("exports/exports.txt has no names of @langchain/core/%s", name)
		}
	}
	for _, l := range lacked {
		if !used[l] {
			t.Errorf("docs/scripts.md: @langchain/core has no module %s", l)
		}
	}
}

// exported returns those of the names that a module of ours exports to a script that has the names in it; none if there is no such module.
func exported(t *testing.T, module string, names []string) []string {
	file := filepath.Join(t.TempDir(), "flow.ts")
	writeFile(t, file, []byte(`import * as all from "`+module+`"; for (const name of "`+strings.Join(names, " ")+`".split(" ")) if (name in all) console.log(name);`))
	out, err := runScript(t, file, "1", func() checkpoint.Saver { return &checkpoint.MemorySaver{} })
	if err != nil && !strings.Contains(err.Error(), "Could not resolve") {
		t.Fatal(err)
	}
	return strings.Fields(out)
}

// lines returns the lines of a file that are neither empty nor comments.
func lines(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

// newInNode are names of later versions of Node than the one that exports/node.txt is from.
var newInNode = []string{"module enableCompileCache", "module findPackageJSON"}

// TestExportsOfNode checks that our node: modules export no names that Node does not have, as exports/node.txt lists them
// (exports/record_node.mjs).
func TestExportsOfNode(t *testing.T) {
	t.Parallel()
	var script strings.Builder
	known := map[string][]string{}
	for _, line := range lines(t, "exports/node.txt") {
		module, names, _ := strings.Cut(line, " ")
		known[module] = strings.Fields(names)
		script.WriteString("await import(\"node:" + module + "\").then((m) => print(\"" + module + "\", m), () => {});\n")
	}
	script.WriteString(`function print(name, m) {
  const own = typeof m.default === "object" && name !== "process" ? Object.getOwnPropertyNames(m.default) : [];
  console.log(name, [...new Set([...Object.keys(m), ...own])].join(" "));
}`)
	file := filepath.Join(t.TempDir(), "flow.mjs")
	writeFile(t, file, []byte(script.String()))
	out, err := runScript(t, file, "1", func() checkpoint.Saver { return &checkpoint.MemorySaver{} })
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for line := range strings.Lines(out) {
		module, names, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, name := range strings.Fields(names) {
			checked++
			if !slices.Contains(known[module], name) && !slices.Contains(newInNode, module+" "+name) {
				t.Errorf("node:%s of Node has no %s", module, name)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d names are exported", checked)
	}
}
