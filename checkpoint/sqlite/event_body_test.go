// This file tests how bodies of events share text.

package sqlite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/dbfile"
)

// noise returns n bytes that no two seeds share.
func noise(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for b.Len() < n {
		fmt.Fprintf(&b, "%016x", r.Uint64())
	}
	return b.String()[:n]
}

// eventBodies are the bodies of the events of a thread, by what changes from one to the next, and how many times the size of
// its largest body they may take in the store.
var eventBodies = map[string]struct {
	body  func(i int) string
	n     int
	times float64
}{
	"a counter before and behind a text": {func(i int) string { return fmt.Sprintf(`{"n":%d,"text":%q,"m":%d}`, i, noise(1, 300_000), i*i) }, 60, 1.1},
	"a list that grows before a text": {func(i int) string {
		return fmt.Sprintf(`{"list":[%s],"text":%q}`, strings.Repeat(noise(2, 900)+",", i), noise(1, 200_000))
	}, 60, 1.5},
	"two texts that change places": {func(i int) string {
		return fmt.Sprintf(`{%q:%q,%q:%d}`, "abab"[i%2:], noise(uint64(i%2), 90_000)+noise(uint64(1-i%2), 90_000), "n", i)
	}, 40, 1.2},
	"four states in turns":          {func(i int) string { return fmt.Sprintf(`{"n":%d,"text":%q}`, i, noise(uint64(i%4), 100_000)) }, 40, 4.3},
	"large and small ones in turns": {func(i int) string { return fmt.Sprintf(`{"n":%d,"text":%q}`, i, noise(1, []int{200_000, 100}[i%2])) }, 40, 1.2},
	"a text within another kind of event": {func(i int) string {
		return fmt.Sprintf(`{"%s":{"state":{"text":%q}}}`, strings.Repeat("task", i%3), noise(1, 200_000))
	}, 40, 1.2},
	"many changes all over":     {func(i int) string { return strings.Join(edits(uint64(i), 40, 5_000), "\n") }, 30, 12},
	"one byte that is repeated": {func(i int) string { return strings.Repeat("x", 100_000+i) }, 30, 2.2},
	"nothing shared":            {func(i int) string { return noise(uint64(i), 50_000) }, 10, 10.1},
	"as if they were in pieces": {func(i int) string { return "\x00\x01\x05" + noise(1, []int{3, 60_000}[i%2]) + string(rune('a'+i)) }, 20, 1.2},
	"small ones":                {func(i int) string { return []string{"", "{}", "\x00", "\x00\x00"}[i%4] }, 20, 100},
}

// edits returns n texts of some size, of which each third one differs from those of the seed before.
func edits(seed uint64, n, size int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = noise(uint64(i), size)
		if at := (seed*7 + uint64(i)) % 29; i%3 == 0 {
			texts[i] = texts[i][:at*100] + fmt.Sprint(seed) + texts[i][at*100:]
		}
	}
	return texts
}

func TestEventsShareText(t *testing.T) {
	t.Parallel()
	for name, tt := range eventBodies {
		for _, keys := range []*Keys{nil, keysOf("a")} {
			t.Run(fmt.Sprint(name, ", encrypted: ", keys != nil), func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "test.db")
				s, err := Open(path, Options{Keys: keys})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				other, err := Open(path, Options{Keys: keys})
				if err != nil {
					t.Fatal(err)
				}
				defer other.Close()
				if err := s.CreateThread(t.Context(), "t", nil); err != nil {
					t.Fatal(err)
				}
				want, largest := putBodies(t, s, tt.body, tt.n)
				for _, s := range []*Store{s, other} {
					checkBodies(t, s, want)
				}
				if size := sizeOfEvents(t, s); float64(size) > tt.times*float64(largest)+float64(len(want)*200) {
					t.Errorf("%d bodies of at most %d bytes take %d", len(want), largest, size)
				}
				if err := s.DeleteThread(t.Context(), "t"); err != nil {
					t.Fatal(err)
				}
				if err := s.CreateThread(t.Context(), "t", nil); err != nil { // it may get the number of the one before
					t.Fatal(err)
				}
				want, _ = putBodies(t, s, func(i int) string { return tt.body(i + 1) }, 3)
				checkBodies(t, other, want)
			})
		}
	}
}

