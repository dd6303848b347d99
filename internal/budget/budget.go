// Package budget has Budget: memory, or another amount, that many share. Those that wait for a part of it get it in turns.
package budget

import (
	"context"
	"math"
	"runtime/debug"
	"slices"
	"sync"
)

// Unlimited is for a Budget with a bound for each owner only.
const Unlimited = math.MaxInt64

// freed is from which size in bytes on memory is given back to the system when its part of a budget is: else the garbage would be there
// beside what comes next.
const freed = 16 << 20

// Budget has a number of bytes. Owners take parts of it, and wait until there are so many. Each owner can have a bound of its own. It is safe for
// concurrent use.
type Budget struct {
	most, each int64

	mu   sync.Mutex
	free int64
	has  map[any]int64 // what each owner has, if there is a bound of each
	line []*inLine     // the next one is the first
}

// inLine is an owner that waits. It gets its parts in the order in which it asked for them, one for each time that the line has moved on.
type inLine struct {
	owner any
	wants []*want
}

type want struct {
	n   int64
	got chan struct{} // closed when it has its part
}

// New returns a Budget of most bytes, of which an owner has at most each; 0 means that owners have no bound.
func New(most, each int64) *Budget {
	return &Budget{most: most, each: each, free: most, has: map[any]int64{}}
}

// Part is a part of a Budget that somebody has.
type Part struct {
	of    *Budget
	owner any

	mu sync.Mutex
	n  int64 // is in use
}

// Take waits for n bytes, or until ctx ends. An owner is a value that can be compared. What is larger than a bound is alone in it. The caller gives the part back.
func (b *Budget) Take(ctx context.Context, owner any, n int64) (*Part, error) {
	w := &want{n, make(chan struct{})}
	b.mu.Lock()
	at := b.find(owner)
	if at < 0 {
		at = len(b.line)
		b.line = append(b.line, &inLine{owner: owner})
	}
	b.line[at].wants = append(b.line[at].wants, w)
	b.next()
	b.mu.Unlock()
	select {
	case <-w.got:
		return &Part{of: b, owner: owner, n: n}, nil
	case <-ctx.Done():
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-w.got:
		return &Part{of: b, owner: owner, n: n}, nil
	default:
	}
	at = b.find(owner)
	l := b.line[at]
	if l.wants = slices.DeleteFunc(l.wants, func(other *want) bool { return other == w }); len(l.wants) == 0 {
		b.line = slices.Delete(b.line, at, at+1)
	}
	b.next() // it may have been the first
	return nil, ctx.Err()
}

func (b *Budget) find(owner any) int {
	return slices.IndexFunc(b.line, func(l *inLine) bool { return l.owner == owner })
}

// TryTake is Take for those who do not wait: it returns nil if there is no memory, or others wait for it.
func (b *Budget) TryTake(owner any, n int64) *Part {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.line) > 0 || !b.allows(owner, n) || min(n, b.most) > b.free {
		return nil
	}
	b.give(owner, n)
	return &Part{of: b, owner: owner, n: n}
}

// allows reports whether the bound of an owner leaves n bytes.
func (b *Budget) allows(owner any, n int64) bool {
	return b.each == 0 || b.has[owner]+min(n, b.each) <= b.each
}

func (b *Budget) give(owner any, n int64) {
	b.free -= min(n, b.most)
	if b.each > 0 {
		b.has[owner] += min(n, b.each)
	}
}

// next gives what is free to those that are first in the line. It passes over owners that have to wait for themselves. The caller holds b.mu.
func (b *Budget) next() {
	for at := 0; at < len(b.line); {
		l := b.line[at]
		w := l.wants[0]
		if !b.allows(l.owner, w.n) {
			at++
			continue
		}
		if min(w.n, b.most) > b.free {
			return
		}
		b.give(l.owner, w.n)
		close(w.got)
		b.line = slices.Delete(b.line, at, at+1)
		if l.wants = l.wants[1:]; len(l.wants) > 0 {
			b.line = append(b.line, l)
			at = 0
		}
	}
}

// Free gives the part back. It may be called again, and for nil.
func (p *Part) Free() {
	if p != nil {
		p.Shrink(0)
	}
}

// Shrink gives back what is more than n bytes.
func (p *Part) Shrink(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n >= p.n {
		return
	}
	before := p.n
	p.n = n
	b := p.of
	if b.most > freed && b.most < Unlimited && before-n > freed {
		debug.FreeOSMemory()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free += min(before, b.most) - min(n, b.most)
	if b.each > 0 {
		if b.has[p.owner] -= min(before, b.each) - min(n, b.each); b.has[p.owner] == 0 {
			delete(b.has, p.owner)
		}
	}
	b.next()
}

// InUse returns how many bytes are taken.
func (b *Budget) InUse() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.most - b.free
}
