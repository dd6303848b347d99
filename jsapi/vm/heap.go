// This file estimates which VM has how much of the heap.
//
// Neither goja nor Go says whose memory is whose. What can be seen from outside is how much the whole
// process allocates, and how much more is in use after a collection than after the one before. So each time the heap is
// looked at, what was allocated since is shared by the VMs that ran in between, by how long they ran, and at each
// collection so is the growth. A VM that ran alone gets exactly what was its own. Of those that ran at the same time
// each may have had all of it.

package vm

import (
	goruntime "runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// heapShare is what one VM is thought to have.
type heapShare struct {
	limit uint64
	busy  func() time.Duration // how long the VM has run since the last call

	likely, most amount       // its part by time, and all that was allocated while it ran
	texts        atomic.Int64 // long ones that it makes and no look has seen yet, in bytes: they are nobody else's
	asked        uint64       // the number of the collection that over waits for; 0 for none
	overs        uint64       // how many collections in a row left more than the limit
}

// amount is in bytes.
type amount struct {
	kept  float64 // after the last collection
	fresh float64 // allocated since; it may be garbage by now
}

func (a *amount) sum() float64 { return a.kept + a.fresh }

// collected is called when the heap was collected, which took the amount to kept; live is what is in use now.
func (a *amount) collected(kept, live float64) {
	a.kept, a.fresh = min(max(0, kept), live), 0
}

// heapMeter looks at the heap of the process for all VMs.
type heapMeter struct {
	mu     sync.Mutex
	shares map[*heapShare]bool
	victim *heapShare // was stopped for its memory, and still has it
	since  time.Time  // when that was

	at       time.Time // of the last look
	bytes    uint64    // in use at that time, garbage included
	allocs   uint64    // by the process in all
	live     uint64    // after the last collection
	cycles   uint64
	inCycle  float64   // allocated since the last collection, by whomever
	left     float64   // what VMs had that were left since: it may be garbage soon
	collects time.Time // when a collection was asked for

	objects uint64 // that were allocated in all
	large   bool   // those since the last look are large on average
	percent uint64 // GOGC
	soft    uint64 // the limit of memory that the collector works for

	asked, collected uint64 // the numbers of the last collection asked for, and of the last that ended
}

// theHeap is that of this process.
var theHeap heapMeter //nolint:gochecknoglobals // there is one heap

// lookInterval is how often the heap is looked at, and nearInterval how often while it is larger than half of a limit.
const (
	lookInterval = 2 * watchInterval
	nearInterval = watchInterval / 5
)

// A VM that allocated so many times its limit since the last collection, in objects of that size, is stopped at once: texts that double
// are faster than collections.
const (
	floodFactor = 2
	largeObject = 64 << 10
)

// The heap may be so many times as large as the collector means it to be. Where it is larger the VM has more than its limit, and no collection has to say so.
const lateCollection = 1.15

// oversMost is how many collections in a row have to leave more than the limit: what was allocated while one ran counts as left.
const oversMost = 2

// A VM that was stopped and still allocates, so that the heap is so many times its limit, is past help.
const deafFactor = 1.6

// victimTime is how long a VM that was stopped may take to let go of its memory, before another one is.
const victimTime = 2 * time.Second

// add is called when a VM is entered.
func (m *heapMeter) add(s *heapShare) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look(time.Now()) // what was allocated so far is not its own
	s.busy()
	for _, a := range []*amount{&s.likely, &s.most} {
		a.kept, a.fresh = min(a.sum(), float64(m.bytes)), 0 // there may have been collections since it was left
	}
	if m.shares == nil {
		m.shares = map[*heapShare]bool{}
	}
	m.shares[s] = true
}

// remove is called when a VM is left.
func (m *heapMeter) remove(s *heapShare) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look(time.Now())
	delete(m.shares, s)
	m.left += s.likely.sum()
	if m.victim == s { // what it has can go, in a moment
		m.blame(s)
		m.since, m.collects = time.Now().Add(victimTime/4-victimTime), time.Time{}
	}
}

// over reports whether the VM of s is to be stopped: the heap is larger than its limit, what it allocated
// may be so much, and no other VM is likely to have more. It does not wait for the collection that says how much of it is garbage:
// that is asked for, and looked at when over is called again.
func (m *heapMeter) over(s *heapShare) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if now.Sub(m.at) > lookInterval || m.near(s) {
		m.look(now)
	}
	if most := m.most(s.limit); m.alone() && float64(m.bytes) > most && s.likely.sum() > most {
		return m.choose(s, now)
	}
	if m.large && m.bytes > floodFactor*s.limit && s.likely.fresh > floodFactor*float64(s.limit) {
		return m.choose(s, now) // a collection would come too late
	}
	if m.alone() && s.overs >= oversMost && m.tight(s.limit) {
		return m.choose(s, now)
	}
	if s.asked > m.collected {
		return false
	}
	if m.bytes <= s.limit || s.most.sum() <= float64(s.limit) {
		s.asked = 0
		return false
	}
	if s.asked == 0 {
		if now.Sub(m.collects) > 10*lookInterval || s.most.fresh >= float64(s.limit) {
			s.asked = m.collect()
		}
		return false
	}
	s.asked = 0
	if s.most.kept <= float64(s.limit) {
		return false
	}
	return m.choose(s, now)
}

// most returns how large the heap can be while a VM has no more than its limit and the rest is garbage that the collector
// leaves for later.
func (m *heapMeter) most(limit uint64) float64 {
	most := float64(limit) * (1 + float64(m.percent)/100)
	return max(float64(limit), min(most, float64(m.soft))) * lateCollection
}

