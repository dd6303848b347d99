// This file joins the parts of messages, for clients that want the whole message with each part.

package server

import (
	"container/list"
	"encoding/json"
	"time"
)

// Bounds of what is remembered of the messages of a run, in bytes: of the messages, and of the ids of those that were dropped.
const (
	maxPartials = 4 << 20
	maxDropped  = 1 << 20
)

// maxElements is how many elements the lists and objects of a message have together. A small object takes a hundred times as much
// memory as its text while it is joined.
const maxElements = 100_000

// Bounds of what the parts of all messages of a run may take together. Each part takes the whole message, which is decoded, joined, encoded
// and stored: small parts of a large message come faster than that.
const (
	maxPartsAtOnce    = 64 << 20 // bytes of messages
	maxPartsPerSecond = 8 << 20  // and so many more for each second
)

// partials has the messages of a run, as far as they have arrived. When they have more than maxPartials, those that got their last
// part longest ago are dropped: most likely they are complete. A message that alone has more is dropped, too, and one whose next part has
// more, or takes too long to join, by itself or with all parts before it. The zero value has none.
type partials struct {
	byID           map[string]*list.Element
	whole, dropped partialList
	spent          int       // bytes of the messages that parts were joined with
	since          time.Time // the first one
}

// partialList has messages, the one that was added last first.
type partialList struct {
	list.List // of *partial
	bytes     int
}

// partial is a message as far as it has arrived; data is nil if it was dropped.
type partial struct {
	id   string
	data json.RawMessage
}

// memory returns about how many bytes a message takes, with its places in the map and the list.
func (p *partial) memory() int { return 200 + len(p.id) + len(p.data) }

func (l *partialList) push(p *partial) *list.Element {
	l.bytes += p.memory()
	return l.PushFront(p)
}

func (l *partialList) pop(at *list.Element) *partial {
	p, _ := l.Remove(at).(*partial) // it has nothing else
	l.bytes -= p.memory()
	return p
}

// join adds a part to its message, and returns the message as far as it has arrived; nil if it was dropped. first reports whether the
// part is its first one.
func (p *partials) join(id string, part json.RawMessage) (whole json.RawMessage, first bool) {
	if p.byID == nil {
		p.byID = map[string]*list.Element{}
	}
	at := p.byID[id]
	if at == nil {
		whole = part
	} else if one, _ := at.Value.(*partial); one.data != nil {
		p.whole.pop(at)
		if p.takes(len(one.data) + len(part)) {
			whole = joined(one.data, part)
		}
		if whole == nil {
			p.drop(id)
			return nil, false
		}
	} else {
		return nil, false
	}
	p.byID[id] = p.whole.push(&partial{id, whole})
	for p.whole.bytes > maxPartials {
		p.drop(p.whole.pop(p.whole.Back()).id)
	}
	return whole, at == nil
}

// takes reports whether a part may take so many bytes.
func (p *partials) takes(bytes int) bool {
	if p.since.IsZero() {
		p.since = time.Now()
	}
	if float64(p.spent+bytes) > maxPartsAtOnce+maxPartsPerSecond*time.Since(p.since).Seconds() {
		return false
	}
	p.spent += bytes
	return true
}

// drop remembers that a message was dropped.
func (p *partials) drop(id string) {
	p.byID[id] = p.dropped.push(&partial{id: id})
	for p.dropped.bytes > maxDropped {
		delete(p.byID, p.dropped.pop(p.dropped.Back()).id)
	}
}

// joined returns a message with one more part of it; nil if it is dropped.
func joined(data, part json.RawMessage) json.RawMessage {
	if len(part) > maxPartials || elements(data)+elements(part) > maxElements {
		return nil
	}
	var whole, more map[string]any
	if json.Unmarshal(data, &whole) != nil || whole == nil {
		whole = map[string]any{}
	}
	if json.Unmarshal(part, &more) != nil || !addPart(whole, more) {
		return nil
	}
	return encode(whole)
}

// elements returns about how many elements the lists and objects in a JSON text have together.
func elements(text []byte) (n int) {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case !quoted && (c == ',' || c == '{' || c == '['):
			n++
		}
	}
	return n
}
