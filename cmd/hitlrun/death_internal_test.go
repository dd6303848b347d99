// This file tests that a process which has to end prints why.

package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
)

// slowPipe is a stderr whose reader takes what is written only when it is released.
type slowPipe struct {
	began, release chan struct{}
	text           strings.Builder
}

func (p *slowPipe) Write(b []byte) (int, error) {
	select {
	case <-p.began:
	default:
		close(p.began)
	}
	<-p.release
	return p.text.Write(b)
}

// The process does not end between the beginning of its last words and their end, whoever prints them and whoever ends it.
func TestDeathWaitsForLastWords(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]func(a *app, err error){
		"the command":   func(a *app, err error) { a.reportLast(err, exitFailed) },
		"another death": func(a *app, err error) { a.die(err) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				stderr := &slowPipe{began: make(chan struct{}), release: make(chan struct{})}
				exited := make(chan string, 2)
				a := newApp(system{stdin: strings.NewReader(""), stdout: io.Discard, stderr: stderr, exit: func(int) { exited <- stderr.text.String() }})
				why := errors.New("the reason")
				go first(a, why)
				<-stderr.began
				go a.die(why)
				synctest.Wait()
				if len(exited) > 0 {
					t.Error("the process ends while its last words are written")
				}
				close(stderr.release)
				if got := <-exited; !strings.Contains(got, "the reason") {
					t.Errorf("the process ends behind %q", got)
				}
			})
		})
	}
}
