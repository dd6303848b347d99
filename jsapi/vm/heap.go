// This file estimates how much of the heap each VM uses.
//
// Neither goja nor Go records which VM owns an object. Only two quantities are visible: how much
// the whole process allocates, and how much more is in use after a collection than after the one
// before. At each sample the meter divides the bytes allocated since the last sample among the VMs
// that ran in between, in proportion to their running time. At each collection it divides the
// growth in the same way. A VM that ran alone gets exactly its own bytes. For VMs that ran at the
// same time, the meter also counts the upper bound: each may have allocated all of it.

package vm

import (
	goruntime "runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// heapShare is the estimate for one VM.
type heapShare struct {
	limit uint64
	busy  func() time.Duration // how long the VM has run since the last call of busy

	likely, most amount       // the share by running time; all that was allocated while the VM ran
	announced    atomic.Int64 // bytes of large allocations that the VM has announced and that no sample has counted yet; they belong to this VM alone
	late         int64        // how many of them were announced before the last sample
	asked        uint64       // the number of the collection for which over waits; 0 for none
	askedAt      time.Time    // when that collection was requested
	overs        uint64       // how many collections in a row left more than the limit
}

// amount is an estimate in bytes.
type amount struct {
	inUse float64 // after the last collection
	fresh float64 // allocated since then; some may be garbage by now
}

func (a *amount) sum() float64 { return a.inUse + a.fresh }

// collected records a collection after which inUse bytes are in use by the VM. live is the number of
// bytes that the whole process uses, an upper bound.
func (a *amount) collected(inUse, live float64) {
	a.inUse, a.fresh = min(max(0, inUse), live), 0
}

// heapMeter samples the heap of the process for all VMs.
type heapMeter struct {
	mu     sync.Mutex
	shares map[*heapShare]bool
	victim *heapShare // the VM that was stopped for its memory and has not released it; nil for none
	since  time.Time  // when victim was stopped

	at       time.Time // when the last sample was taken
	bytes    uint64    // bytes in use at that time, including garbage
	allocs   uint64    // bytes that the process has allocated in total
	live     uint64    // bytes in use after the last collection
	cycles   uint64
	inCycle  float64   // bytes allocated since the last collection, by the whole process
	left     float64   // bytes of VMs that have ended their run since; they may soon be garbage
	collects time.Time // when the last collection was requested

	objects uint64 // the number of objects that were allocated in total
	large   bool   // objects allocated since the last sample are large on average
	percent uint64 // GOGC
	soft    uint64 // the memory limit of the collector (GOMEMLIMIT)

	asked, collected uint64 // the numbers of the last collection that was requested, and of the last that ended
}

// gone stands for a victim that has been left.
var gone = &heapShare{} //nolint:gochecknoglobals // it is never changed

// theHeap is the meter of this process.
var theHeap heapMeter //nolint:gochecknoglobals // there is one heap

// lookInterval is the time between two samples. nearInterval is the time between them while the
// heap exceeds half of a limit.
const (
	lookInterval = 2 * watchInterval
	nearInterval = watchInterval / 5
)

// A VM is stopped at once, without waiting for a collection, if it has allocated floodFactor times
// its limit since the last one, in objects of largeObject bytes on average. Strings that double
// grow faster than collections run.
const (
	floodFactor = 2
	largeObject = 64 << 10
)

// lateCollection is the factor by which the heap may exceed the size that the collector aims at.
// Above it the VM exceeds its limit, and no collection is needed to confirm that.
const lateCollection = 1.15

// oversMost is how many collections in a row must leave more than the limit. One is not enough:
// objects that are allocated during a collection count as in use after it.
const oversMost = 2

// garbagePart is the part of its limit that a VM may have allocated since the last collection, for a refusal without another one.
const garbagePart = 8

// deafFactor is the size of the heap, as a multiple of the limit, above which a VM that was stopped
// and still allocates cannot end by itself any more.
const deafFactor = 1.6

// victimTime is how long a VM that was stopped may take to release its memory, before another VM is
// stopped.
const victimTime = 2 * time.Second

// add registers a VM that is entered.
func (m *heapMeter) add(s *heapShare) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look(time.Now()) // bytes allocated before belong to other VMs
	s.busy()
	for _, a := range []*amount{&s.likely, &s.most} {
		a.inUse, a.fresh = min(a.sum(), float64(m.bytes)), 0 // collections may have run since the VM was last entered
	}
	if m.shares == nil {
		m.shares = map[*heapShare]bool{}
	}
	m.shares[s] = true
}