// tight reports whether the collector works so hard that what it leaves is no garbage.
func (m *heapMeter) tight(limit uint64) bool { return m.most(limit) < 2*float64(limit) }

// alone reports whether one VM runs: then what is seen is its own.
func (m *heapMeter) alone() bool { return len(m.shares) == 1 }

// near reports whether the heap may soon be over the limit of s. m.mu is locked.
func (m *heapMeter) near(s *heapShare) bool { return m.bytes > s.limit/2 }

// interval returns how long the VM of s may be left alone.
func (m *heapMeter) interval(s *heapShare) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s.limit > 0 && m.near(s) {
		return nearInterval
	}
	return watchInterval
}

// deaf reports whether the VM of s, which was stopped, has allocated so much since that it cannot be left to end by itself.
func (m *heapMeter) deaf(s *heapShare) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s.limit == 0 {
		return false
	}
	m.look(time.Now())
	most := max(deafFactor*float64(s.limit), m.most(s.limit))
	return m.alone() && float64(m.bytes) > most && s.likely.sum() > most
}

// choose makes s the victim, if no other VM is one just now, or is likely to have more.
func (m *heapMeter) choose(s *heapShare, now time.Time) bool {
	if m.victim != nil && m.victim != s && now.Sub(m.since) < victimTime {
		return false
	}
	for other := range m.shares {
		if other != s && other.likely.sum() > s.likely.sum() && (other.limit <= s.limit || other.most.sum() > float64(other.limit)) {
			return false // that one is stopped first
		}
	}
	m.victim, m.since = s, now
	m.blame(s)
	return true
}

// blame takes from the accounts of the others what was allocated lately: it was s that did.
func (m *heapMeter) blame(s *heapShare) {
	for other := range m.shares {
		if other != s {
			other.likely.fresh, other.most.fresh = 0, 0
		}
	}
}

// collect begins a collection, and returns its number. One that runs already has begun too early.
func (m *heapMeter) collect() uint64 {
	m.asked++
	number := m.asked
	m.collects = time.Now()
	go func() {
		goruntime.GC()
		m.mu.Lock()
		defer m.mu.Unlock()
		m.look(time.Now())
		m.collected = max(m.collected, number)
	}()
	return number
}

// look takes what was allocated since the last look to the accounts of the VMs that ran.
func (m *heapMeter) look(now time.Time) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/allocs:bytes"},
		{Name: "/gc/heap/live:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/heap/allocs:objects"},
		{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"},
	}
	metrics.Read(samples) // it stops nothing
	inUse, allocs, live, cycles := samples[0].Value.Uint64(), samples[1].Value.Uint64(), samples[2].Value.Uint64(), samples[3].Value.Uint64()
	allocated := float64(allocs - m.allocs)
	objects := samples[4].Value.Uint64()
	m.large = allocated > largeObject*float64(objects-m.objects)
	m.objects = objects
	m.percent, m.soft = samples[5].Value.Uint64(), samples[6].Value.Uint64()
	busy := map[*heapShare]time.Duration{}
	var all time.Duration
	for s := range m.shares {
		if d := s.busy(); d > 0 {
			busy[s] = d
			all += d
		}
	}
	shared := allocated
	for s := range m.shares {
		own := min(float64(s.texts.Load()), shared) // what is not there yet is looked at the next time
		s.texts.Add(-int64(own))
		s.likely.fresh += own
		s.most.fresh += own
		shared -= own
	}
	for s, d := range busy {
		s.likely.fresh += shared * float64(d) / float64(all)
		s.most.fresh += shared
	}
	m.inCycle += allocated
	if cycles != m.cycles && m.inCycle > 0 {
		growth := float64(live) - float64(m.live)
		shrunk := max(0, -growth)
		gone := min(m.left, shrunk) // of those that were left
		for s := range m.shares {
			s.likely.collected(s.likely.kept+(growth+gone)*s.likely.fresh/m.inCycle, float64(live))
			s.most.collected(s.most.kept+max(0, growth)*s.most.fresh/m.inCycle-shrunk, float64(live))
			if s.overs++; s.most.kept <= float64(s.limit) {
				s.overs = 0
			}
		}
		m.left -= gone
		m.inCycle = min(max(0, float64(inUse)-float64(live)), allocated) // behind the collection; garbage that was not swept yet is in use, too
		if m.alone() {                                                   // else nobody knows by whom
			for s := range busy {
				s.likely.fresh, s.most.fresh = m.inCycle, m.inCycle
			}
		}
	}
	m.at, m.bytes, m.allocs, m.live, m.cycles = now, inUse, allocs, live, cycles
}

// own is called before a VM makes a text of so many bytes. It reports whether the VM may.
func (m *heapMeter) own(s *heapShare, bytes float64) bool {
	limit := float64(s.limit)
	if bytes > limit {
		return false
	}
	if float64(s.texts.Add(int64(bytes))) <= limit {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look(time.Now())
	if float64(m.bytes) > floodFactor*limit && s.likely.fresh > floodFactor*limit {
		s.texts.Add(-int64(bytes))
		return false
	}
	return true
}

// reserve is called before a VM allocates so much at once. It reports whether the VM may: the memory is looked at before and not
// when it is too late.
func (m *heapMeter) reserve(s *heapShare, bytes float64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	over := func() bool {
		m.look(time.Now())
		return float64(m.bytes)+bytes > float64(s.limit) && s.most.sum()+bytes > float64(s.limit)
	}
	if !over() {
		return true
	}
	if now := time.Now(); now.Sub(m.collects) > lookInterval {
		m.collects = now
		goruntime.GC() // much of it may be garbage
	}
	return !over()
}
