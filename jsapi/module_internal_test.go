// This file tests to which module an import of LangGraph resolves.

package jsapi

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFullOnly compares fullOnly with the names that full.ts exports itself.
func TestFullOnly(t *testing.T) {
	source, err := lib.ReadFile("lib/langgraph/full.ts")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range regexp.MustCompile(`export \{([^}]*)\}`).FindAllStringSubmatch(string(source), -1) {
		for _, part := range strings.Split(m[1], ",") {
			fields := strings.Fields(part)
			if len(fields) > 0 {
				names = append(names, fields[len(fields)-1])
			}
		}
	}
	slices.Sort(names)
	want := slices.Sorted(slices.Values(fullOnly))
	if !slices.Equal(names, want) {
		t.Errorf("full.ts exports\n%v\nfullOnly has\n%v", names, want)
	}
}

func TestNeedsFull(t *testing.T) {
	for source, want := range map[string]bool{
		`import { StateGraph } from "@langchain/langgraph";`:                                        false,
		`import * as z from "zod"; import { StateGraph } from "@langchain/langgraph";`:              false,
		`import { MessagesAnnotation } from "@langchain/langgraph";`:                                true,
		`import * as lg from "@langchain/langgraph";`:                                               true,
		`export * from "@langchain/langgraph/web";`:                                                 true,
		`import { START } from "@langchain/langgraph"; import * as c from "@langchain/core/tools";`: false,
	} {
		if got := needsFull("/flow.ts", "/flow.ts", []byte(source)); got != want {
			t.Errorf("needsFull(%s) = %t", source, got)
		}
	}
}
