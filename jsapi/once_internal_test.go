// This file tests that a VM has one copy of each class of lib, whichever modules it loads, and in
// which order.

package jsapi

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/vm"
)

var (
	loadsLib   = regexp.MustCompile(`(?:\.lib|libraryModule)\("([^"]+)"\)`)
	bundledIn  = regexp.MustCompile(`^\s*// \S*?hitlrun/(\S+\.ts)$`)
	madeAClass = regexp.MustCompile(`^(?:var \w+ = .*)?\bclass\b`) // not in a function, which makes another class at each call
)

// lazyModules returns the modules of lib that are loaded at their first use.
func lazyModules(t *testing.T) []string {
	t.Helper()
	seen := map[string]bool{"lazy/trace.ts": true} // trace.go loads this one
	err := fs.WalkDir(lib, "lib", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := lib.ReadFile(path)
		for _, m := range loadsLib.FindAllStringSubmatch(string(text), -1) {
			seen[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range seen {
		names = append(names, name)
	}
	return names
}

// TestClassesOnce bundles all of LangGraph and each module that is loaded later. A class that is in
// two of these bundles must be looked up by its key in both.
func TestClassesOnce(t *testing.T) {
	t.Parallel()
	codes := map[string]string{}
	source := ""
	for _, specifier := range []string{"@langchain/langgraph", "@langchain/langgraph/channels", "@langchain/core/messages", "@langchain/core/tools",
		"@langchain/core/runnables", "@langchain/core/callbacks/manager", "@langchain/core/language_models/chat_models"} {
		source += `export * from "` + specifier + "\";\n"
	}
	b, err := Bundle(t.TempDir()+"/all.ts", []byte(source), "")
	if err != nil {
		t.Fatal(err)
	}
	codes["all.ts"] = string(b.Code)
	lazy := lazyModules(t)
	if len(lazy) < 8 {
		t.Errorf("only %d modules are loaded later: %q", len(lazy), lazy)
	}
	for _, name := range lazy {
		p, err := compileLibrary(name)
		if err != nil {
			t.Fatal(err)
		}
		codes[name] = string(p.Bundle().Code)
	}
	in := map[string]string{} // classes that are not looked up by a key, by module and line
	classes := 0
	for bundle, code := range codes {
		module := ""
		for line := range strings.Lines(code) {
			line = strings.TrimSuffix(line, "\n")
			if m := bundledIn.FindStringSubmatch(line); m != nil {
				module = m[1]
			}
			if m := madeAClass.FindString(line); m == "" || strings.Contains(line, "=> class") {
				continue
			}
			classes++
			if strings.Contains(line, "__hitlrun.once(") {
				continue
			}
			at := module + ": " + strings.TrimSpace(line)
			if other, ok := in[at]; ok {
				t.Errorf("%s is in the bundles of %s and %s: two classes", at, other, bundle)
			}
			in[at] = bundle
		}
	}
	if classes < 100 {
		t.Errorf("only %d classes were seen", classes)
	}
}

// TestModulesLoadLater loads each of these modules in a VM that already has all of LangGraph, so
// that code that modifies classes runs twice.
func TestModulesLoadLater(t *testing.T) {
	t.Parallel()
	b, err := Bundle(t.TempDir()+"/all.ts", []byte(`
		import * as langgraph from "@langchain/langgraph";
		import * as messages from "@langchain/core/messages";
		import * as manager from "@langchain/core/callbacks/manager";
		globalThis.all = [langgraph, messages, manager];`), "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := vm.Compile("all.ts", b)
	if err != nil {
		t.Fatal(err)
	}
	v, err := NewVM(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.core.Close()
	if err := v.core.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range lazyModules(t) {
		err := v.core.Do(t.Context(), func() {
			if _, err := v.libraryModule(name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}, func() bool { return true })
		if err != nil {
			t.Fatal(err)
		}
	}
}
