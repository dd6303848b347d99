//go:build !linux && !darwin

package node

import "golang.org/x/term"

// terminalState is what a terminal was.
type terminalState struct{ state *term.State }

func makeRaw(fd int) (*terminalState, error) {
	state, err := term.MakeRaw(fd)
	return &terminalState{state}, err
}

func (s *terminalState) restore(fd int) error { return term.Restore(fd, s.state) }
