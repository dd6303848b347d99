// This file has the test: stores, one after the other, until there were enough kills.

package torture

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/conformance/powercut"

	_ "github.com/hitlrun/hitlrun" // is what the program is made of: when it changes, an old result does not count
)

var (
	wantedKills  = flag.Int("kills", 30, "how many processes to kill")
	wantedCuts   = flag.Int("cuts", 30, "how often to cut the power")
	wantedStops  = flag.Int("stops", 5, "how many processes to stop for a while")
	wantedLosses = flag.Int("syncs", 10, "how many syncs to let fail")
	wantedSteps  = flag.Int("steps", 30, "how many processes to give a clock that is up to an hour off")
	seed         = flag.Uint64("seed", 0, "what the choices are made of; 0 is another one each time")
)

// flow is a workflow: the labels of its questions in the order in which the final state has
// their answers, how many tickets it makes, and how many of its processes are killed by a
// request and not by the clock.
type flow struct {
	name      string
	labels    []string
	tickets   int
	traps     float64
	deadlines bool
	faults    bool // the server fails now and then, and the node with it
}

func flows() []flow {
	loop := flow{name: "loop"}
	for i := range 10 {
		loop.labels = append(loop.labels, fmt.Sprint("question ", i))
	}
	effects := flow{name: "effects", tickets: 8, traps: 0.9, faults: true, labels: []string{"one", "two", "three"}}
	return []flow{
		loop, effects,
		{name: "subgraph", tickets: 4, traps: 0.4, labels: []string{"node a", "node b", "node c", "travel a", "travel b", "plan a", "plan b", "plan c"}},
		{name: "deadline", deadlines: true, labels: []string{"left", "right", "nobody", "after"}},
		{name: "reviewers", labels: []string{"ann", "bob", "eve", "decide"}},
	}
}

// testdata is the folder of the workflows.
var testdata = func() string {
	path, err := filepath.Abs("testdata")
	if err != nil {
		panic(err)
	}
	return path
}()

// store is a store with some threads.
type store struct {
	dir   string
	disk  *disk // nil: the store is in dir
	pool  *pool
	begin time.Time
	env   []string

	changing sync.Mutex // of the keys
	keys     []string   // nil for a plain store

	mu      sync.Mutex
	history []string // of all of its threads
}

func (s *store) path() string {
	if s.disk != nil {
		return filepath.Join(s.disk.dir, "hitlrun.db")
	}
	return filepath.Join(s.dir, "hitlrun.db")
}

func (s *store) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.history = append(s.history, fmt.Sprintf("%8.3f ", time.Since(s.begin).Seconds())+fmt.Sprintf(format, args...))
}

// enough reports whether there was enough of everything.
func (p *pool) enough() bool {
	missing, steps := p.missing()
	return len(missing) == 0 && !steps
}

