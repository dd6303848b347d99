package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// The declarations are those of what is there.
func TestTypesOfAllExports(t *testing.T) {
	t.Parallel()
	var declared []string
	for _, m := range regexp.MustCompile(`(?m)^  export (?:const|function|class) (\w+)`).FindAllStringSubmatch(hitlrun.Types(nil), -1) {
		declared = append(declared, m[1])
	}
	var out strings.Builder
	s, err := hitlrun.LoadSource("exports.mjs", []byte(`import * as all from "hitlrun"; console.log(Object.keys(all).join(" "));`), hitlrun.ScriptOptions{Stdout: &out})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	exported := strings.Fields(out.String())
	slices.Sort(declared)
	slices.Sort(exported)
	if !slices.Equal(declared, exported) {
		t.Errorf("declared %v\nexported %v", declared, exported)
	}
}
