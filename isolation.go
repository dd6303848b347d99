// This file decides where scripts run: in this process, or in workers.

package hitlrun

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/worker"
)

// Isolation is where a script runs.
type Isolation int

const (
	// InProcess runs scripts in this process. It is the fastest way, for scripts whose authors are trusted: a script
	// can use up the memory of the process, or occupy a processor, in ways that no limit of the engine stops.
	InProcess Isolation = iota
	// Process runs scripts in worker processes. A worker ends when a script does what no limit of the engine stops. The
	// run then continues in another worker from what was stored last; when its third worker has died, it fails with a
	// *WorkerError. The main function of the program must call WorkerMain.
	Process
)

// ErrWorker is what each *WorkerError is, for errors.Is.
var ErrWorker = errors.New("the worker of the run has ended")

// WorkerError is returned for a run that ended because its workers died. Its thread is in StatusError.
type WorkerError struct {
	Deaths int
	Cause  error // how the last one died
}

// Error says how many workers died, how the last one died, and what to do.
func (e *WorkerError) Error() string {
	hint := "resume the thread without a value to try again, or with a corrected script"
	if errors.Is(e.Cause, worker.ErrMemory) {
		hint = "see --max-memory; " + hint
	}
	return fmt.Sprintf("the run failed, because the process of its script died %s: %v (%s)", times(e.Deaths), e.Cause, hint)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// Unwrap returns how the last worker died.
func (e *WorkerError) Unwrap() error { return e.Cause }

// Is makes errors.Is(err, ErrWorker) true.
func (e *WorkerError) Is(target error) bool { return target == ErrWorker }

// WorkerOptions bound how many workers there are, and what they may use. The zero value is useful.
type WorkerOptions struct {
	// Processes is how many workers there are at most for scripts with the same options; 0 is one for each CPU that Go
	// uses. A worker never runs scripts with different options, so it can reach nothing that its scripts were not
	// granted. A run that has lost a worker gets one to itself; there are at most as many again of these.
	Processes int
	// Runs is how many runs a worker has at the same time; 0 means no limit. A script that breaks out of the engine can
	// harm the other runs of its worker: with 1 there are none.
	Runs int
	// MemoryBytes is how much memory a worker may use; 0 is 1.5 times the Limits.MemoryBytes of its scripts, plus 512
	// MiB.
	MemoryBytes int64
	// Cgroup is a directory of cgroup v2 (Linux) that is delegated to this process, and in which no other process is. Each worker gets a
	// group below it, whose memory, that of programs which the worker starts included, is MemoryBytes; the kernel ends all of the group when it
	// uses more, and what still runs in the group ends with the worker. A program that is in Cgroup itself moves into the group "host" below.
	// Without Cgroup there are no groups. A run whose worker cannot be started fails and says why.
	Cgroup string
	// IdleTime is how long a worker without runs waits for the next one before it ends; 0 is a minute, a negative time
	// is for ever.
	IdleTime time.Duration
}

// Workers are processes that run scripts. They are safe for concurrent use, and die with this process.
type Workers struct {
	o     WorkerOptions
	rooms rooms

	mu     sync.Mutex
	realms map[realmKey]*realm
	closed bool
}

// NewWorkers returns a set of workers. It starts no process: the first run does.
func NewWorkers(o WorkerOptions) *Workers {
	if o.Processes <= 0 {
		o.Processes = goruntime.GOMAXPROCS(0)
	}
	if o.IdleTime == 0 {
		o.IdleTime = maxIdleTime
	}
	return &Workers{o: o, rooms: newRooms(), realms: map[realmKey]*realm{}}
}

// sharedWorkers are the workers of scripts whose ScriptOptions.Workers is nil.
var sharedWorkers = sync.OnceValue(func() *Workers { return NewWorkers(WorkerOptions{}) })

// errClosed is for runs after Close.
var errClosed = errors.New("the workers were closed")

// Close ends all workers, and returns nil. Their runs fail, and so do later runs.
func (w *Workers) Close() error {
	w.mu.Lock()
	w.closed = true
	realms := w.realms
	w.realms = map[realmKey]*realm{}
	w.mu.Unlock()
	for _, r := range realms {
		r.close()
	}
	return nil
}

// mayWork reports that this program can be started as a worker: its main function has called WorkerMain.
var mayWork atomic.Bool //nolint:gochecknoglobals // a program has one main function

// WorkerMain makes the program able to run scripts with Isolation Process. Its main function calls WorkerMain before
// anything else: workers are the same program, started again. In a worker WorkerMain does not return.
//
//	func main() {
//		hitlrun.WorkerMain()
//		…
//	}
func WorkerMain() {
	if worker.IsWorker() {
		worker.Main(newWorkerSide)
	}
	mayWork.Store(true)
}

// everywhere makes all scripts run in workers. Tests set it.
var everywhere atomic.Bool //nolint:gochecknoglobals // see above

// place prepares a script for where it will run.
func (s *Script) place(o *ScriptOptions) error {
	if everywhere.Load() {
		o.Isolation = Process
	}
	switch o.Isolation {
	case InProcess:
		var err error
		s.program, err = jsapi.Compile(s.path, s.bundle)
		return explain(err)
	case Process:
	default:
		return fmt.Errorf("unknown isolation %d: use InProcess or Process", o.Isolation)
	}
	if !mayWork.Load() {
		return errors.New("scripts of Isolation Process need a program whose main function calls hitlrun.WorkerMain first")
	}
	if o.Workers == nil {
		o.Workers = sharedWorkers()
	}
	var err error
	s.workers, err = o.Workers.realm(o)
	return err
}

// with returns the script with other options for where it runs.
func (s *Script) with(o ScriptOptions) (*Script, error) {
	other := &Script{path: s.path, bundle: s.bundle, program: s.program, hash: s.hash, file: s.file, code: s.code, parts: s.parts, o: o}
	if s.workers == nil {
		return other, nil
	}
	var err error
	other.workers, err = o.Workers.realm(&o)
	return other, err
}
