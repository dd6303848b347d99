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
// and stored: small parts of a large message come faster than that. Parts beyond these bounds are joined later, with those that follow.
const (
	maxPartsAtOnce    = 64 << 20 // bytes of messages
	maxPartsPerSecond = 8 << 20  // and so many more for each second
)

// maxLater is how many bytes the parts of a message have that are joined later. More are joined with each other.
const maxLater = 256 << 10

// partials has the messages of a run, as far as they have arrived. When they have more than maxPartials, those that got their last
// part longest ago are dropped: most likely they are complete. A message that alone has more is dropped, too, and one whose next part has
// more, or takes too long to join. The zero value has none.
type partials struct {
	byID           map[string]*list.Element
	whole, dropped partialList
	joining        allowance  // what parts are joined with
	packing        allowance  // and what parts are joined with that are joined with their message later
	last           []*partial // messages that are complete, and whose last parts nobody has got
}

// allowance is what parts may take: maxPartsAtOnce and maxPartsPerSecond. The zero value is all of it.
type allowance struct {
	spent int       // bytes
	since time.Time // the first one
}

// takes reports whether so many bytes may be taken, and takes them.
func (a *allowance) takes(bytes int) bool {
	if a.since.IsZero() {
		a.since = time.Now()
	}
	if float64(a.spent+bytes) > maxPartsAtOnce+maxPartsPerSecond*time.Since(a.since).Seconds() {
		return false
	}
	a.spent += bytes
	return true
}

// partialList has messages, the one that was added last first.
type partialList struct {
	list.List // of *partial
	bytes     int
}

// partial is a message as far as it has arrived; data is nil if it was dropped.
type partial struct {
	id   string
	ns   []string
	data json.RawMessage

	later    []json.RawMessage // the parts that data does not have yet
	bytes    int               // of these parts
	elements int               // in them
}

// memory returns about how many bytes a message takes, with its places in the map and the list.
func (p *partial) memory() int { return 200 + len(p.id) + len(p.data) + p.bytes + 32*len(p.later) }

// add adds a part that is joined later.
func (p *partial) add(part json.RawMessage) {
	p.later = append(p.later, part)
	p.bytes += len(part)
	p.elements += elements(part)
}

// join joins the parts with the message. It returns false if the message is to be dropped.
func (p *partial) join() bool {
	if p.bytes > maxPartials || elements(p.data)+p.elements > maxElements {
		return false
	}
	all := joined(p.data, p.later...)
	p.data, p.later, p.bytes, p.elements = all, nil, 0, 0
	return all != nil
}

// pack joins the parts with each other. It returns false if the message is to be dropped.
func (p *partial) pack() bool {
	if p.bytes > maxPartials || p.elements > maxElements {
		return false
	}
	all := joined(p.later[0], p.later[1:]...)
	p.later, p.bytes, p.elements = nil, 0, 0
	if all != nil {
		p.add(all)
	}
	return all != nil
}

func (l *partialList) push(p *partial) *list.Element {
	l.bytes += p.memory()
	return l.PushFront(p)
}

func (l *partialList) pop(at *list.Element) *partial {
	p, _ := l.Remove(at).(*partial) // it has nothing else
	l.bytes -= p.memory()
	return p
}

// join adds a part to its message, which is of a namespace, and returns the message as far as it has arrived; nil if it was dropped, or if the part
// is joined later. first reports whether the part is its first one.
func (p *partials) join(id string, ns []string, part json.RawMessage) (whole json.RawMessage, first bool) {
	if p.byID == nil {
		p.byID = map[string]*list.Element{}
	}
	at := p.byID[id]
	one := &partial{id: id, ns: ns, data: part}
	if at != nil {
		if known, _ := at.Value.(*partial); known.data == nil {
			return nil, false
		}
		one = p.whole.pop(at)
		one.add(part)
		if !p.advance(one) {
			p.drop(id)
			return nil, false
		}
	}
	p.byID[id] = p.whole.push(one)
	if len(one.later) == 0 {
		whole = one.data
	}
	for p.whole.bytes > maxPartials {
		old := p.whole.pop(p.whole.Back())
		p.drop(old.id)
		if len(old.later) > 0 && old.join() {
			p.last = append(p.last, old)
		}
	}
	return whole, at == nil
}

// advance joins the parts of a message that are not joined yet, if that does not take too much at the moment. It returns false if the message is to be
// dropped.
func (p *partials) advance(one *partial) bool {
	switch {
	case p.joining.takes(len(one.data) + one.bytes):
		return one.join()
	case one.bytes > maxLater || one.elements > maxElements/2:
		return p.packing.takes(one.bytes) && one.pack()
	}
	return true
}

// end returns a message that is complete, if its last parts were not joined.
func (p *partials) end(id string) *partial {
	at := p.byID[id]
	if at == nil {
		return nil
	}
	one, _ := at.Value.(*partial)
	if len(one.later) == 0 {
		return nil
	}
	p.whole.pop(at)
	if !one.join() {
		p.drop(id)
		return nil
	}
	p.byID[id] = p.whole.push(one)
	return one
}

// ended returns the messages that had to make room for others since it was called before, and whose last parts were not joined until then.
func (p *partials) ended() []*partial {
	last := p.last
	p.last = nil
	return last
}

// endAll returns all messages whose last parts were not joined: the run has ended.
func (p *partials) endAll() (last []*partial) {
	var ids []string
	for at := p.whole.Back(); at != nil; at = at.Prev() {
		one, _ := at.Value.(*partial)
		ids = append(ids, one.id)
	}
	for _, id := range ids {
		if one := p.end(id); one != nil {
			last = append(last, one)
		}
	}
	return last
}

// drop remembers that a message was dropped.
func (p *partials) drop(id string) {
	p.byID[id] = p.dropped.push(&partial{id: id})
	for p.dropped.bytes > maxDropped {
		delete(p.byID, p.dropped.pop(p.dropped.Back()).id)
	}
}

// joined returns a message with more parts of it; nil if it is dropped.
func joined(data json.RawMessage, parts ...json.RawMessage) json.RawMessage {
	whole := joinedParts(append([]json.RawMessage{data}, parts...))
	if whole == nil {
		return nil
	}
	return encode(whole)
}

// joinedParts joins a message and its parts, or some of its parts: first each half, since to continue a long text with each part would take the
// square of its length. It returns nil if they are not joined.
func joinedParts(parts []json.RawMessage) map[string]any {
	if len(parts) == 1 {
		var whole map[string]any
		if json.Unmarshal(parts[0], &whole) != nil || whole == nil {
			whole = map[string]any{}
		}
		return whole
	}
	first, second := joinedParts(parts[:len(parts)/2]), joinedParts(parts[len(parts)/2:])
	if first == nil || second == nil || !addPart(first, second) {
		return nil
	}
	return first
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
