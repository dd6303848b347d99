// This file runs hitlrun in processes of its own and kills them.

package torture

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// fate is how a process is killed; the zero value is not at all.
type fate struct {
	kill  bool
	after time.Duration // by the clock, or
	trap  *trap         // by a request
}

func (f fate) String() string {
	switch {
	case !f.kill:
		return "left alone"
	case f.trap == nil:
		return fmt.Sprintf("to be killed after %.1f ms", ms(f.after))
	case f.trap.answered:
		return fmt.Sprintf("to be killed %.1f ms after request %d was answered", ms(f.trap.wait), f.trap.after+1)
	}
	return fmt.Sprintf("to be killed when request %d is seen", f.trap.after+1)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// command is a command line, and what is known of such ones.
type command struct {
	kind   string // commands of one kind take the same time
	thread string // whose requests are trapped, "" for none
	args   []string
	late   time.Duration // it starts so much after the others
	fate   fate
}

// ended is how a process ended.
type ended struct {
	killed         bool // by us, before its end
	code           int
	stdout, stderr string
}

// pool runs processes, a few at a time, and learns how long they take.
type pool struct {
	binary string
	env    []string
	server *server
	slots  chan struct{}
	both   sync.Mutex // held while slots are taken

	mu     sync.Mutex
	life   map[string]time.Duration
	counts counts
}

// counts are what make torture prints.
type counts struct {
	processes, kills, byClock, seen, answered int
	found                                     map[string]int // what operators met
	tenths                                    [10]int        // of the usual life of a process: kills by the clock
}

func newPool(binary, dir string, s *server, slots int) *pool {
	return &pool{
		binary: binary, server: s, slots: make(chan struct{}, slots), life: map[string]time.Duration{},
		env: append(os.Environ(), "XDG_CACHE_HOME="+dir, "HOME="+dir, "NO_COLOR=1"),
	}
}

// run runs commands, at the same instant unless one is late, and returns when all have ended.
func (p *pool) run(s *store, commands ...*command) []ended {
	p.both.Lock()
	for range commands {
		p.slots <- struct{}{}
	}
	p.both.Unlock()
	ends := make([]ended, len(commands))
	var wg sync.WaitGroup
	for i, c := range commands {
		wg.Go(func() {
			defer func() { <-p.slots }()
			ends[i] = p.one(s, c)
		})
	}
	wg.Wait()
	return ends
}

func (p *pool) one(s *store, c *command) ended {
	cmd := exec.Command(p.binary, c.args...)
	cmd.Dir, cmd.Env = s.dir, slices.Concat(p.env, s.env)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var mu sync.Mutex
	over := false
	kill := func() {
		mu.Lock()
		defer mu.Unlock()
		if !over && cmd.Process != nil {
			_ = cmd.Process.Kill() // its end tells whether it was alive
		}
	}
	if t := c.fate.trap; t != nil {
		set := *t
		set.kill = kill
		p.server.set(c.thread, &set)
		defer p.server.set(c.thread, nil)
	}
	time.Sleep(c.late)
	begin := time.Now()
	mu.Lock()
	err := cmd.Start()
	mu.Unlock()
	if err != nil {
		return ended{code: -1, stderr: err.Error()}
	}
	if c.fate.kill && c.fate.trap == nil {
		defer time.AfterFunc(c.fate.after, kill).Stop()
	}
	err = cmd.Wait()
	mu.Lock()
	over = true
	mu.Unlock()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return ended{code: -1, stderr: err.Error()}
	}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	e := ended{killed: status.Signaled(), code: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
	p.count(c, e.killed, time.Since(begin))
	return e
}

func (p *pool) count(c *command, killed bool, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts.processes++
	usual := p.life[c.kind]
	if !killed {
		if usual == 0 {
			usual = took
		}
		p.life[c.kind] = (3*usual + took) / 4
		return
	}
	p.counts.kills++
	switch t := c.fate.trap; {
	case t == nil:
		p.counts.byClock++
		p.counts.tenths[min(9, max(0, int(10*c.fate.after/max(usual, 1))))]++
	case t.answered:
		p.counts.answered++
	default:
		p.counts.seen++
	}
}

// met counts something that an operator met.
func (p *pool) met(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.counts.found == nil {
		p.counts.found = map[string]int{}
	}
	p.counts.found[what]++
}

func (p *pool) kills() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.counts.kills
}

// draw chooses the fate of a process. traps is how many are killed by a request.
func (p *pool) draw(r *rand.Rand, kind string, chance, traps float64) fate {
	if r.Float64() >= chance {
		return fate{}
	}
	f := fate{kill: true}
	if r.Float64() < traps {
		f.trap = &trap{after: r.IntN(3) * r.IntN(2), answered: r.IntN(2) == 0, wait: time.Duration(r.Int64N(int64(4 * time.Millisecond)))}
		return f
	}
	f.after = time.Duration(r.Float64() * 1.1 * float64(p.usual(kind)))
	return f
}

// usual is how long a command of a kind takes.
func (p *pool) usual(kind string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(p.life[kind], time.Millisecond)
}