// putBodies stores events with bodies, three at a time, and returns what it stored and the size of the largest.
func putBodies(t *testing.T, s *Store, body func(i int) string, n int) (want []string, largest int) {
	t.Helper()
	for i := range n {
		want = append(want, body(i))
		largest = max(largest, len(want[i]))
	}
	for part := range slices.Chunk(want, 3) {
		var events []Event
		for _, body := range part {
			events = append(events, Event{ThreadID: "t", Kind: "values", Body: []byte(body)})
		}
		if err := s.Write(t.Context(), &Change{Events: events}); err != nil {
			t.Fatal(err)
		}
	}
	return want, largest
}

// checkBodies reads the events of thread t at once, one at a time, and from the middle on.
func checkBodies(t *testing.T, s *Store, want []string) {
	t.Helper()
	for _, tt := range []struct{ from, limit int }{{0, 0}, {len(want) / 2, 0}, {0, 1}} {
		at := tt.from
		for at < len(want) {
			events, _, err := s.Events(t.Context(), EventFilter{ThreadID: "t", After: int64(at), Limit: tt.limit})
			if err != nil || len(events) == 0 {
				t.Fatalf("%d events behind %d: %v", len(events), at, err)
			}
			for i := range events {
				if string(events[i].Body) != want[at] {
					t.Fatalf("body %d has %d bytes that differ from the %d that were stored", at, len(events[i].Body), len(want[at]))
				}
				at++
			}
		}
	}
}

