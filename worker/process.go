// This file has Process: a worker, for its host, from its start to its end.

package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Options of a worker.
type Options struct {
	// Handler answers the calls of the worker.
	Handler Handler
	Bounds  Bounds
	// MemoryBytes is how much memory the kernel gives the process at most; 0 means no limit. On a system without such a limit, it is
	// the memory limit of Go's garbage collector, which then runs more often.
	MemoryBytes uint64
	// Cgroup is a directory of cgroup v2 (Linux) that is delegated to this process, and that has no other processes. Each worker gets a
	// group below it, with MemoryBytes for the worker and all programs that it starts together. When the worker ends, these programs are
	// killed. A host that is in Cgroup itself moves into the group "host" below it. An empty Cgroup means no groups.
	Cgroup string
	// CPU is how much processor time the process can use in total; 0 means no limit. It is a last resort, if no other limit ends the process.
	CPU time.Duration
	// Env is the environment of the process. nil means an empty environment.
	Env []string
	// Silence is how long a worker that has calls may take to answer a ping, and any worker to send the rest of a large message, before it is
	// killed; 0 means 30 s.
	Silence time.Duration
}

// mostSilence is the default of Options.Silence.
const mostSilence = 30 * time.Second

// methodHello is the first call of the host, and methodPing a call that it repeats. The numbers of other methods belong to the users of this package.
const (
	methodHello = 254
	methodPing  = 255
)

// name is argument 0 of a worker. A process with this argument runs as a worker.
const name = "hitlrun-worker"

// startTime is how long a process may take to answer the first call.
const startTime = 30 * time.Second

// handshake is the body of the first call and of its answer.
type handshake struct {
	Protocol    int
	MemoryBytes uint64
	CPUSeconds  uint64
}

// protocol is the version of the frames and bodies.
const protocol = 2

// Process is a worker. It is safe for concurrent use.
type Process struct {
	*Peer
	cmd   *exec.Cmd
	limit uint64 // the memory limit in bytes; 0 for none
	group *group
	trace *trace
	dead  chan struct{}
	done  chan struct{} // closed when it is dead and no handler of its calls runs

	mu    sync.Mutex
	why   error // the reason for which it was killed, nil if it was not
	calls int
	death error
}

// Start starts a worker. It runs the program of this process again, whose main function has to call Main first. An error
// says why the process did not start, or why it did not answer within 30 s or before ctx ended: Start has killed it then.
// Later, ctx has no effect on the worker.
func Start(ctx context.Context, o Options) (*Process, error) {
	path, err := executable()
	if err != nil {
		return nil, err
	}
	p := &Process{limit: o.MemoryBytes, trace: &trace{}, dead: make(chan struct{}), done: make(chan struct{})}
	p.cmd = &exec.Cmd{Path: path, Args: []string{name}, Env: o.Env, Stderr: p.trace, SysProcAttr: attributes(), WaitDelay: time.Second}
	if o.Env == nil {
		p.cmd.Env = []string{}
	}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, cannotStart(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		_ = in.Close()
		return nil, cannotStart(err)
	}
	if p.group, err = newGroup(o.Cgroup, o.MemoryBytes); err != nil {
		return nil, cannotStart(err)
	}
	p.group.enter(p.cmd.SysProcAttr)
	if err := spawn(p.cmd); err != nil {
		p.group.remove()
		return nil, cannotStart(err)
	}
	p.Peer = newPeer(out, in, o.Handler, o.Bounds)
	if pipe, ok := out.(*os.File); ok {
		p.deadline = pipe.SetReadDeadline
	}
	p.silence = cmp.Or(o.Silence, mostSilence)
	go p.live()
	ctx, stop := context.WithTimeout(ctx, startTime)
	defer stop()
	if err := p.shakeHands(ctx, o); err != nil {
		p.Kill(err)
		return nil, cannotStart(err)
	}
	go p.supervise(p.silence)
	return p, nil
}

// cannotStart returns the error of Start for err.
func cannotStart(err error) error {
	for _, errno := range []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM} {
		if errors.Is(err, errno) {
			return fmt.Errorf("start a worker: %w: %w", ErrExhausted, err)
		}
	}
	return fmt.Errorf("start a worker: %w", err)
}

// shakeHands sends the limits to the worker, and waits for its answer.
func (p *Process) shakeHands(ctx context.Context, o Options) error {
	body, err := Encode(handshake{protocol, o.MemoryBytes, uint64((o.CPU + time.Second - 1) / time.Second)})
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() {
		p.Kill(errors.New("it does not answer: the main function of the program has to call the worker's first of all"))
	})()
	answer, err := p.Peer.Call(ctx, methodHello, body)
	var failed *Failed
	if errors.As(err, &failed) {
		return errors.New(string(failed.Body))
	}
	if err != nil {
		return p.Death()
	}
	var theirs handshake
	if err := Decode(answer, &theirs); err != nil || theirs.Protocol != protocol {
		return errors.New("the program was replaced by another version of it: start it again")
	}
	return nil
}

