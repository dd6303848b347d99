// This file sorts lists with a comparison function by merging runs, in the steps of V8. Its algorithm is Timsort: it is described in
// listsort.txt of Python, by Tim Peters. The steps matter to functions that contradict themselves, and to those that count their calls.

package guard

import (
	"slices"

	"github.com/dop251/goja"
)

// oneRun is the number of elements from which on a list is sorted in parts.
const oneRun = 64

// gallopsFrom is how often one of two runs has to win until whole parts of it are looked for.
const gallopsFrom = 7

// run is a sorted part of a list.
type run struct{ from, size int }

// runSorter sorts list. precedes says whether a has to come before b.
type runSorter struct {
	list     []goja.Value
	precedes func(a, b goja.Value) bool
	runs     []run
	gallops  int
}

// sort sorts the list.
func (s *runSorter) sort() {
	n := len(s.list)
	if n < 2 {
		return
	}
	least, odd := n, 0
	for ; least >= oneRun; least >>= 1 {
		odd |= least & 1
	}
	least += odd
	s.gallops = gallopsFrom
	for from := 0; from < n; {
		rest := s.list[from:]
		size, forced := s.firstRun(rest), min(least, len(rest))
		if size < forced {
			s.insert(rest[:forced], size)
			size = forced
		}
		s.runs = append(s.runs, run{from, size})
		s.collapse()
		from += size
	}
	for len(s.runs) > 1 {
		i := len(s.runs) - 2
		if i > 0 && s.runs[i-1].size < s.runs[i+1].size {
			i--
		}
		s.mergeAt(i)
	}
}

// firstRun returns the length of the run at the start of a list. A run that descends is reversed.
func (s *runSorter) firstRun(list []goja.Value) int {
	if len(list) < 2 {
		return len(list)
	}
	n, descends := 2, s.precedes(list[1], list[0])
	for n < len(list) && s.precedes(list[n], list[n-1]) == descends {
		n++
	}
	if descends {
		slices.Reverse(list[:n])
	}
	return n
}

// insert inserts the elements of a list into its sorted start.
func (s *runSorter) insert(list []goja.Value, sorted int) {
	for i := sorted; i < len(list); i++ {
		v, from, to := list[i], 0, i
		for from < to {
			if middle := from + (to-from)/2; s.precedes(v, list[middle]) {
				to = middle
			} else {
				from = middle + 1
			}
		}
		copy(list[from+1:i+1], list[from:i])
		list[from] = v
	}
}

// collapse merges the last runs until each is longer than the next two together.
func (s *runSorter) collapse() {
	grows := func(i int) bool { return i < 2 || s.runs[i-2].size > s.runs[i-1].size+s.runs[i].size }
	for len(s.runs) > 1 {
		i := len(s.runs) - 2
		switch {
		case !grows(i+1) || !grows(i):
			if s.runs[i-1].size < s.runs[i+1].size {
				i--
			}
		case s.runs[i].size > s.runs[i+1].size:
			return
		}
		s.mergeAt(i)
	}
}

// mergeAt merges a run with the next one.
func (s *runSorter) mergeAt(i int) {
	a, b := s.runs[i], s.runs[i+1]
	s.runs[i].size += b.size
	s.runs = slices.Delete(s.runs, i+1, i+2)
	skip := s.behind(s.list[a.from:a.from+a.size], s.list[b.from], 0)
	if a.from, a.size = a.from+skip, a.size-skip; a.size == 0 {
		return
	}
	if b.size = s.before(s.list[b.from:b.from+b.size], s.list[a.from+a.size-1], b.size-1); b.size == 0 {
		return
	}
	if part := s.list[a.from : b.from+b.size]; a.size <= b.size {
		s.mergeUp(part, slices.Clone(part[:a.size]))
	} else {
		s.mergeDown(part, slices.Clone(part[a.size:]))
	}
}

// before returns the first place of v in a run. It looks for it from the place near on, in growing steps.
func (s *runSorter) before(list []goja.Value, v goja.Value, near int) int {
	return s.gallop(len(list), near, func(i int) bool { return s.precedes(list[i], v) })
}

// behind is before for the last place.
func (s *runSorter) behind(list []goja.Value, v goja.Value, near int) int {
	return s.gallop(len(list), near, func(i int) bool { return !s.precedes(v, list[i]) })
}

