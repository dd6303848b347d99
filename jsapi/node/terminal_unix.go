//go:build linux || darwin

package node

import "golang.org/x/sys/unix"

// terminalState is what a terminal was.
type terminalState struct{ termios unix.Termios }

// makeRaw makes a terminal raw, except that line feeds still go to the begin of a line, as in Node.
func makeRaw(fd int) (*terminalState, error) {
	termios, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil, err
	}
	saved := &terminalState{*termios}
	termios.Iflag &^= unix.BRKINT | unix.ICRNL | unix.INPCK | unix.ISTRIP | unix.IXON
	termios.Oflag |= unix.ONLCR
	termios.Cflag |= unix.CS8
	termios.Lflag &^= unix.ECHO | unix.ICANON | unix.IEXTEN | unix.ISIG
	termios.Cc[unix.VMIN], termios.Cc[unix.VTIME] = 1, 0
	return saved, unix.IoctlSetTermios(fd, setTermios, termios)
}

func (s *terminalState) restore(fd int) error {
	return unix.IoctlSetTermios(fd, setTermios, &s.termios)
}
