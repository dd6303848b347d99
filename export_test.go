package hitlrun

// CodeOf returns the bundle of a script.
func CodeOf(s *Script) string { return string(s.program.Bundle().Code) }
