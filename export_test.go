package hitlrun

import (
	"context"

	"github.com/hitlrun/hitlrun/worker"
)

// CodeOf returns the bundle of a script.
func CodeOf(s *Script) string { return string(s.bundle.Code) }

// IsolateAll makes all scripts run in workers.
func IsolateAll() { everywhere.Store(true) }

// WorkerPIDs returns the ids of the processes that have started.
func WorkerPIDs(w *Workers) (list []int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.realms {
		r.mu.Lock()
		for _, p := range r.procs {
			select {
			case <-p.ready:
				if p.err == nil {
					list = append(list, p.PID())
				}
			default:
			}
		}
		r.mu.Unlock()
	}
	return list
}

// ForgetfulWorkerMain is WorkerMain of a worker that says that it does not have the scripts which it was asked to load.
func ForgetfulWorkerMain() {
	if !worker.IsWorker() {
		return
	}
	worker.Main(func(*worker.Peer) worker.Handler {
		return handlerOf(map[byte]method{
			toLoad:   answers(func(context.Context, *scriptMessage) (nothing, error) { return nothing{}, nil }),
			toForget: answers(func(context.Context, *scriptID) (nothing, error) { return nothing{}, nil }),
			toOpen:   answers(func(context.Context, *sessionMessage) (yes, error) { return yes{}, errNotLoaded }),
		})
	})
}
