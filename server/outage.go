// This file has what a run does while it cannot begin or be stored, because the disk is full, another process has the store locked,
// or there is no free file descriptor or process: it waits in its place, and those who wait for it get an error.

package server

import (
	"sync"
	"time"
)

// outage is the state of a run that may wait for the store. The zero value is that of one that does not. A run can wait at several places at
// a time: its worker still commits when it is to be ended.
type outage struct {
	mu    sync.Mutex
	waits int // at how many places
	ch    chan struct{}
	err   error
}

// begun returns a channel that is closed when the run waits.
func (o *outage) begun() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.channel()
}

// channel returns the channel. The caller holds o.mu.
func (o *outage) channel() chan struct{} {
	if o.ch == nil {
		o.ch = make(chan struct{})
	}
	return o.ch
}

// reason returns why the run waits, or has waited last.
func (o *outage) reason() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// begin notes that the run waits.
func (o *outage) begin(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.err = err
	if o.waits++; o.waits == 1 {
		close(o.channel())
	}
}

// end notes that the run waits at one place less.
func (o *outage) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.waits--; o.waits == 0 {
		o.ch = nil
	}
}

// The waits of a run before its next attempt double from firstPause on.
const (
	firstPause = 100 * time.Millisecond
	mostPause  = 2 * time.Second
)

// pause waits before a run does again what failed with err, an outage. It returns false if the server shuts
// down. A run that is cancelled meanwhile does not wait longer.
func (s *Server) pause(j *job, err error, tries int) bool {
	if tries == 0 {
		s.log.Error("run waits", "run", j.rec.ID, "error", err)
	}
	j.outage.begin(err)
	defer j.outage.end()
	cancelled := j.ctx.Done()
	if j.ctx.Err() != nil {
		cancelled = nil
	}
	select {
	case <-time.After(min(firstPause<<min(tries, 16), mostPause)):
	case <-cancelled:
	case <-s.base.Done():
	}
	return s.base.Err() == nil
}
