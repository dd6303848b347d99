package hitlrun_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// idsOf returns the ids of threads.
func idsOf(t *testing.T, s *hitlrun.Store, f hitlrun.ThreadFilter) []string {
	t.Helper()
	list, err := s.Threads(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return ids
}

// A store finds the same threads by its indexes as an encrypted one, which has none and reads all.
func TestFiltersOfManyThreads(t *testing.T) {
	t.Parallel()
	const n = 10_000
	plain, encrypted := manyThreads(t, n, ""), manyThreads(t, n, strings.Repeat("ab", 32))
	for _, page := range pages {
		found := idsOf(t, plain, page.filter)
		if len(found) != page.want {
			t.Errorf("%s: %d threads, want %d", page.name, len(found), page.want)
		}
		all := page.filter
		all.Limit = 0
		if a, b := idsOf(t, plain, all), idsOf(t, encrypted, all); !slices.Equal(a, b) {
			t.Errorf("%s: %d threads, and %d in an encrypted store", page.name, len(a), len(b))
		}
		if page.filter.Limit > 0 && page.want == page.filter.Limit {
			next := page.filter
			list, _ := plain.Threads(t.Context(), page.filter)
			next.After = list[len(list)-1].Cursor
			if second := idsOf(t, plain, next); slices.Contains(second, found[0]) || !slices.Equal(append(found, second...), idsOf(t, plain, hitlrun.ThreadFilter{
				Limit: 2 * page.want, Status: all.Status, Script: all.Script, Metadata: all.Metadata, Before: all.Before})) {
				t.Errorf("%s: the second page is %v", page.name, second)
			}
		}
	}
}

// Whatever was done to threads, they are found by what they are now.
func TestFiltersFollowThreads(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	dir := t.TempDir()
	var scripts []*hitlrun.Script
	for _, name := range []string{"a.ts", "b.ts"} {
		path := filepath.Join(dir, name)
		source := `import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ x: Annotation<any>() });
const make = (...names: string[]) => { let g: any = new StateGraph(State), last: any = START;
  for (const n of names) { g = g.addNode(n, () => ({ x: interrupt(n) })).addEdge(last, n); last = n; } return g.compile(); };
export const graph = make("one", "two"); export const other = make("two", "three"); // ` + name
		if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		script, err := hitlrun.Load(path, hitlrun.ScriptOptions{})
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, script)
	}
	s := open(t, filepath.Join(dir, "test.db"))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 120 {
		id := fmt.Sprint("t", r.IntN(12))
		switch r.IntN(6) {
		case 0:
			_ = s.Delete(ctx, id)
		case 1:
			_, _ = s.Start(ctx, scripts[r.IntN(2)], hitlrun.Start{ThreadID: id, Input: []byte("{}"), Discard: true, Graph: []string{"graph", "other"}[r.IntN(2)]})
		case 2:
			_ = s.SetMetadata(ctx, id, fmt.Appendf(nil, `{"tenant": %d, "list": [{"a": %d}]}`, r.IntN(3), r.IntN(3)))
		case 3:
			_ = s.CopyThread(ctx, id, fmt.Sprint("t", r.IntN(12)))
		case 4:
			_ = s.CreateThread(ctx, id, []byte(`{"tenant": 1}`))
		default:
			_, _ = s.Resume(ctx, id, hitlrun.Answer{Value: []byte("1")})
		}
		all, err := s.Threads(ctx, hitlrun.ThreadFilter{})
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			filter hitlrun.ThreadFilter
			want   func(hitlrun.Thread) bool
		}{
			"script": {hitlrun.ThreadFilter{Script: "b.ts"}, func(t hitlrun.Thread) bool { return filepath.Base(t.Script) == "b.ts" }},
			"graph":  {hitlrun.ThreadFilter{Graph: "other"}, func(t hitlrun.Thread) bool { return t.Graph == "other" }},
			"node":   {hitlrun.ThreadFilter{Node: "two"}, func(t hitlrun.Thread) bool { return len(t.Interrupts) > 0 && t.Interrupts[0].Node == "two" }},
			"tenant": {hitlrun.ThreadFilter{Metadata: []byte(`{"tenant": 1}`)}, func(t hitlrun.Thread) bool { return tenantOf(t) == 1 }},
			"list": {hitlrun.ThreadFilter{Metadata: []byte(`{"list": [{"a": 2}]}`)}, func(t hitlrun.Thread) bool {
				return bytes.Contains(t.Metadata, []byte(`"a": 2`)) || bytes.Contains(t.Metadata, []byte(`"a":2`))
			}},
			"together": {hitlrun.ThreadFilter{Node: "two", Script: "a.ts", Status: hitlrun.StatusInterrupted}, func(t hitlrun.Thread) bool {
				return len(t.Interrupts) > 0 && t.Interrupts[0].Node == "two" && filepath.Base(t.Script) == "a.ts"
			}},
			"search":           {hitlrun.ThreadFilter{Search: "THREE"}, func(t hitlrun.Thread) bool { return len(t.Interrupts) > 0 && t.Interrupts[0].Node == "three" }},
			"waiting":          {hitlrun.ThreadFilter{Waiting: true}, func(t hitlrun.Thread) bool { return len(t.Interrupts) > 0 }},
			"done and waiting": {hitlrun.ThreadFilter{Waiting: true, Status: hitlrun.StatusDone}, func(hitlrun.Thread) bool { return false }},
			"never":            {hitlrun.ThreadFilter{Node: "two", Status: hitlrun.StatusDone}, func(hitlrun.Thread) bool { return false }},
		} {
			want := []string{}
			for _, thread := range all {
				if c.want(thread) {
					want = append(want, thread.ID)
				}
			}
			if got := idsOf(t, s, c.filter); !slices.Equal(got, want) {
				t.Fatalf("step %d, %s: found %v, want %v", i, name, got, want)
			}
		}
	}
}

func tenantOf(t hitlrun.Thread) float64 {
	var meta struct{ Tenant float64 }
	_ = json.Unmarshal(t.Metadata, &meta)
	return meta.Tenant
}