// gallop returns the number of elements that are left of a place.
func (s *runSorter) gallop(n, near int, isLeft func(i int) bool) int {
	from, to := 0, 1
	if isLeft(near) {
		most := n - near
		for to < most && isLeft(near+to) {
			from, to = to, 2*to+1
		}
		from, to = near+from, near+min(to, most)
	} else {
		most := near + 1
		for to < most && !isLeft(near-to) {
			from, to = to, 2*to+1
		}
		from, to = near-min(to, most), near-from
	}
	for from++; from < to; {
		if middle := from + (to-from)/2; isLeft(middle) {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return to
}

// mergeUp merges a, which is a copy of the first part of list, with the rest. The first of all elements is one of the rest, and the
// last one is one of a.
func (s *runSorter) mergeUp(list, a []goja.Value) {
	to, b := 0, list[len(a):]
	take := func(from *[]goja.Value, n int) {
		copy(list[to:], (*from)[:n])
		to, *from = to+n, (*from)[n:]
	}
	defer func() { // what is left of b comes before the last of a; what is left of a comes last
		if len(a) == 1 {
			take(&b, len(b))
		}
		copy(list[to:], a)
	}()
	take(&b, 1)
	for len(b) > 0 && len(a) > 1 {
		winsA, winsB := 0, 0
		for winsA < s.gallops && winsB < s.gallops {
			if s.precedes(b[0], a[0]) {
				take(&b, 1)
				if winsA, winsB = 0, winsB+1; len(b) == 0 {
					return
				}
			} else {
				take(&a, 1)
				if winsA, winsB = winsA+1, 0; len(a) == 1 {
					return
				}
			}
		}
		s.gallops++
		for first := true; first || winsA >= gallopsFrom || winsB >= gallopsFrom; first = false {
			s.gallops = max(1, s.gallops-1)
			winsA = s.behind(a, b[0], 0)
			if take(&a, winsA); len(a) <= 1 {
				return
			}
			if take(&b, 1); len(b) == 0 {
				return
			}
			winsB = s.before(b, a[0], 0)
			if take(&b, winsB); len(b) == 0 {
				return
			}
			if take(&a, 1); len(a) == 1 {
				return
			}
		}
		s.gallops++
	}
}

// mergeDown is mergeUp from the end: b is a copy of the last part of list. The last of all elements is one of the first part.
func (s *runSorter) mergeDown(list, b []goja.Value) {
	to, a := len(list), list[:len(list)-len(b)]
	take := func(from *[]goja.Value, n int) {
		rest := len(*from) - n
		copy(list[to-n:to], (*from)[rest:])
		to, *from = to-n, (*from)[:rest]
	}
	defer func() {
		if len(b) == 1 {
			take(&a, len(a))
		}
		copy(list[to-len(b):to], b)
	}()
	take(&a, 1)
	for len(a) > 0 && len(b) > 1 {
		winsA, winsB := 0, 0
		for winsA < s.gallops && winsB < s.gallops {
			if s.precedes(b[len(b)-1], a[len(a)-1]) {
				take(&a, 1)
				if winsA, winsB = winsA+1, 0; len(a) == 0 {
					return
				}
			} else {
				take(&b, 1)
				if winsA, winsB = 0, winsB+1; len(b) == 1 {
					return
				}
			}
		}
		s.gallops++
		for first := true; first || winsA >= gallopsFrom || winsB >= gallopsFrom; first = false {
			s.gallops = max(1, s.gallops-1)
			winsA = len(a) - s.behind(a, b[len(b)-1], len(a)-1)
			if take(&a, winsA); len(a) == 0 {
				return
			}
			if take(&b, 1); len(b) == 1 {
				return
			}
			winsB = len(b) - s.before(b, a[len(a)-1], len(b)-1)
			if take(&b, winsB); len(b) <= 1 {
				return
			}
			if take(&a, 1); len(a) == 0 {
				return
			}
		}
		s.gallops++
	}
}

// mergeHalves sorts the lists of numbers to and from, which have the same elements, into to, in the steps in which V8 sorts typed
// arrays. follows says whether a has to come behind b.
func mergeHalves(to, from []goja.Value, follows func(a, b goja.Value) bool) {
	middle := len(to) / 2
	if middle > 1 {
		mergeHalves(from[:middle], to[:middle], follows)
	}
	if len(to)-middle > 1 {
		mergeHalves(from[middle:], to[middle:], follows)
	}
	a, b := from[:middle], from[middle:]
	for i := range to {
		if len(a) > 0 && (len(b) == 0 || !follows(a[0], b[0])) {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}