// remove removes a VM that is left.
func (m *heapMeter) remove(s *heapShare) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look(time.Now())
	delete(m.shares, s)
	m.left += s.likely.sum()
	if m.victim == s { // its memory can be released soon
		m.blame(s)
		m.victim = gone // a pointer to s would retain the memory of its VM
		m.since, m.collects = time.Now().Add(victimTime/4-victimTime), time.Time{}
	}
}

// over reports whether the VM of s must be stopped: the heap exceeds its limit, the VM may have
// allocated that much, and no other VM is likely to use more. If a collection is needed to find how
// much is garbage, over requests one and returns false; a later call uses its result.
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
	if m.victim != nil && m.victim != s && s.askedAt.Before(m.since.Add(victimTime)) {
		s.asked = 0 // the collection may have seen the memory of the victim
	}
	if m.bytes <= s.limit || s.most.sum() <= float64(s.limit) {
		s.asked = 0
		return false
	}
	if s.asked == 0 {
		if now.Sub(m.collects) > 10*lookInterval || s.most.fresh >= float64(s.limit) {
			s.asked, s.askedAt = m.collect(), now
		}
		return false
	}
	s.asked = 0
	if s.most.inUse <= float64(s.limit) {
		return false
	}
	if !m.alone() && s.overs < oversMost { // what others allocate during a collection counts as in use after it, too
		s.asked, s.askedAt = m.collect(), now
		return false
	}
	return m.choose(s, now)
}

// most returns the size that the heap can have while one VM uses its limit, and the rest is garbage
// that the collector has not removed yet. The result is in bytes.
func (m *heapMeter) most(limit uint64) float64 {
	most := float64(limit) * (1 + float64(m.percent)/100)
	return max(float64(limit), min(most, float64(m.soft))) * lateCollection
}

// tight reports whether the collector runs so often, because of its memory limit, that little
// garbage remains in the heap.
func (m *heapMeter) tight(limit uint64) bool { return m.most(limit) < 2*float64(limit) }

// alone reports whether only one VM runs: then all allocations are its own.
func (m *heapMeter) alone() bool { return len(m.shares) == 1 }

// near reports whether the heap may soon exceed the limit of s. m.mu must be locked.
func (m *heapMeter) near(s *heapShare) bool { return m.bytes > s.limit/2 }

// interval returns the time until the next check of the VM of s.
func (m *heapMeter) interval(s *heapShare) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s.limit > 0 && m.near(s) {
		return nearInterval
	}
	return watchInterval
}

// deaf reports whether the VM of s, which was stopped, has allocated so much since then that it
// cannot end by itself.
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

// choose makes s the victim and returns true, unless another VM is to be stopped first.
func (m *heapMeter) choose(s *heapShare, now time.Time) bool {
	if m.before(s, now) {
		return false
	}
	m.stop(s, now)
	return true
}

// before reports whether another VM is to be stopped before that of s: one that is the victim at the moment, or that is
// likely to use more.
func (m *heapMeter) before(s *heapShare, now time.Time) bool {
	if m.victim != nil && m.victim != s && now.Sub(m.since) < victimTime {
		return true
	}
	for other := range m.shares {
		if other != s && other.likely.sum() > s.likely.sum() && (other.limit <= s.limit || other.most.sum() > float64(other.limit)) {
			return true
		}
	}
	return false
}

