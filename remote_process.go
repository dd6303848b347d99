// This file has the processes of workers: how they are started, which scripts they have loaded, how they end.

package hitlrun

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/internal/budget"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/worker"
)

// proc is a worker of a realm.
type proc struct {
	*worker.Process
	realm *realm
	alone bool
	reads *budget.Budget // that it shares with others
	ready chan struct{}  // closed when the worker has started, or could not be started
	err   error          // why it could not be started

	// These are guarded by realm.mu.
	runs    int             // runs that are active or about to start
	since   time.Time       // when it was started
	idle    time.Time       // since when it has no runs
	retired bool            // it was ended because it was idle
	warm    map[loadKey]int // about how many VMs of each script wait in it for a run

	mu       sync.Mutex
	byID     map[uint64]*Script
	loading  map[loadKey]*loading
	uses     uint64 // how often a script was needed
	sessions map[uint64]*remote
	savers   map[saverKey]*bound
	stores   map[any]uint64
	lastRef  uint64
	failures []failure // the last errors of Functions, in the order of their refs
}

// loadKey is equal for scripts that a worker loads once for all of them.
type loadKey struct {
	bundle *bundle.Result
	reuse  bool
}

func (s *Script) loadKey() loadKey { return loadKey{s.bundle, s.o.Reuse} }

// maxLoaded is how many scripts a worker has loaded at most.
const maxLoaded = 100

// loading is a script on its way into a worker.
type loading struct {
	used uint64 // greater than that of each script that was needed before
	id   uint64
	done chan struct{}
	err  error
}

// ended reports whether the worker could not be started, or is dead.
func (p *proc) ended() bool {
	select {
	case <-p.ready:
	default:
		return false
	}
	if p.err != nil {
		return true
	}
	select {
	case <-p.Gone():
		return true
	default:
		return false
	}
}

// passedOn are the environment variables of this process that a worker gets, because Go itself needs them. Scripts see
// ScriptOptions.Env instead.
var passedOn = []string{"TZ", "ZONEINFO", "SSL_CERT_FILE", "SSL_CERT_DIR", "TMPDIR", "SYSTEMROOT"}

// proxies are further variables that a worker gets if its scripts may reach a host.
var proxies = []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"}

// paths are further variables that a worker gets if its scripts may run programs.
var paths = []string{"PATH", "PATHEXT"}

// grantedEnv returns the environment that a script sees. The worker gets no other part of it.
func grantedEnv(o *ScriptOptions) (env []string) {
	for _, pair := range o.Env {
		if name, _, ok := strings.Cut(pair, "="); ok && o.Permissions.of().CheckEnv(name) == nil {
			env = append(env, pair)
		}
	}
	return env
}

// old reports whether the worker is too old to get new runs.
func (p *proc) old() bool { return time.Since(p.since) > maxAge }

// exhaustedError is an ErrExhausted with the text of another error.
type exhaustedError struct{ error }

func (e exhaustedError) Is(target error) bool { return target == ErrExhausted }
func (e exhaustedError) Unwrap() error        { return e.error }

