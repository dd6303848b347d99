// This file tests that a process which has to end prints why.

package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hitlrun/hitlrun"
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

// The process ends soon after its time, also if nobody reads its last words.
func TestDeathWaitsForNobody(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ends func(a *app)
		soon time.Duration
	}{
		"a VM that does not hear": {func(a *app) { a.die(errors.New("the reason")) }, lastPrint},
		"a limit":                 {func(a *app) { a.reportLast(hitlrun.ErrLimit, exitFailed) }, lastSecond},
		"an error before a limit": {func(a *app) { a.reportLast(errors.New("the reason"), exitFailed) }, 5*time.Second + lastSecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				stderr := &slowPipe{began: make(chan struct{}), release: make(chan struct{})}
				exited := make(chan time.Time, 2)
				a := newApp(system{stdin: strings.NewReader(""), stdout: io.Discard, stderr: stderr, exit: func(int) { exited <- time.Now() }})
				a.death.until = time.Now().Add(5 * time.Second)
				began := time.Now()
				go c.ends(a)
				select {
				case at := <-exited:
					if took := at.Sub(began); took > c.soon {
						t.Errorf("it ends after %v, want %v", took, c.soon)
					}
				case <-time.After(time.Minute):
					t.Error("it does not end")
				}
				close(stderr.release)
			})
		})
	}
}

func TestShortened(t *testing.T) {
	t.Parallel()
	if got := shortened("short"); got != "short" {
		t.Errorf("got %q", got)
	}
	long := shortened("é" + strings.Repeat("é", 1e6) + "\n    at end")
	if len(long) > shownStart+shownEnd+100 || !strings.HasSuffix(long, "é\n    at end") || !strings.Contains(long, "… 1975438 bytes are not shown …") || strings.ToValidUTF8(long, "") != long {
		t.Errorf("%d bytes: %q … %q", len(long), long[:50], long[shownStart:][:100])
	}
}