// sizeOfEvents returns how many bytes the bodies of all events take in the store.
func sizeOfEvents(t *testing.T, s *Store) (n int64) {
	t.Helper()
	if err := s.view(t.Context(), func(c *conn) (err error) {
		n, err = c.Number("SELECT sum(length(body)) FROM events")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// A thread of many steps beside a large text has no event that takes many pieces to read.
func TestEventsHaveFewPieces(t *testing.T) {
	t.Parallel()
	s := openAt(t, dbfile.Memory)
	if err := s.CreateThread(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	list := noise(0, 40_000)
	for i := range 200 {
		list += fmt.Sprintf(",%03d", i)
		if err := s.Write(t.Context(), &Change{Events: []Event{{ThreadID: "t", Body: []byte(list + `],"end":1}`)}}}); err != nil {
			t.Fatal(err)
		}
	}
	err := s.view(t.Context(), func(c *conn) error {
		r := eventReader{c: c, thread: 1}
		for seq := range int64(200) {
			body, pieces, err := r.read(seq + 1)
			if err != nil {
				return err
			}
			if len(pieces) > len(body)/bytesAPiece {
				t.Errorf("event %d has %d bytes in %d pieces", seq+1, len(body), len(pieces))
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// FuzzEventBody stores bodies that are made of parts of others, and reads rows of any bytes: they give errors, never a panic.
func FuzzEventBody(f *testing.F) {
	f.Add([]byte{1, 2, 3}, []byte{0, 2, 0, 5, 1, 9, 3, 'a', 'b', 'c', 'd', 'e'})
	f.Add([]byte{9, 9, 200, 30, 0, 255, 1}, []byte{0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Add([]byte{}, []byte{0, 1, 1, 0x80, 0x80, 0x80, 0x80, 0x20, 0})
	s := openAt(f, dbfile.Memory)
	if err := s.CreateThread(f.Context(), "t", nil); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, plan, column []byte) {
		base := []byte(noise(1, 30_000))
		text := slices.Clone(base)
		for at := range slices.Chunk(plan, 3) {
			if len(at) < 3 {
				break
			}
			from, n := int(at[0])*100, int(at[1])*20
			text = slices.Concat(text[:from], bytes.Repeat(at[2:], int(at[2])), base[from:min(from+n, len(base))], text[from+int(at[1]):])
		}
		pieces := []piece{{seq: 1, n: 10_000}, {at: 10_000, seq: 3, off: 7, n: 20_000}}
		for _, m := range sharedText(base, text, len(text)/2) {
			if !bytes.Equal(base[m.from:m.from+m.n], text[m.at:m.at+m.n]) {
				t.Fatalf("%+v is no match", m)
			}
		}
		if b := bodyFrom(4, [][]byte{text[:len(text)/3], text[len(text)/3:]}); b.share(base, pieces) {
			got, fresh, err := decodePieces(4, b.column())
			if body := join(got, 4, fresh, base); err != nil || !bytes.Equal(body, text) {
				t.Fatalf("the body comes back with %d of %d bytes, %v", len(body), len(text), err)
			}
		}
		r := eventReader{c: s.w.c, thread: 1}
		_, _, _ = r.body(4, column) // it may be an error
	})
}

// join returns a body in pieces. Those of other events are the two halves of base.
func join(pieces []piece, seq int64, fresh, base []byte) (body []byte) {
	for _, p := range pieces {
		switch p.seq {
		case seq:
			body = append(body, fresh[p.off:p.off+p.n]...)
		case 1:
			body = append(body, base[:10_000][p.off:p.off+p.n]...)
		case 3:
			body = append(body, base[10_000-7:][p.off:p.off+p.n]...)
		}
	}
	return body
}

func BenchmarkLargeEvents(b *testing.B) {
	state := json.RawMessage(noise(1, 10<<20))
	for _, tt := range []struct {
		name string
		body func(i int) []byte
	}{
		{"counter", func(i int) []byte { return fmt.Appendf(nil, `{"n":%d,"text":%q,"m":%d}`, i, state, i) }},
		{"other kind", func(i int) []byte {
			return fmt.Appendf(nil, `{"%s":{"state":{"text":%q}}}`, strings.Repeat("task", i%3), state)
		}},
		{"nothing shared", func(i int) []byte { return []byte(noise(uint64(i), 10<<20)) }},
	} {
		b.Run(tt.name, func(b *testing.B) {
			s := openNew(b)
			if err := s.CreateThread(b.Context(), "t", nil); err != nil {
				b.Fatal(err)
			}
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				body := tt.body(i)
				b.StartTimer()
				if err := s.Write(b.Context(), &Change{Events: []Event{{ThreadID: "t", Body: body}}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Events are read up to a size, which counts the texts that they share with others. The size of the next one is known then.
func TestEventsFit(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	if err := s.CreateThread(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	large := noise(1, 1<<20)
	want, _ := putBodies(t, s, func(i int) string { return []string{"a", "b", large, large + "more", large[:100_000] + "end", "c"}[i] }, 6)
	f := EventFilter{ThreadID: "t", Most: 64 << 10}
	reads := 0
	for at := 0; at < len(want); reads++ {
		events, next, err := s.Events(t.Context(), f)
		if err != nil || reads > 20 {
			t.Fatal(reads, err)
		}
		bytes := 0
		for _, e := range events {
			if string(e.Body) != want[at] {
				t.Fatalf("body %d has %d bytes that differ from the %d that were stored", at, len(e.Body), len(want[at]))
			}
			at++
			bytes += len(e.Body)
			f.After = e.Seq
		}
		if int64(bytes) > f.Most || at < len(want) && (next <= 0 || next > 3<<20) {
			t.Errorf("%d events of %d bytes, at most %d; the next one takes %d", len(events), bytes, f.Most, next)
		}
		if len(events) == 0 && next <= f.Most {
			t.Fatalf("an event of %d bytes does not fit into %d", next, f.Most)
		}
		if f.Most = 64 << 10; len(events) == 0 {
			f.Most = next
		}
	}
	if events, _, err := s.Events(t.Context(), EventFilter{ThreadID: "t", Kind: "none"}); err != nil || len(events) != 0 {
		t.Errorf("%d events of another kind, %v", len(events), err)
	}
	if n, err := s.LastNumber(t.Context(), "t", "run"); err != nil || n != -1 {
		t.Errorf("a run without events has number %d, %v", n, err)
	}
}

// A body whose parts are in several recent events takes no more than what is new in it.
func TestBodyOfSeveralEvents(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	if err := s.CreateThread(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	var all []string
	large := &Event{ThreadID: "t", N: -1, Kind: "all", Parts: [][]byte{[]byte(`{"all":[`)}}
	for i := range 3 {
		text := []byte(noise(uint64(i), 2*longFresh))
		all = append(all, string(text))
		large.Parts = append(large.Parts, text, []byte(","))
		if err := s.Write(t.Context(), &Change{Events: []Event{{ThreadID: "t", N: -1, Kind: "one", Parts: [][]byte{[]byte(`{"one":`), text, []byte("}")}}}}); err != nil {
			t.Fatal(err)
		}
	}
	large.Parts[6] = []byte("]}")
	if err := s.Write(t.Context(), &Change{Events: []Event{*large}}); err != nil {
		t.Fatal(err)
	}
	if n := numbers(t, s, "SELECT length(body) FROM events WHERE kind = 'all'")[0]; n > 200 {
		t.Errorf("the last event takes %d bytes", n)
	}
	list, _, err := s.Events(t.Context(), EventFilter{ThreadID: "t", Kind: "all"})
	if want := `{"all":[` + strings.Join(all, ",") + "]}"; err != nil || len(list) != 1 || string(list[0].Body) != want {
		t.Errorf("%d events, %v", len(list), err)
	}
}
