// This file runs hitlrun in processes of its own, kills and stops them, cuts the power of their disk, has its
// syncs fail and their clocks wrong.

package torture

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ill is what befalls a process.
type ill int

const (
	nothing ill = iota
	kill        // it is killed
	cut         // the power of its disk is cut: it is killed, and all others that use the store
	stop        // it is stopped for a while, and then continued
	lose        // syncs of the disk fail
	ills
)

var illNames = [ills]string{"nothing", "kill", "power cut", "stop", "failed sync"}

// fate is what befalls a process, and when; the zero value is nothing.
type fate struct {
	ill   ill
	after time.Duration // by the clock, or
	trap  *trap         // by a request
	wait  time.Duration // how long it is stopped
	syncs int           // how many fail
	step  int           // by how many seconds its clock is off
	seed  uint64        // of what a disk has after a cut
}

func (f fate) String() string {
	text := illNames[f.ill]
	switch {
	case f.ill == nothing:
	case f.ill == lose:
		text = fmt.Sprintf("%d syncs fail", f.syncs)
	case f.trap == nil:
		text += fmt.Sprintf(" after %.1f ms", ms(f.after))
	case f.trap.answered:
		text += fmt.Sprintf(" %.1f ms after request %d was answered", ms(f.trap.wait), f.trap.after+1)
	default:
		text += fmt.Sprintf(" when request %d is seen", f.trap.after+1)
	}
	if f.ill == stop {
		text += fmt.Sprintf(", for %.0f ms", ms(f.wait))
	}
	if f.step != 0 {
		text += fmt.Sprintf(", clock off by %d s", f.step)
	}
	return text
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
	killed         bool // by us, before its end, or its disk failed: what it did is unknown
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
	wanted counts
}

// counts are what make torture prints.
type counts struct {
	processes, byClock, seen, answered int
	ills                               [ills]int
	steps                              int            // processes with another clock than that before
	again                              int            // that only read, and were run again after a cut
	found                              map[string]int // what operators met
	tenths                             [10]int        // of the usual life of a process: ills by the clock
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
			for range 50 { // it may die with another one, or by the disk
				if !ends[i].killed || c.fate.ill != nothing || !c.reads() {
					break
				}
				p.mu.Lock()
				p.counts.again++
				p.mu.Unlock()
				ends[i] = p.one(s, c)
			}
		})
	}
	wg.Wait()
	return ends
}

// reads reports whether the command only reads.
func (c *command) reads() bool {
	return c.kind == "state" || c.kind == "threads" || c.kind == "audit" || c.kind == "verify"
}

// victim is a process that runs.
type victim struct {
	mu   sync.Mutex
	cmd  *exec.Cmd
	over bool
}

// signal sends a signal to the process, if it still runs. It reports whether it did.
func (v *victim) signal(s syscall.Signal) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return !v.over && v.cmd.Process != nil && v.cmd.Process.Signal(s) == nil
}

func (p *pool) one(s *store, c *command) ended {
	cmd := exec.Command(p.binary, c.args...)
	cmd.Dir, cmd.Env = s.dir, slices.Concat(p.env, s.env, []string{"HITLRUN_DB=" + s.path()})
	if c.fate.step != 0 {
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", clockStep, c.fate.step))
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	v := &victim{cmd: cmd}
	if t := c.fate.trap; t != nil {
		set := *t
		set.kill, set.continued = func() { p.strike(s, v, c.fate) }, c.fate.ill == stop
		p.server.set(c.thread, &set)
		defer p.server.set(c.thread, nil)
	}
	time.Sleep(c.late)
	leave, lost := func() bool { return false }, 0
	if s.disk != nil {
		leave = s.disk.enter(func() { v.signal(syscall.SIGKILL) })
		lost = s.disk.failed()
		if c.fate.ill == lose {
			s.disk.failSyncs(c.fate.syncs)
		}
	}
	begin := time.Now()
	v.mu.Lock()
	err := cmd.Start()
	v.mu.Unlock()
	if err != nil {
		leave()
		return ended{code: -1, stderr: err.Error()}
	}
	if c.fate.ill != nothing && c.fate.ill != lose && c.fate.trap == nil {
		defer time.AfterFunc(c.fate.after, func() { p.strike(s, v, c.fate) }).Stop()
	}
	err = cmd.Wait()
	v.mu.Lock()
	v.over = true
	v.mu.Unlock()
	if c.fate.ill == lose {
		lost = s.disk.failed() - lost
	}
	wasCut := leave()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return ended{code: -1, stderr: err.Error()}
	}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	e := ended{code: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
	notified := e.code == 0 || e.code == 3 || e.code == 4
	e.killed = status.Signaled() || wasCut && !notified || !notified && strings.Contains(e.stdout+e.stderr, "the disk failed to sync what was written")
	p.count(c, e.killed, c.fate.ill == lose && lost > 0, time.Since(begin))
	return e
}

// strike has happen to a process what its fate is.
func (p *pool) strike(s *store, v *victim, f fate) {
	switch f.ill {
	case kill:
		v.signal(syscall.SIGKILL)
	case cut:
		if v.signal(0) {
			s.disk.cut(rand.New(rand.NewPCG(f.seed, 1)))
		}
	case stop:
		if v.signal(syscall.SIGSTOP) {
			p.mu.Lock()
			p.counts.ills[stop]++
			p.mu.Unlock()
			time.AfterFunc(f.wait, func() { v.signal(syscall.SIGCONT) })
		}
	}
}

func (p *pool) count(c *command, killed, failed bool, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts.processes++
	if c.fate.step != 0 {
		p.counts.steps++
	}
	if failed {
		p.counts.ills[lose]++
	}
	usual := p.life[c.kind]
	if !killed {
		if usual == 0 {
			usual = took
		}
		if c.fate.ill != stop {
			p.life[c.kind] = (3*usual + took) / 4
		}
		return
	}
	if c.fate.ill != kill && c.fate.ill != cut {
		return // it died with another one, or its disk failed
	}
	p.counts.ills[c.fate.ill]++
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

// missing returns the ills that there were too few of, and whether there were too few clock steps.
func (p *pool) missing() (list []ill, steps bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.counts.ills {
		if p.counts.ills[i] < p.wanted.ills[i] {
			list = append(list, ill(i))
		}
	}
	return list, p.counts.steps < p.wanted.steps
}

// draw chooses the fate of a process. traps is how many meet it by a request.
func (p *pool) draw(r *rand.Rand, kind string, chance, traps float64, clocks bool) (f fate) {
	missing, steps := p.missing()
	if clocks && steps && chance > 0 && r.IntN(2) == 0 {
		f.step = r.IntN(7200) - 3600
	}
	luck := r.Float64()
	if luck >= chance || len(missing) == 0 {
		return f
	}
	f.ill, f.seed = missing[r.IntN(len(missing))], r.Uint64()
	f.wait, f.syncs = time.Duration(r.Int64N(int64(300*time.Millisecond))), 1+r.IntN(2)
	if f.ill != lose && r.Float64() < traps {
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
