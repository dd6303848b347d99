// This file finds channels in lists of channels.

package checkpoint

// Finder finds the channels of one list in another. Channels usually come in the same order everywhere, so it continues
// where it found the last one. If that takes too long, it makes an index.
type Finder struct {
	n     int
	name  func(i int) string
	next  int
	steps int            // that were lost so far
	index map[string]int // nil until it is needed
}

// NewFinder returns a Finder for a list of n channels with these names.
func NewFinder(n int, name func(i int) string) Finder { return Finder{n: n, name: name} }

// Find returns the index of a channel, -1 if it is not in the list.
func (f *Finder) Find(channel string) int {
	if f.next < f.n && f.name(f.next) == channel {
		f.next++
		return f.next - 1
	}
	const few = 64
	if f.index == nil && f.steps > few+f.n {
		f.index = make(map[string]int, f.n)
		for i := f.n - 1; i >= 0; i-- {
			f.index[f.name(i)] = i
		}
	}
	if f.index != nil {
		i, ok := f.index[channel]
		if !ok {
			return -1
		}
		f.next = i + 1
		return i
	}
	at := f.next
	for range f.n {
		if at >= f.n {
			at = 0
		}
		if f.name(at) == channel {
			f.next = at + 1
			return at
		}
		at++
		f.steps++
	}
	return -1
}
