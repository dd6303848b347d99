// This file applies changes to the output and updates its mappings.

package bundle

import (
	"bytes"
	"sort"
)

// edit puts text at a place of the code, and drops some bytes after it.
type edit struct {
	pos   int
	drop  int
	text  string
	after bool // ends something that starts earlier: comes before edits that start something here
}

// move takes code[from:end] to an earlier place.
type move struct {
	from, end, to int
	before, after string
}

func (n *rewriter) insert(pos int, text string) {
	n.edits = append(n.edits, edit{pos: pos, text: text})
}

func (n *rewriter) insertAfter(pos int, text string) {
	n.edits = append(n.edits, edit{pos: pos, text: text, after: true})
}

// event is a place where the copying of code stops.
type event struct {
	pos   int
	order int // among those at one place
	edit  *edit
	cut   *move // jump to its end
	paste *move // copy it here
}

// editor copies code, with changes, and translates its segments.
type editor struct {
	code    []byte
	starts  []int // of the segments
	old     []segment
	events  []event
	out     []byte
	segs    []segment
	line    int32
	col     int32
	pasting *move
}

// applyEdits applies the edits and moves. The edits must be in the order in which the changed code starts, so that of
// two that end at the same place, the inner one comes later.
func applyEdits(code []byte, segs []segment, edits []edit, moves []move) ([]byte, []segment) {
	e := &editor{
		code: code, old: segs, starts: segmentOffsets(code, segs),
		out: make([]byte, 0, len(code)+len(code)/8), segs: make([]segment, 0, len(segs)),
	}
	for i := range moves {
		m := &moves[i]
		e.events = append(e.events, event{pos: m.to, order: i, paste: m}, event{pos: m.from, order: 1 << 30, cut: m})
	}
	for i := range edits {
		order := 1<<29 + i
		if edits[i].after {
			order = -i - 1
		}
		e.events = append(e.events, event{pos: edits[i].pos, order: order, edit: &edits[i]})
	}
	sort.SliceStable(e.events, func(i, j int) bool {
		a, b := e.events[i], e.events[j]
		return a.pos < b.pos || a.pos == b.pos && a.order < b.order
	})
	e.copy(0, len(code)+1)
	return e.out, e.segs
}

// copy writes code[from:to) with the events in it.
func (e *editor) copy(from, to int) {
	pos := from
	for i := sort.Search(len(e.events), func(i int) bool { return e.events[i].pos >= from }); i < len(e.events); i++ {
		ev := e.events[i]
		if ev.pos >= to {
			break
		}
		if ev.pos < pos {
			continue // inside what was moved away
		}
		if ev.pos == from && e.pasting != nil && (ev.cut == e.pasting || ev.paste != nil) {
			continue // the start of what is being pasted
		}
		e.slice(pos, ev.pos)
		pos = ev.pos
		switch {
		case ev.edit != nil:
			e.write(ev.edit.text)
			pos += ev.edit.drop
		case ev.cut != nil:
			pos = ev.cut.end
		case ev.paste != nil:
			e.paste(ev.paste)
		}
	}
	e.slice(pos, min(to, len(e.code)))
}

func (e *editor) paste(m *move) {
	outer := e.pasting
	e.pasting = m
	e.write(m.before)
	e.copy(m.from, m.end)
	e.write(m.after)
	e.pasting = outer
}

// slice copies code[from:to) and its segments.
func (e *editor) slice(from, to int) {
	for i := sort.SearchInts(e.starts, from); i < len(e.starts) && e.starts[i] < to; i++ {
		e.advance(e.code[from:e.starts[i]])
		from = e.starts[i]
		s := e.old[i]
		s.line, s.col = e.line, e.col
		e.segs = append(e.segs, s)
	}
	if from < to {
		e.advance(e.code[from:to])
	}
}

func (e *editor) write(text string) { e.advance([]byte(text)) }

// advance appends text to the output and follows its position.
func (e *editor) advance(text []byte) {
	e.out = append(e.out, text...)
	if last := bytes.LastIndexByte(text, '\n'); last >= 0 {
		e.line += int32(bytes.Count(text, []byte{'\n'}))
		e.col = 0
		text = text[last+1:]
	}
	e.col += int32(utf16Len(text))
}