// start starts the worker.
func (p *proc) start() {
	env, names := []string{}, passedOn
	if p.realm.net {
		names = slices.Concat(names, proxies)
	}
	if p.realm.programs {
		names = slices.Concat(names, paths)
	}
	for _, name := range names {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	p.Process, p.err = worker.Start(context.Background(), worker.Options{
		Handler: p.handler(), Bounds: worker.Bounds{Large: readsMuch, Heavy: p.realm.of.rooms.of}, Env: env,
		MemoryBytes: p.realm.memory, Cgroup: p.realm.of.o.Cgroup, CPU: maxCPU * time.Duration(goruntime.NumCPU()),
	})
	if p.err == nil {
		go p.bury()
	} else if errors.Is(p.err, worker.ErrExhausted) {
		p.err = exhaustedError{p.err}
	}
	close(p.ready)
	if p.realm.isClosed() && p.err == nil {
		p.Kill(errClosed)
	}
}

// bury frees the resources of a dead worker.
func (p *proc) bury() {
	<-p.Done()
	p.mu.Lock()
	p.savers = map[saverKey]*bound{}
	p.mu.Unlock()
	p.realm.remove(p)
}

// load loads a script into the worker, unless the worker has it.
func (p *proc) load(ctx context.Context, s *Script) (uint64, error) {
	key := s.loadKey()
	p.mu.Lock()
	l := p.loading[key]
	first, many := l == nil, len(p.loading) > maxLoaded
	if first {
		p.lastRef++
		l = &loading{id: p.lastRef, done: make(chan struct{})}
		p.loading[key], p.byID[l.id] = l, s
	}
	p.uses++
	l.used = p.uses
	p.mu.Unlock()
	if many {
		p.forgetOne(key)
	}
	if !first {
		<-l.done
		return l.id, l.err
	}
	o := &s.o
	if most := jsapi.Limits(o.Limits).TurnMost(); most > 0 { // compilers compute what is constant
		why := &jsapi.LimitError{What: fmt.Sprintf("it took more than %s to compile it", most), Flag: "--max-turn"}
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, most, why)
		defer stop()
	}
	_, l.err = ask[nothing](ctx, p, toLoad, &scriptMessage{
		ID: l.id, Path: s.path, File: s.file, Code: s.bundle.Code, Map: s.bundle.Map, Hash: s.hash,
		Trace: o.Trace != nil, Stdout: o.Stdout != nil, Stderr: o.Stderr != nil, Stdin: o.Stdin != nil, Args: o.Args, Env: grantedEnv(o),
		Permissions: o.Permissions, Limits: o.Limits, Profile: o.Profile, Effects: o.Effects, Functions: slices.Collect(maps.Keys(o.Functions)),
		By: o.By, From: o.From, Strict: o.Strict, Colors: o.Colors, Reuse: o.Reuse, MaxIdle: o.MaxIdle,
	})
	if l.err != nil {
		p.unload(key)
	}
	close(l.done)
	return l.id, l.err
}

// unload removes a script from the list of loaded scripts, and returns the id that it had.
func (p *proc) unload(key loadKey) (id uint64, loaded bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.loading[key]
	if l == nil {
		return 0, false
	}
	delete(p.loading, key)
	delete(p.byID, l.id)
	return l.id, true
}

// forget unloads a script from the worker.
func (p *proc) forget(key loadKey) {
	p.realm.warmed(p, key, false)
	if id, loaded := p.unload(key); loaded {
		go func() { _, _ = calls[nothing](context.Background(), p, toForget, &scriptID{id}) }() // a dead worker has nothing to unload
	}
}

// forgetOne unloads the script that was not needed for the longest time, and is not that of key, from the worker. A later run of that script
// loads it again.
func (p *proc) forgetOne(key loadKey) {
	p.mu.Lock()
	victim, oldest := key, uint64(math.MaxUint64)
	for other, l := range p.loading {
		if other != key && l.used < oldest {
			victim, oldest = other, l.used
		}
	}
	p.mu.Unlock()
	if victim != key {
		p.forget(victim)
	}
}

// bind lets the worker use the saver of a call until the call ends.
func (p *proc) bind(b *bound, threadID string) (saverRef, func()) {
	store := storeOf(b.saver)
	p.mu.Lock()
	defer p.mu.Unlock()
	id := p.stores[store]
	if id == 0 {
		p.lastRef++
		id = p.lastRef
		p.stores[store] = id
	}
	key := saverKey{id, threadID}
	p.savers[key] = b
	_, syncs := b.saver.(checkpoint.Grouper) // otherwise commit syncs each batch
	return saverRef{id, threadID, syncs}, func() {
		p.mu.Lock()
		if p.savers[key] == b {
			delete(p.savers, key)
		}
		p.mu.Unlock()
		b.end()
	}
}
