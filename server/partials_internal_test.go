package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hitlrun/hitlrun"
)

// The parts of a message are joined, beside those of others. A message that is too long, and those that got no part for long, are not
// remembered.
func TestPartials(t *testing.T) {
	t.Parallel()
	var p partials
	join := func(id, content, want string, first bool) {
		t.Helper()
		whole, is := p.join(id, nil, encode(map[string]any{"id": id, "content": content}))
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
		p.join(fmt.Sprint("many", i), nil, encode(map[string]any{"id": fmt.Sprint("many", i), "content": "x"}))
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
			p.join("m", nil, json.RawMessage(`{"`+c.field+`":`+c.one+`}`))
			whole, _ := p.join("m", nil, json.RawMessage(`{"`+c.field+`":`+c.two+`}`))
			if (whole != nil) != c.joined {
				t.Errorf("joined: %t, %.100s", whole != nil, whole)
			}
			if more, _ := p.join("m", nil, json.RawMessage(`{"content":""}`)); (more != nil) != c.joined {
				t.Errorf("later: %.100s", more)
			}
			if n := p.whole.Len() + p.dropped.Len(); n != 1 || len(p.byID) != 1 {
				t.Errorf("%d messages, %d ids", n, len(p.byID))
			}
		})
	}
}

// What all parts of a run take together is bounded. It grows with time.
func TestPartsOfARunAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var p partials
		part := json.RawMessage(`{"content":"` + strings.Repeat("x", 1000) + `"}`)
		join := func(id string, want bool) {
			t.Helper()
			if whole, _ := p.join(id, nil, part); (whole != nil) != want {
				t.Errorf("%s is joined: %t", id, whole != nil)
			}
		}
		for _, id := range []string{"a", "a", "b", "c"} {
			join(id, true)
		}
		p.joining.spent += maxPartsAtOnce - 6000
		join("a", true)
		join("a", false)
		time.Sleep(time.Second)
		join("a", true)
		join("b", true)
		p.joining.spent += maxPartsPerSecond
		join("c", false)
		join("d", true) // a first part is not joined
	})
}

// The parts of messages that wait when a run has ended are joined for a second, and not after the run is cancelled.
func TestLatePartsAreNotJoined(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		running, done := make(chan struct{}), make(chan struct{})
		close(done)
		o := recording("messages")
		part := hitlrun.Chunk{Mode: hitlrun.ModeMessages, Payload: json.RawMessage(`[{"id":"m","content":"x"},{}]`)}
		for i, c := range []struct {
			done   chan struct{}
			events int
		}{{running, 2}, {done, 3}, {done, 3}} {
			o.late(ctx, c.done)
			o.message(part)
			if len(o.events) != c.events {
				t.Errorf("part %d: %d events", i, len(o.events))
			}
			time.Sleep(lateParts + 1)
		}
		o = recording("messages")
		cancel()
		o.late(ctx, running)
		if o.message(part); len(o.events) != 0 {
			t.Errorf("cancelled: %d events", len(o.events))
		}
	})
}

// The last part of a message comes with the whole message, though there was no time for the parts before it: when the state has the message, when it makes
// room for others, or when the run has ended.
func TestLastPartsAreJoined(t *testing.T) {
	t.Parallel()
	o := recording("messages")
	o.s = newInsecure(t)
	texts := map[string]string{}
	add := func(id string, n int) {
		for i := range n {
			content := fmt.Sprintf("%d,", i)
			texts[id] += content
			payload := encode([]any{map[string]any{"id": id, "type": "AIMessageChunk", "content": content, "tool_call_chunks": []any{}}, map[string]any{}})
			o.message(hitlrun.Chunk{Mode: hitlrun.ModeMessages, NS: []string{"n:1"}, Payload: payload})
		}
	}
	partials := func() (list []string) {
		for i := range o.events {
			if o.events[i].Kind != "messages/partial" {
				continue
			}
			o.events[i].Body = append(o.events[i].Body, bytes.Join(o.events[i].Parts, nil)...)
			var m []struct{ ID, Content string }
			if err := json.Unmarshal(bodyOf(&o.events[i]).Data, &m); err != nil || m[0].Content != texts[m[0].ID] {
				t.Errorf("%s has %d of %d bytes, %v", m[0].ID, len(m[0].Content), len(texts[m[0].ID]), err)
			}
			list = append(list, m[0].ID)
		}
		o.events = nil
		return list
	}
	expect := func(when string, want ...string) {
		t.Helper()
		if got := partials(); !slices.Equal(got, want) {
			t.Errorf("%s: messages %v, want %v", when, got, want)
		}
	}
	for _, id := range []string{"made", "inner", "old"} {
		add(id, 1)
	}
	expect("first parts", "made", "inner", "old")
	o.messages.joining = allowance{maxPartsAtOnce, time.Now().Add(time.Hour)}
	add("inner", 4000) // more than maxLater
	add("made", 10)
	expect("there is no time")
	o.state(hitlrun.Chunk{Mode: hitlrun.ModeValues, Payload: json.RawMessage(`{"messages":[{"id":"made"},{"id":"old"}]}`)})
	expect("the state has a message", "made")
	add("old", 3)
	add("inner", 1)
	for i := range 5 {
		texts[fmt.Sprint("large", i)] = strings.Repeat("x", 1<<20)
		payload := encode([]any{map[string]any{"id": fmt.Sprint("large", i), "content": texts["large0"]}, map[string]any{}})
		o.message(hitlrun.Chunk{Mode: hitlrun.ModeMessages, Payload: payload})
	}
	expect("others need room", "large0", "large1", "large2", "large3", "old", "inner", "large4")
	add("last", 100)
	texts["last"] = "0,"
	expect("a first part", "last")
	texts["last"] = ""
	add("last", 0)
	for i := range 100 {
		texts["last"] += fmt.Sprintf("%d,", i)
	}
	o.lastParts()
	expect("the run has ended", "last")
	o.lastParts()
	expect("once")
}
