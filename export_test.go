package hitlrun

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