func TestTorture(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed=%d", *seed)
	binary, err := buildProgram(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := newPool(binary, t.TempDir(), newServer(t), 2)
	begin := time.Now()
	calm := play(t, p, 0, flows(), 0)
	if t.Failed() {
		return
	}
	p.counts = counts{}
	p.wanted = counts{ills: [ills]int{kill: *wantedKills, cut: *wantedCuts, stop: *wantedStops, lose: *wantedLosses}, steps: *wantedSteps}
	if err := powercut.Available(); err != nil {
		t.Logf("no power is cut, and no sync fails: %v", err)
		p.wanted.ills[cut], p.wanted.ills[lose] = 0, 0
	}
	p.server.r = rand.New(rand.NewPCG(*seed, 0))
	threads, chance := flows(), 0.5
	if *wantedKills > 100 {
		effects := threads[1]
		threads, chance = append(append(threads, effects, effects), threads...), 0.7
	}
	var sum totals
	for n := uint64(1); !p.enough() && !t.Failed(); n++ {
		for name, ends := range play(t, p, n, threads, chance) {
			for _, end := range ends {
				if want := calm[name][0].normal; end.normal != want {
					t.Errorf("store %d: a thread of %s ended with\n%s\nundisturbed it is\n%s", n, name, end.normal, want)
				}
				sum.threads++
				sum.answers += len(end.Answers)
			}
		}
	}
	sum.print(t, p, time.Since(begin))
}

// play fills a store, number n, with a thread of each flow, drives all to their ends, and
// returns these.
func play(t *testing.T, p *pool, n uint64, flows []flow, chance float64) map[string][]*ending {
	dir, err := os.MkdirTemp("", "torture-") //nolint:usetesting // it is removed in a way of its own
	if err != nil {
		t.Fatal(err)
	}
	s := &store{dir: dir, pool: p, begin: time.Now()}
	if n > 0 && powercut.Available() == nil {
		s.disk = newDisk(t)
		defer s.disk.close()
	}
	if n%2 == 1 {
		s.encrypt(t)
	}
	var threads []*thread
	for i, f := range flows {
		threads = append(threads, &thread{
			store: s, flow: f, id: fmt.Sprintf("%s-%d-%d", f.name, n, i), chance: chance,
			r: rand.New(rand.NewPCG(*seed, n<<32+uint64(i))), questions: map[string]*question{},
		})
	}
	work := make(chan *thread)
	var wg sync.WaitGroup
	for range 2 { // operators
		wg.Go(func() {
			for th := range work {
				th.drive()
			}
		})
	}
	for _, th := range threads {
		work <- th
	}
	close(work)
	wg.Wait()
	return s.end(t, threads)
}

// end checks a store and its threads, and reports what is wrong.
func (s *store) end(t *testing.T, threads []*thread) map[string][]*ending {
	ends := map[string][]*ending{}
	failed := false
	for _, problem := range s.check() {
		failed = true
		t.Errorf("store %s (-seed=%d): %s", s.path(), *seed, problem)
	}
	for _, th := range threads {
		var end *ending
		if len(th.problems) == 0 {
			end = th.check()
		}
		if len(th.problems) > 0 {
			failed = true
			t.Errorf("thread %s (-seed=%d), store %s:\n%s\nits history:\n%s\nof all threads:\n%s", th.id, *seed, s.path(),
				strings.Join(th.problems, "\n"), strings.Join(th.history, "\n"), strings.Join(s.history, "\n"))
			continue
		}
		ends[th.flow.name] = append(ends[th.flow.name], end)
	}
	if !failed {
		os.RemoveAll(s.dir)
	}
	return ends
}

// totals are what was done in all.
type totals struct{ threads, answers int }

func (sum totals) print(t *testing.T, p *pool, took time.Duration) {
	effects, repeated, requests := 0, 0, 0
	for _, e := range p.server.threads {
		for _, m := range e.tickets {
			effects++
			requests += m.requests
			if m.requests > 1 {
				repeated++
			}
		}
	}
	c := &p.counts
	t.Logf("%d processes in %.0f s: %d kills, %d power cuts, %d stopped for a while, %d with failed syncs, %d with a clock that was off",
		c.processes, took.Seconds(), c.ills[kill], c.ills[cut], c.ills[stop], c.ills[lose], c.steps)
	t.Logf("kills and cuts: %d by the clock, %d when the server saw a request, %d when it had answered one", c.byClock, c.seen, c.answered)
	t.Logf("those by the clock, by tenths of the usual life of the process: %v", c.tenths)
	t.Logf("%5d times a process that only read was killed with another one, and run again", c.again)
	for _, what := range slices.Sorted(maps.Keys(c.found)) {
		t.Logf("%5d times %s", c.found[what], what)
	}
	t.Logf("%d threads are done, %d answers taken, %d effects done once, %d of them sent again with the same key (%d requests)",
		sum.threads, sum.answers, effects, repeated, requests)
	t.Logf("the server refused %d requests, and left the first ones of %d effects without an answer", p.server.refused, p.server.dropped)
}
