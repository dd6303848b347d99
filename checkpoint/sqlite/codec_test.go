// This file tests the encodings in rows.

package sqlite

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	const id = "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b"
	for _, tt := range []struct {
		text string
		size int
	}{
		{"", 1}, {"a", 2}, {"ab", 2}, {"abc", 4}, {"xy", 3}, {id, 17}, {"ask:" + id, 21}, {strings.ToUpper(id), 38}, {id + "x", 39}, {"|" + id, 18},
		{"0123456789abcdef0123456789abcdef", 17}, {"\x00", 2}, {"ab\x00c", 5}, {"AB", 3},
		{id[:35] + "g", 38}, {id[:8] + "x" + id[9:], 38}, {"-" + id[1:], 38},
	} {
		e := encoder{}
		e.text(tt.text)
		if len(e.b) != tt.size {
			t.Errorf("%q takes %d bytes, want %d", tt.text, len(e.b), tt.size)
		}
		d := decoder{b: e.b}
		if got := d.text(); got != tt.text || d.err != nil || len(d.b) != 0 {
			t.Errorf("%q comes back as %q, %v", tt.text, got, d.err)
		}
	}
}

func TestIDsNearOthers(t *testing.T) {
	t.Parallel()
	var a, b checkpoint.IDs
	first, second, other := a.New(-1), a.New(1<<14-1), b.New(0)
	for _, tt := range []struct {
		id, near string
		size     int
	}{
		{"", first, 1}, {first, second, 0}, {second, first, 0}, {other, first, 18}, {first, "", 18}, {"plain", first, 7},
		{"00000000-0000-4000-8000-000000000000", first, 18}, {first[:24] + second[24:], second, 0},
		{"ffffffff-ffff-6fff-bfff-" + first[24:], "00000000-0000-6000-8000-" + first[24:], 13},
	} {
		e := encoder{}
		e.id(tt.id, tt.near)
		if tt.size == 0 && len(e.b) > 9 || tt.size > 0 && len(e.b) != tt.size {
			t.Errorf("%s beside %s takes %d bytes, want %d", tt.id, tt.near, len(e.b), tt.size)
		}
		d := decoder{b: e.b}
		if got := d.id(tt.near); got != tt.id || d.err != nil || len(d.b) != 0 {
			t.Errorf("%s beside %s comes back as %s, %v", tt.id, tt.near, got, d.err)
		}
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 3, 14, 15, 16, 123456789, time.UTC)
	ids := checkpoint.IDs{Now: func() time.Time { return now }}
	id := ids.New(0)
	for _, id := range []string{id, "plain", "00000000-0000-4000-8000-000000000000"} {
		for _, at := range []time.Time{now, now.Add(1), now.Add(-1), now.Add(time.Minute), now.Add(-3 * time.Hour), {}, time.Unix(0, 0), time.Date(9999, 1, 1, 0, 0, 0, 5, time.UTC), time.Date(-5, 1, 1, 0, 0, 0, 5, time.UTC)} {
			e := encoder{}
			e.time(at, id)
			d := decoder{b: e.b}
			if got := d.time(id); !got.Equal(at) || d.err != nil || len(d.b) != 0 {
				t.Errorf("%v comes back as %v, %v", at, got, d.err)
			}
		}
	}
	e := encoder{}
	if e.time(now, id); len(e.b) > 3 {
		t.Errorf("the time of the id takes %d bytes", len(e.b))
	}
}

