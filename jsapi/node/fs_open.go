// This file opens files such that no operation blocks for longer than the VM lasts. A pipe in the file system blocks whoever opens
// it until somebody opens its other end, and it cannot be interrupted.

package node

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxFileTurns is how many operations on files that are not Sync run at the same time, as in Node.
const maxFileTurns = 4

// fileTick is how often an operation that waits for a pipe looks whether the VM was stopped.
const fileTick = 50 * time.Millisecond

var errStopped = errors.New("the program was stopped")

// stopped reports whether the VM was stopped. It may be called in any goroutine.
func (h *fileHost) stopped() bool {
	return h.process.vm.Cut() || h.process.vm.Context().Err() != nil
}

// open opens a file. It waits until the other end of a pipe is open, unless flags have files.NoWait.
func (h *fileHost) open(place *files.Place, flags int, mode fs.FileMode) (*os.File, error) {
	if flags&files.NoWait != 0 {
		return place.OpenFile(flags, mode)
	}
	for {
		f, err := place.OpenFile(flags|files.NoWait, mode)
		if err == nil {
			return f, h.awaitWriter(f, flags)
		}
		if info, statErr := place.Stat(); !errors.Is(err, syscall.ENXIO) || statErr != nil || info.Mode()&fs.ModeNamedPipe == 0 {
			return nil, err
		}
		if time.Sleep(fileTick); h.stopped() { // nobody reads from the pipe yet
			return nil, errStopped
		}
	}
}

// awaitWriter waits until somebody writes to a pipe that was opened for reading.
func (h *fileHost) awaitWriter(f *os.File, flags int) error {
	info, err := f.Stat()
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 || flags&(os.O_WRONLY|os.O_RDWR) != 0 {
		return nil //nolint:nilerr // reading returns it
	}
	for !files.Readable(f, fileTick) {
		if h.stopped() {
			return errors.Join(errStopped, f.Close())
		}
	}
	return nil
}

// interruptible reads from and writes to a file. What waits for the other end of a pipe ends when the VM is stopped. A regular
// file has no deadline.
type interruptible struct {
	h *fileHost
	f *os.File
}

// Read implements io.Reader.
func (i interruptible) Read(p []byte) (n int, err error) {
	return i.retried(i.f.SetReadDeadline, func(int) (int, error) { return i.f.Read(p) })
}

// Write implements io.Writer.
func (i interruptible) Write(p []byte) (n int, err error) {
	return i.retried(i.f.SetWriteDeadline, func(n int) (int, error) { return i.f.Write(p[n:]) })
}

// retried calls f, with the number of bytes that are done, until it ends for another reason than its deadline.
func (i interruptible) retried(deadline func(time.Time) error, f func(n int) (int, error)) (n int, err error) {
	for {
		if i.h.stopped() {
			return n, errStopped
		}
		_ = deadline(time.Now().Add(fileTick)) // a file without deadlines does not wait
		more, err := f(n)
		if n += more; !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

var _ io.ReadWriter = interruptible{}

// interruptibleAt reads from a file from a position on, until the VM is stopped.
type interruptibleAt struct {
	h  *fileHost
	f  *os.File
	at *int64
}

// Read implements io.Reader.
func (i interruptibleAt) Read(p []byte) (n int, err error) {
	if i.h.stopped() {
		return 0, errStopped
	}
	n, err = i.f.ReadAt(p, *i.at)
	*i.at += int64(n)
	return n, err
}

// fileJob is an operation that runs in a goroutine. Its result is in memory until the script gets it.
type fileJob struct{ large bool }

// fits returns when there is memory for a part of a file of this size. It stops a VM that has not so much.
func (h *fileHost) fits(size int64) error {
	if h.job == nil {
		guard.Need(h.rt, int(size))
		return nil
	}
	return h.needs(size)
}

// needs waits until there is memory for a file of this size: only one large file at a time is read and not passed to the script
// yet.
func (h *fileHost) needs(size int64) error {
	most := h.process.vm.Limits().MemoryBytes
	if h.job == nil || h.job.large || most <= 0 || size < most/8 {
		return nil
	}
	select {
	case h.large <- struct{}{}:
		h.job.large = true
		return nil
	case <-h.process.vm.Context().Done():
		return errStopped
	}
}

// ended ends a job, when its result is with the script.
func (h *fileHost) ended(job *fileJob) {
	if job.large {
		<-h.large
	}
	h.turns.End()
}
