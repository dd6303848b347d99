package node

import "golang.org/x/sys/unix"

// The requests that read the state of a terminal, and set it after all output was written.
const getTermios, setTermios = unix.TIOCGETA, unix.TIOCSETAW
