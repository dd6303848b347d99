package node

import "golang.org/x/sys/unix"

// The requests that read the state of a terminal, and set it at once: the output may wait for somebody who never reads it.
const getTermios, setTermios = unix.TIOCGETA, unix.TIOCSETA
