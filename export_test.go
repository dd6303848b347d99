package hitlrun

// CodeOf returns the bundle of a script.
func CodeOf(s *Script) string { return string(s.bundle.Code) }

// IsolateAll has all scripts run in workers.
func IsolateAll() { everywhere.Store(true) }
