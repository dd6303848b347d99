// This file tests which states are cached in their parsed form.

package runtime_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// A long conversation is parsed once, and not at each turn, if its parsed form fits into the cache.
func TestLongConversationsAreParsedOnce(t *testing.T) {
	t.Parallel()
	messages := make([]any, 3000) // 3 MB
	numbers := make([]any, 500_000)
	for i := range messages {
		messages[i] = strings.Repeat("x", 1000)
	}
	for i := range numbers {
		numbers[i] = i
	}
	for _, c := range []struct {
		name  string
		log   []any
		size  int // of the parsed form
		calls []bool
	}{
		{"short", []any{"in"}, 1000, []bool{false, true, true}},
		{"messages", messages, 4 << 20, []bool{false, true, true}},
		{"too large when parsed", messages, 20 << 20, []bool{false}},
		{"numbers, which would take 100 MB", numbers, 1000, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var seen []string
			g, s, h := review(t, &seen), &checkpoint.MemorySaver{}, &goHost{recallSize: c.size}
			o := runtime.Options{Saver: s, ThreadID: "t", Recent: &runtime.Recent{}}
			if res := h.on(t, g, state{"log": c.log}, nil, o); !res.Interrupted {
				t.Fatalf("%+v", res)
			}
			for range 3 {
				if res := h.on(t, g, nil, nil, o); !res.Interrupted {
					t.Fatalf("%+v", res)
				}
			}
			if !slices.Equal(h.recalls, c.calls) {
				t.Errorf("calls of Recall with what was cached: %v, want %v", h.recalls, c.calls)
			}
		})
	}
}