// FuzzDecode reads rows of any bytes: they give errors, never a panic.
func FuzzDecode(f *testing.F) {
	s := openAt(f, dbfile.Memory)
	commitAll(f, s, (&looper{thread: "t"}).next())
	var ids checkpoint.IDs
	e := encoder{c: s.w.c}
	e.row(&row{id: ids.New(0), parent: ids.New(1), meta: checkpoint.Metadata{Parents: map[string]string{"a": "b"}}, slots: []slot{
		{channel: "a", version: 1, kind: slotInline, typ: "json", data: []byte("1")}, {channel: "b", version: -1, kind: slotHeld, typ: "x", holder: "h", n: 3}, {channel: "c", kind: slotBlob, blob: 3},
	}, seen: []checkpoint.Seen{{Node: "n", Versions: []checkpoint.Version{{Channel: "b", N: 3}, {Channel: "z"}}}}})
	f.Add(e.b)
	f.Add([]byte{})
	f.Add([]byte{6, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	id := ids.New(2)
	f.Fuzz(func(t *testing.T, data []byte) {
		c := s.w.c
		d := decoder{c: c, b: data}
		r := &stored{d.row(id), data}
		values := newValues(c, lineRef{threadRow: threadRow{id: 1}})
		for i := range r.slots {
			values.of(&r.slots[i])
		}
		values.embedded(r)
		values.tuple(checkpoint.Key{ThreadID: "t"}, r.row, r)
		c.interrupts(threadRow{id: 1}, data)
		c.scriptRef(1, "", data)
	})
}

func TestRowRoundTrip(t *testing.T) {
	t.Parallel()
	s := openAt(t, dbfile.Memory)
	e := encoder{c: s.w.c}
	want := &row{id: "x", parent: "y", created: time.Unix(1, 2).UTC(), meta: checkpoint.Metadata{Source: "s", Step: 3, Parents: map[string]string{}}, slots: []slot{
		{channel: "none", version: 5},
		{channel: "inline", version: 1, kind: slotInline, typ: "json", data: []byte("1")},
		{channel: "held", version: -1, kind: slotHeld, typ: "x", holder: "h", index: 4, off: 5, n: 6},
		{channel: "held2", version: 7, kind: slotHeld, typ: "json", holder: "h", index: 1, off: 2, n: 3},
		{channel: "blob", version: 1 << 62, kind: slotBlob, typ: "json", blob: 7, whole: 8, grown: 9, array: true},
	}, seen: []checkpoint.Seen{{Node: "n", Versions: []checkpoint.Version{{Channel: "held", N: 3}, {Channel: "z", N: -4}}}}}
	e.row(want)
	want.searched = 0 // by the encoder
	d := decoder{c: s.w.c, b: e.b}
	if got := d.row("x"); !reflect.DeepEqual(got, want) || d.err != nil || len(d.b) != 0 {
		t.Errorf("row %+v, %v\nwant %+v", got, d.err, want)
	}
}

// TestPackedIDs writes values with and without the ids of a question, and changes what was written.
func TestPackedIDs(t *testing.T) {
	t.Parallel()
	s := openAt(t, dbfile.Memory)
	const task, id = "27e44d76-f694-592b-b4be-9dc72c12a54a", "1f361febe0ac3eaa4792e7053e04a564"
	asked := `{"id":"` + id + `","ns":"a:x|ask:` + task + `","node":"ask","value":{"question":"` + strings.Repeat("q", 100) + `"}}`
	slots := []slot{{kind: slotInline, data: []byte(strings.Repeat("q", 100))}}
	for name, c := range map[string]struct {
		text, task string
		quotes     *row
		saves      int // at least, in bytes
	}{
		"whole":          {text: asked, task: task, saves: 55},
		"quoted":         {text: asked, task: task, quotes: &row{slots: slots}, saves: 150},
		"a task by name": {text: strings.ReplaceAll(asked, task, "ask"), task: "ask", saves: 20},
		"no task":        {text: asked},
		"another task":   {text: asked, task: strings.ReplaceAll(task, "2", "3")},
		"capital digits": {text: strings.Replace(asked, "eaa", "EAA", 1), task: task},
		"no digits":      {text: strings.Replace(asked, "eaa", "xyz", 1), task: task},
		"a short id":     {text: strings.Replace(asked, id, "1f36", 1), task: task},
		"another object": {text: `{"on":1}`, task: task},
		"only the id":    {text: `{"id":"` + id, task: id},
	} {
		t.Run(name, func(t *testing.T) {
			e := encoder{c: s.w.c, task: c.task}
			b := checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(c.text)}
			s.w.encodeValue(&e, nil, b, quoteFrom(c.quotes, b), 1<<20)
			if saved := len(c.text) - len(e.b); e.err != nil || c.saves > 0 && saved < c.saves || c.saves == 0 && saved > 0 {
				t.Errorf("it takes %d bytes less: %v", saved, e.err)
			}
			read := func(data []byte) (checkpoint.Blob, error) {
				d := decoder{c: s.w.c, b: data, task: c.task}
				values := newValues(s.w.c, lineRef{})
				return values.whole(&d, d.value(), func(int) ([]byte, error) { return slots[0].data, nil }), d.err
			}
			if got, err := read(e.b); err != nil || !reflect.DeepEqual(got, b) {
				t.Errorf("read %s, %v", got.Data, err)
			}
			for i := range e.b { // none of these may panic
				_, _ = read(e.b[:i])
				changed := slices.Clone(e.b)
				changed[i] ^= 0xff
				_, _ = read(changed)
			}
		})
	}
}
