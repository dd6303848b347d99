// This file has the descriptors of node:fs: numbers for open files.

package node

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/guard"
)

const (
	// maxDescriptors is how many files a script may have open at the same time.
	maxDescriptors = 1000
	// firstDescriptor is the number of the first file that a script opens.
	firstDescriptor = 20
)

// descriptors are the open files of one VM. Only the loop uses the list.
type descriptors struct {
	list   map[int]*descriptor
	loaded int      // how many were open when the script was loaded
	fresh  *os.File // the file that the running open() has opened; nil if its result was stored
}

// descriptor is an open file. Its position is here and not in the operating system: a task that is executed again gets the
// stored results of its operations, and they move the position, too.
type descriptor struct {
	path  string
	flags int
	at    int64 // only the loop uses it

	mu     sync.Mutex
	f      *os.File // nil until the file is used, if a stored result opened it
	closed bool
}

// appends reports whether everything is written at the end of the file.
func (d *descriptor) appends() bool { return d.flags&os.O_APPEND != 0 }

// move moves the position by a number of bytes, or to the end of the file if it is -1.
func (d *descriptor) move(count int64) {
	if count >= 0 {
		d.at += count
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.f == nil || d.closed {
		return
	}
	if info, err := d.f.Stat(); err == nil {
		d.at = info.Size()
	}
}

// writes reports whether the file was opened for writing.
func (d *descriptor) writes() bool { return d.flags&(os.O_WRONLY|os.O_RDWR) != 0 }

// Close implements io.Closer.
func (d *descriptor) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.f == nil {
		return nil
	}
	return d.f.Close()
}

// sync syncs the file, if it is a regular one that was used.
func (d *descriptor) sync() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.f == nil || d.closed {
		return nil
	}
	if info, err := d.f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil //nolint:nilerr // there is nothing to sync
	}
	return failed(d.f.Sync(), "fsync", d.path)
}

// Close closes all files, at the end of the VM.
func (t *descriptors) Close() error {
	var errs []error
	for fd, d := range t.list {
		errs = append(errs, d.Close())
		delete(t.list, fd)
	}
	return errors.Join(errs...)
}

// find returns the open file with a number. call is the system call in the error.
func (t *descriptors) find(fd int64, call string) (*descriptor, error) {
	if d := t.list[int(fd)]; d != nil {
		return d, nil
	}
	return nil, failed(syscall.EBADF, call, "")
}

// add gives an open file the lowest number that is free.
func (t *descriptors) add(d *descriptor) (fd int) {
	for fd = firstDescriptor; t.list[fd] != nil; fd++ {
	}
	t.list[fd] = d
	return fd
}

// use returns a function that returns the file. A file that a stored result opened is opened at its first use.
func (h *fileHost) use(d *descriptor) (func() (*os.File, error), error) {
	flags := d.flags &^ (os.O_CREATE | os.O_EXCL | os.O_TRUNC)
	var place *files.Place
	d.mu.Lock()
	opened := d.f != nil
	d.mu.Unlock()
	if !opened {
		var err error
		if place, err = h.placeToOpen(d.path, flags); err != nil {
			return nil, err
		}
	}
	return func() (f *os.File, err error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		switch {
		case d.closed:
			return nil, syscall.EBADF
		case d.f == nil:
			d.f, err = h.open(place, flags, 0)
		}
		return d.f, err
	}, nil
}

// number reports whether the first argument of an operation is the number of a descriptor, and not a path.
func (a fsArgs) number() (fd int64, ok bool) {
	v := a.at(0)
	switch guard.Export(v).(type) {
	case int64, float64:
		return v.ToInteger(), true
	}
	return 0, false
}

// descriptorNatives are open(path, flags, mode) → number; close(number); at(number, call) → position, which is -1 for writing at
// the end; move(number, count) moves the position; print(1 or 2, bytes), and input(count) → the next bytes of standard input, for
// the numbers 0 to 2.
func (h *fileHost) descriptorNatives() map[string]gojaFunc {
	process := h.process
	find := func(call goja.FunctionCall, name string) *descriptor {
		d, err := h.table.find(call.Argument(0).ToInteger(), name)
		if err != nil {
			panic(h.fsError(err))
		}
		return d
	}
	return map[string]gojaFunc{
		"open": func(call goja.FunctionCall) goja.Value { return h.rt.ToValue(h.openDescriptor(call)) },
		"close": func(call goja.FunctionCall) goja.Value {
			d := find(call, "close")
			delete(h.table.list, int(call.Argument(0).ToInteger()))
			if err := d.Close(); err != nil {
				panic(h.fsError(failed(err, "close", "")))
			}
			return goja.Undefined()
		},
		"at": func(call goja.FunctionCall) goja.Value {
			name := call.Argument(1).String()
			d := find(call, name)
			if name == "write" && d.appends() {
				return h.rt.ToValue(-1)
			}
			return h.rt.ToValue(d.at)
		},
		"move": func(call goja.FunctionCall) goja.Value {
			if d := h.table.list[int(call.Argument(0).ToInteger())]; d != nil {
				d.move(call.Argument(1).ToInteger())
			}
			return goja.Undefined()
		},
		"print": func(call goja.FunctionCall) goja.Value {
			w := process.console.out
			if call.Argument(0).ToInteger() == 2 {
				w = process.console.err
			}
			process.write(w, call.Argument(1), "utf8")
			return goja.Undefined()
		},
		"input": func(call goja.FunctionCall) goja.Value { return h.standardInput(call.Argument(0).ToInteger()) },
	}
}

// openDescriptor opens a file and returns its number.
func (h *fileHost) openDescriptor(call goja.FunctionCall) int {
	table := h.table
	path := call.Argument(0).String()
	if len(table.list) >= maxDescriptors {
		panic(h.fsError(failed(syscall.EMFILE, "open", path)))
	}
	if table.list == nil {
		table.list = map[int]*descriptor{}
		h.process.vm.OnClose(table)
	}
	table.fresh = nil
	added := false
	defer func() {
		if !added && table.fresh != nil { // the result could not be stored
			_ = table.fresh.Close()
		}
		table.fresh = nil
	}()
	h.run(goja.FunctionCall{This: call.This, Arguments: append([]goja.Value{h.rt.ToValue("open")}, call.Arguments...)})
	flags, err := flagsOf(call.Argument(1))
	if err != nil {
		panic(h.fsError(err))
	}
	added = true
	return table.add(&descriptor{path: path, flags: flags, f: table.fresh})
}

// standardInput waits for the next bytes of standard input, at most count. At its end there are none.
func (h *fileHost) standardInput(count int64) goja.Value {
	h.process.vm.Leave()
	h.process.inputUsed = true
	count = min(count, h.maxFile())
	type answer struct {
		data []byte
		err  error
	}
	answers := make(chan answer, 1)
	cancel := h.process.input().request(&inputRequest{part: someBytes(count), done: func(data []byte, err error) { answers <- answer{data, err} }})
	for {
		select {
		case a := <-answers:
			if a.err != nil && !errors.Is(a.err, io.EOF) {
				panic(h.fsError(failed(a.err, "read", "")))
			}
			return h.fsValue(encoded{data: a.data})
		case <-time.After(fileTick):
			if h.stopped() {
				cancel()
				panic(h.fsError(errStopped))
			}
		}
	}
}

// FilesLeft reports whether the script has open files that it opened after it was loaded. Another run must not find them.
func (process *Process) FilesLeft() bool { return len(process.files.list) > process.files.loaded }

// Loaded notes that the script was loaded.
func (process *Process) Loaded() { process.files.loaded = len(process.files.list) }