// live reads what the worker sends until the worker has ended.
func (p *Process) live() {
	err := p.serve(context.Background())
	if !errors.Is(err, io.EOF) && !errors.Is(err, os.ErrClosed) {
		p.Kill(fmt.Errorf("it broke the rules: %w", err))
	} else {
		p.Kill(nil) // it may have closed its output, and still run
	}
	waitErr := p.cmd.Wait()
	noMemory := p.group.outOfMemory()
	p.group.remove()
	p.mu.Lock()
	if p.death = p.describe(waitErr); p.why == nil && noMemory {
		p.death = ErrMemory
	}
	p.mu.Unlock()
	close(p.dead)
	p.wg.Wait()
	close(p.done)
}

// describe returns the reason why the process ended.
func (p *Process) describe(err error) error {
	if p.why != nil {
		return p.why
	}
	text := p.trace.String()
	switch {
	case strings.Contains(text, "failed to create new OS thread") || strings.Contains(text, "pthread_create failed"):
		return ErrExhausted
	case strings.Contains(text, "out of memory") || strings.Contains(text, "cannot allocate memory"):
		return ErrMemory
	case strings.Contains(text, "stack overflow") || strings.Contains(text, "goroutine stack exceeds"):
		return ErrStack
	case err == nil:
		return errors.New("it ended by itself")
	case p.limit > 0 && maxMemory(p.cmd.ProcessState) > p.limit/4*3: // on some systems Go prints nothing
		return ErrMemory
	}
	said, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if said != "" {
		said = ": " + said[:min(len(said), 200)]
	}
	return fmt.Errorf("it ended by %s%s", ending(p.cmd.ProcessState), said)
}

// Errors that Death returns, besides those of Kill.
var (
	// ErrExhausted is also an error of Start: the host has no free file descriptor, or the system no process, thread or memory.
	ErrExhausted = errors.New("the host has no free file descriptor, or the system no process or thread")
	ErrMemory    = errors.New("it ran out of memory")
	ErrStack     = errors.New("the stack of the engine overflowed")
)

// Death waits until the process has ended, and returns the reason; it is never nil.
func (p *Process) Death() error {
	<-p.dead
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.death
}

// Gone returns a channel that is closed when the connection to the process has ended. The process is about to end then.
func (p *Process) Gone() <-chan struct{} { return p.gone }

// Dead returns a channel that is closed after Gone, when the process has ended.
func (p *Process) Dead() <-chan struct{} { return p.dead }

// Done returns a channel that is closed after Dead, when no handler of calls of the process runs any more.
func (p *Process) Done() <-chan struct{} { return p.done }

// PID returns the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Trace returns the beginning of what the process wrote to its standard error.
func (p *Process) Trace() string { return p.trace.String() }

// Kill ends the process at once. Death returns the first why that is not nil. If all are nil, it returns a description of how the process ended.
func (p *Process) Kill(why error) {
	p.mu.Lock()
	if p.why == nil {
		p.why = why
	}
	p.mu.Unlock()
	_ = p.cmd.Process.Kill() // it may have ended
	p.halt()
}

// Call is Peer.Call. While calls run, the worker must answer pings, or it is killed: Call then returns ErrGone, and Death
// the reason.
func (p *Process) Call(ctx context.Context, method byte, body ...[]byte) ([]byte, error) {
	p.count(1)
	defer p.count(-1)
	return p.Peer.Call(ctx, method, body...)
}

func (p *Process) count(n int) {
	p.mu.Lock()
	p.calls += n
	p.mu.Unlock()
}

// supervise kills a worker that has calls and does not answer a ping.
func (p *Process) supervise(silence time.Duration) {
	tick := time.NewTicker(silence / 10)
	defer tick.Stop()
	for {
		select {
		case <-p.gone:
			return
		case <-tick.C:
		}
		p.mu.Lock()
		calls := p.calls
		p.mu.Unlock()
		if calls == 0 {
			continue
		}
		answered := make(chan struct{})
		go func() {
			_, _ = p.Peer.Call(context.Background(), methodPing, nil) // only the time of the answer counts
			close(answered)
		}()
		p.expect(answered, silence)
	}
}

// expect kills the worker if answered is not closed in time. The time in which this end does not read does not
// count, unless the worker does not read, either: what it does not read may be in the way of what it sends.
func (p *Process) expect(answered <-chan struct{}, silence time.Duration) {
	for {
		select {
		case <-answered:
			return
		case <-time.After(silence):
			if p.reads(silence) || p.unread(silence) {
				p.Kill(fmt.Errorf("it said nothing for %s", silence))
			}
		}
	}
}

// trace is the beginning of what a process wrote to its standard error, where Go describes fatal errors.
type trace struct {
	mu   sync.Mutex
	text []byte
}

const maxTrace = 16 << 10

func (t *trace) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[:min(len(p), maxTrace-len(t.text))]...)
	return len(p), nil
}

func (t *trace) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
