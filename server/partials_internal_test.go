package server

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// The parts of a message are joined, beside those of others. A message that is too long, and those that got no part for long, are not
// remembered.
func TestPartials(t *testing.T) {
	t.Parallel()
	var p partials
	join := func(id, content, want string, first bool) {
		t.Helper()
		whole, is := p.join(id, encode(map[string]any{"id": id, "content": content}))
		if want != "" {
			want = fmt.Sprintf(`{"content":%q,"id":%q}`, want, id)
		}
		if string(whole) != want || is != first {
			t.Errorf("%s: %.80s, first %t", id, whole, is)
		}
	}
	join("a", "one ", "one ", true)
	join("b", "x", "x", true)
	join("a", "two", "one two", false)
	join("b", "y", "xy", false)
	mega := strings.Repeat("z", 1<<20)
	join("large", mega, mega, true)
	for n := 2; n <= 4; n++ {
		join("large", mega, strings.Repeat(mega, n), false)
	}
	join("large", "more", "", false)
	join("b", "z", "", false) // it was dropped before
	join("c", "1", "1", true)
	for i := range 50_000 {
		p.join(fmt.Sprint("many", i), encode(map[string]any{"id": fmt.Sprint("many", i), "content": "x"}))
	}
	if p.whole.bytes > maxPartials || p.dropped.bytes > maxDropped || len(p.byID) != p.whole.Len()+p.dropped.Len() || p.whole.Len() < 1000 {
		t.Errorf("%d messages with %d bytes, %d dropped with %d bytes, %d in all", p.whole.Len(), p.whole.bytes, p.dropped.Len(), p.dropped.bytes, len(p.byID))
	}
	join("many49999", "y", "xy", false)
}

// A message is dropped with a part that takes too long to join, or too much memory. Sizes below that are joined.
func TestPartialsOfTooMuch(t *testing.T) {
	t.Parallel()
	blocks := func(n int, block string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = strings.ReplaceAll(block, "N", strconv.Itoa(i))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	long := `"` + strings.Repeat("x", 1<<20) + `"`
	for name, c := range map[string]struct {
		field, one, two string
		joined          bool
	}{
		"blocks":         {"content", blocks(3000, `{"index":N}`), blocks(3000, `{"index":N.5}`), false},
		"fewer blocks":   {"content", blocks(1000, `{"index":N}`), blocks(1000, `{"index":N.5}`), true},
		"calls":          {"tool_call_chunks", blocks(3000, `{"index":N}`), blocks(3000, `{"index":N.5}`), false},
		"fewer calls":    {"tool_call_chunks", blocks(1000, `{"index":N}`), blocks(1000, `{"index":N.5}`), true},
		"a field":        {"additional_kwargs", `{"a":` + blocks(3000, `{"index":N}`) + `}`, `{"a":` + blocks(3000, `{"index":N.5}`) + `}`, false},
		"other ids":      {"content", blocks(3000, `{"index":0,"id":"N"}`), blocks(3000, `{"index":0,"id":"xN"}`), false},
		"a long text":    {"content", `[{"index":1,"text":` + long + `}]`, blocks(100, `{"index":1,"text":"y"}`), false},
		"a few parts":    {"content", `[{"index":1,"text":` + long + `}]`, blocks(20, `{"index":1,"text":"y"}`), true},
		"small ones":     {"content", blocks(60_000, `{}`), blocks(60_000, `{}`), false},
		"small lists":    {"content", blocks(60_000, `[]`), blocks(60_000, `[]`), false},
		"a text of them": {"content", `"` + strings.Repeat("{[,", 100_000) + `\\\",{"`, `"b"`, true},
		"a large part":   {"content", `"a"`, `"` + strings.Repeat("x", maxPartials) + `"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p partials
			p.join("m", json.RawMessage(`{"`+c.field+`":`+c.one+`}`))
			whole, _ := p.join("m", json.RawMessage(`{"`+c.field+`":`+c.two+`}`))
			if (whole != nil) != c.joined {
				t.Errorf("joined: %t, %.100s", whole != nil, whole)
			}
			if more, _ := p.join("m", json.RawMessage(`{"content":""}`)); (more != nil) != c.joined {
				t.Errorf("later: %.100s", more)
			}
			if n := p.whole.Len() + p.dropped.Len(); n != 1 || len(p.byID) != 1 {
				t.Errorf("%d messages, %d ids", n, len(p.byID))
			}
		})
	}
}