// stop makes s the victim: its VM is stopped, and no other one until its memory is released. m.mu must be locked.
func (m *heapMeter) stop(s *heapShare, now time.Time) {
	m.victim, m.since = s, now
	m.blame(s)
}

// stopped records that the VM of s was refused memory, which stops it.
func (m *heapMeter) stopped(s *heapShare) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shares[s] {
		m.stop(s, time.Now())
	}
}

// blame removes recent allocations from the accounts of the other VMs, because s has made them. Collections that were
// requested before prove nothing against them: the memory of s was in use.
func (m *heapMeter) blame(s *heapShare) {
	for other := range m.shares {
		if other != s {
			other.likely.fresh, other.most.fresh = 0, 0
			other.asked, other.overs = 0, 0
		}
	}
}

// collect starts a collection, and returns its number. A collection that already runs does not
// count, because it began too early.
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

// look takes a sample, and adds the allocations since the last one to the accounts of the VMs that
// ran.
func (m *heapMeter) look(now time.Time) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/allocs:bytes"},
		{Name: "/gc/heap/live:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/heap/allocs:objects"},
		{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"},
	}
	metrics.Read(samples) // Read does not stop the world
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
		own := s.ownSince(shared)
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
		gone := min(m.left, shrunk) // released by VMs that have ended their run
		for s := range m.shares {
			s.likely.collected(s.likely.inUse+(growth+gone)*s.likely.fresh/m.inCycle, float64(live))
			s.most.collected(s.most.inUse+max(0, growth)*s.most.fresh/m.inCycle-shrunk, float64(live))
			if s.overs++; s.most.inUse <= float64(s.limit) {
				s.overs = 0
			}
		}
		m.left -= gone
		m.inCycle = min(max(0, float64(inUse)-float64(live)), allocated) // since the collection; inUse also includes garbage that was not swept yet
		if m.alone() {                                                   // with several VMs the owner is unknown
			for s := range busy {
				s.likely.fresh, s.most.fresh = m.inCycle, m.inCycle
			}
		}
	}
	m.at, m.bytes, m.allocs, m.live, m.cycles = now, inUse, allocs, live, cycles
}

// ownSince returns how many of the allocated bytes are those that the VM has announced. What was announced and is not
// allocated yet is counted at the next sample, and not later: an announcement can be an estimate that is too high.
func (s *heapShare) ownSince(allocated float64) float64 {
	announced := s.announced.Load()
	own := min(float64(announced), allocated)
	old := max(0, s.late-int64(own))
	s.late = s.announced.Add(-int64(own) - old)
	return own
}

// own is called before a VM makes a string of the given number of bytes. It returns false if the VM
// has no memory for it.
func (m *heapMeter) own(s *heapShare, bytes float64) bool {
	limit := float64(s.limit)
	if bytes > limit {
		return false
	}
	if float64(s.announced.Add(int64(bytes))) <= limit {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look(time.Now())
	if float64(m.bytes) > floodFactor*limit && s.likely.fresh > floodFactor*limit {
		s.announced.Add(-int64(bytes))
		return false
	}
	return true
}

// reserve is called before a VM allocates the given number of bytes at once. It returns false if
// the VM has no memory for them.
func (m *heapMeter) reserve(s *heapShare, bytes float64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	limit := float64(s.limit)
	over := func() bool {
		now := time.Now()
		m.look(now)
		return float64(m.bytes)+bytes > limit && s.most.sum()+bytes > limit && (s.likely.sum()+bytes > limit || !m.before(s, now))
	}
	if !over() {
		return true
	}
	if now := time.Now(); now.Sub(m.collects) > lookInterval || s.most.fresh > limit/garbagePart {
		m.collects = now
		goruntime.GC() // much of it may be garbage. A collection that was requested a moment ago may not have ended
	}
	return !over()
}
