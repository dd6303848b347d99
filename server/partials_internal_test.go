package server

import (
	"fmt"
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
		whole, is := p.join(id, map[string]any{"id": id, "content": content})
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
		p.join(fmt.Sprint("many", i), map[string]any{"id": fmt.Sprint("many", i), "content": "x"})
	}
	if p.whole.bytes > maxPartials || p.dropped.bytes > maxDropped || len(p.byID) != p.whole.Len()+p.dropped.Len() || p.whole.Len() < 1000 {
		t.Errorf("%d messages with %d bytes, %d dropped with %d bytes, %d in all", p.whole.Len(), p.whole.bytes, p.dropped.Len(), p.dropped.bytes, len(p.byID))
	}
	join("many49999", "y", "xy", false)
}
