// This file joins the parts of messages, for clients that want the whole message with each part.

package server

import (
	"container/list"
	"encoding/json"
)

// Bounds of what is remembered of the messages of a run, in bytes: of the messages, and of the ids of those that were dropped.
const (
	maxPartials = 4 << 20
	maxDropped  = 1 << 20
)

// partials has the messages of a run, as far as they have arrived. When they have more than maxPartials, those that got their last
// part longest ago are dropped: most likely they are complete. A message that alone has more is dropped, too. The zero value has none.
type partials struct {
	byID           map[string]*list.Element
	whole, dropped partialList
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
func (p *partials) join(id string, part map[string]any) (whole json.RawMessage, first bool) {
	if p.byID == nil {
		p.byID = map[string]*list.Element{}
	}
	at := p.byID[id]
	if at == nil {
		whole = encode(part)
	} else if one, _ := at.Value.(*partial); one.data != nil {
		whole = encode(joined(p.whole.pop(at).data, part))
	} else {
		return nil, false
	}
	p.byID[id] = p.whole.push(&partial{id, whole})
	for p.whole.bytes > maxPartials {
		old := p.whole.pop(p.whole.Back())
		p.byID[old.id] = p.dropped.push(&partial{id: old.id})
	}
	for p.dropped.bytes > maxDropped {
		delete(p.byID, p.dropped.pop(p.dropped.Back()).id)
	}
	return whole, at == nil
}

// joined returns a message with one more part of it.
func joined(data json.RawMessage, part map[string]any) map[string]any {
	var whole map[string]any
	if json.Unmarshal(data, &whole) != nil || whole == nil {
		whole = map[string]any{}
	}
	addPart(whole, part)
	return whole
}
