// This file has the pool of workers: how many there are, and which of them a run gets.

package hitlrun

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"
)

// realmKey is equal for scripts that may share a worker: it has everything that decides what a script can reach.
type realmKey struct {
	options               string
	functions             uintptr
	trace                 uintptr
	keys                  *Keys
	stdout, stderr, stdin any
}

// realm has the workers of scripts with the same options.
type realm struct {
	of       *Workers
	memory   uint64
	net      bool   // its scripts may reach at least one host
	programs bool   // they may run at least one program
	shared   *seats // for runs in shared workers
	alone    *seats // for runs that have lost a worker

	mu     sync.Mutex
	procs  []*proc
	timer  *time.Timer
	closed bool
}

// realm returns the workers for scripts with these options.
func (w *Workers) realm(o *ScriptOptions) (*realm, error) {
	options, err := json.Marshal([]any{o.Permissions, o.Limits, o.Env, o.Args, o.By, o.From, o.Strict, o.Effects, o.Colors})
	if err != nil {
		return nil, err
	}
	key := realmKey{
		options: string(options), functions: reflect.ValueOf(o.Functions).Pointer(), trace: reflect.ValueOf(o.Trace).Pointer(), keys: o.Keys,
		stdout: identity(o.Stdout), stderr: identity(o.Stderr), stdin: identity(o.Stdin),
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, errClosed
	}
	r := w.realms[key]
	if r == nil {
		r = &realm{of: w, memory: w.memory(o.Limits), net: grantsSome(o.Permissions.Net), programs: grantsSome(o.Permissions.Run), shared: newSeats(w.o.Processes * w.o.Runs), alone: newSeats(w.o.Processes)}
		w.realms[key] = r
	}
	return r, nil
}

func grantsSome(g Grant) bool { return g.All || len(g.List) > 0 }

// identity returns a comparable value for a writer or a reader.
func identity(v any) any {
	if v == nil || reflect.TypeOf(v).Comparable() {
		return v
	}
	return new(byte) // equal to nothing
}

// memory is the memory limit that the kernel enforces for a worker.
func (w *Workers) memory(l Limits) uint64 {
	const own, usual = 512 << 20, 4 << 30
	switch most := l.MemoryBytes; {
	case w.o.MemoryBytes != 0:
		return uint64(max(0, w.o.MemoryBytes))
	case most < 0:
		return 0
	case most == 0:
		return usual + usual/2 + own
	default:
		return uint64(most + most/2 + own)
	}
}

// failure is an error of a Function.
type failure struct {
	ref uint64
	err error
}

type saverKey struct {
	ref    uint64
	thread string
}

// lease returns a started worker for one run. The run has its place in the worker until leave.
func (r *realm) lease(ctx context.Context, s *Script, alone bool) (*proc, error) {
	seats := r.shared
	if alone {
		seats = r.alone
	}
	if err := seats.take(ctx); err != nil {
		return nil, err
	}
	p, err := r.choose(s.loadKey(), alone)
	if err != nil {
		seats.leave()
		return nil, err
	}
	<-p.ready
	if p.err != nil {
		r.leave(p)
		return nil, p.err
	}
	return p, nil
}

// choose returns the worker with the fewest runs, or begins to start another one. It prefers workers in which a VM of
// the script waits.
func (r *realm) choose(key loadKey, alone bool) (*proc, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	var best *proc
	n := 0
	for _, p := range r.procs {
		if p.alone || p.retired || p.old() || p.ended() {
			continue
		}
		warmer := best == nil || p.warm[key] > 0 && best.warm[key] == 0
		colder := best != nil && p.warm[key] == 0 && best.warm[key] > 0
		if n++; warmer || !colder && p.runs < best.runs {
			best = p
		}
	}
	if alone || best == nil || best.warm[key] == 0 && best.runs > 0 && n < r.of.o.Processes {
		best = &proc{
			reads: r.of.rooms.read,
			realm: r, alone: alone, since: time.Now(), ready: make(chan struct{}), byID: map[uint64]*Script{}, loading: map[loadKey]*loading{},
			sessions: map[uint64]*remote{}, savers: map[saverKey]*bound{}, stores: map[any]uint64{}, warm: map[loadKey]int{},
		}
		r.procs = append(r.procs, best)
		go best.start()
	}
	best.runs++
	best.warm[key] = max(0, best.warm[key]-1)
	return best, nil
}

// warmed records that one more VM of a script waits in the worker, or that none does.
func (r *realm) warmed(p *proc, key loadKey, one bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.warm[key]++; !one {
		delete(p.warm, key)
	}
}

// maxAge is how long a worker gets new runs, and maxCPU how much processor time it may use in its life. maxCPU is much
// more than a worker can need within maxAge: it stops a worker that nothing else has stopped.
const (
	maxAge = time.Hour
	maxCPU = 4 * maxAge
)

func (r *realm) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// remove removes a worker from the list.
func (r *realm) remove(p *proc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.procs = slices.DeleteFunc(r.procs, func(q *proc) bool { return q == p })
}

// leave ends the use of a worker by a run.
func (r *realm) leave(p *proc) {
	r.mu.Lock()
	p.runs--
	p.idle = time.Now()
	ends := p.runs == 0 && (p.alone || p.old())
	if p.runs == 0 && !ends && r.timer == nil && r.of.o.IdleTime > 0 {
		r.timer = time.AfterFunc(r.of.o.IdleTime, r.expire)
	}
	r.mu.Unlock()
	switch {
	case p.err != nil:
		r.remove(p)
	case ends:
		p.Kill(nil)
	}
	if p.alone {
		r.alone.leave()
	} else {
		r.shared.leave()
	}
}

// expire ends the workers that had no run for IdleTime, and removes the realm if it has no others.
func (r *realm) expire() {
	r.of.mu.Lock()
	defer r.of.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.timer = nil
	next := time.Duration(0)
	for _, p := range r.procs {
		if p.runs > 0 || p.ended() {
			continue
		}
		left := r.of.o.IdleTime - time.Since(p.idle)
		if left <= 0 {
			p.retired = true
			p.Kill(nil)
		} else if next == 0 || left < next {
			next = left
		}
	}
	if next > 0 {
		r.timer = time.AfterFunc(next, r.expire)
	}
	if !slices.ContainsFunc(r.procs, func(p *proc) bool { return !p.retired }) {
		maps.DeleteFunc(r.of.realms, func(_ realmKey, other *realm) bool { return other == r })
	}
}

// close ends all workers.
func (r *realm) close() {
	r.mu.Lock()
	r.closed = true
	procs := slices.Clone(r.procs)
	r.mu.Unlock()
	for _, p := range procs {
		<-p.ready
		if p.err == nil {
			p.Kill(errClosed)
		}
	}
}

// forget unloads a script from all workers.
func (r *realm) forget(s *Script) {
	r.mu.Lock()
	procs := slices.Clone(r.procs)
	r.mu.Unlock()
	for _, p := range procs {
		select {
		case <-p.ready:
		default:
			continue // it has no script yet
		}
		if !p.ended() {
			p.forget(s.loadKey())
		}
	}
}
