// This file runs the scripts in testdata/web and compares what they print with what Node prints.

package web

import (
	"bytes"
	"container/heap"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
)

// TestMain puts the tests into the time zone that the golden files were recorded in.
func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}

// fakeLoop is an event loop whose clock jumps to the next timer.
type fakeLoop struct {
	now     time.Time
	timers  timerHeap
	made    int
	held    int
	release chan func()
}

type fakeTimer struct {
	loop  *fakeLoop
	at    time.Time
	seq   int
	f     func()
	dead  bool
	unref bool
}

func newFakeLoop() *fakeLoop {
	return &fakeLoop{now: time.Date(2024, 1, 5, 15, 4, 9, 78e6, time.UTC), release: make(chan func(), 100)}
}

func (l *fakeLoop) After(d time.Duration, f func()) Timer {
	l.made++
	t := &fakeTimer{loop: l, at: l.now.Add(d), seq: l.made, f: f}
	heap.Push(&l.timers, t)
	return t
}

func (l *fakeLoop) Turn(f func()) { f() }
func (l *fakeLoop) Tick(f func()) { f() }

func (l *fakeLoop) Immediate(f func()) { l.Hold()(f) }

func (l *fakeLoop) Hold() func(f func()) {
	l.held++
	return func(f func()) { l.release <- f }
}

func (t *fakeTimer) Cancel()            { t.dead = true }
func (t *fakeTimer) Ref(keepAlive bool) { t.unref = !keepAlive }

// run works until nothing keeps the program alive.
func (l *fakeLoop) run() {
	for {
		switch {
		case l.held > 0:
			f := <-l.release
			l.held--
			f()
		case l.timers.alive():
			t := heap.Pop(&l.timers).(*fakeTimer)
			if !t.dead {
				l.now = t.at
				t.dead = true
				t.f()
			}
		default:
			return
		}
	}
}

type timerHeap []*fakeTimer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	if h[i].at.Equal(h[j].at) {
		return h[i].seq < h[j].seq
	}
	return h[i].at.Before(h[j].at)
}
func (h timerHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *timerHeap) Push(t any)   { *h = append(*h, t.(*fakeTimer)) }
func (h *timerHeap) Pop() any {
	last := len(*h) - 1
	t := (*h)[last]
	*h = (*h)[:last]
	return t
}

func (h timerHeap) alive() bool {
	for _, t := range h {
		if !t.dead && !t.unref {
			return true
		}
	}
	return false
}

// sandbox is a VM with the globals, its loop, and what was printed.
type sandbox struct {
	vm       *goja.Runtime
	loop     *fakeLoop
	out      strings.Builder
	uncaught []error
	extra    int // how often the host was asked for a global of its own
}

func newSandbox(t testing.TB) *sandbox {
	t.Helper()
	s := &sandbox{vm: goja.New(), loop: newFakeLoop()}
	s.vm.SetTimeSource(func() time.Time { return s.loop.now })
	err := Install(s.vm, Env{
		Loop:     s.loop,
		Now:      func() time.Time { return s.loop.now },
		Rand:     bytes.NewReader(bytes.Repeat([]byte{0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10}, 1<<14)),
		Uncaught: func(err error) { s.uncaught = append(s.uncaught, err) },
		Globals:  map[string]func() goja.Value{"extra": func() goja.Value { s.extra++; return s.vm.ToValue(s.extra) }},
	})
	if err != nil {
		t.Fatal(err)
	}
	must(s.vm.Set("print", func(call goja.FunctionCall) goja.Value {
		for i, arg := range call.Arguments {
			if i > 0 {
				s.out.WriteByte(' ')
			}
			s.out.WriteString(arg.ToString().String())
		}
		s.out.WriteByte('\n')
		return goja.Undefined()
	}))
	prelude, err := os.ReadFile("testdata/prelude.js")
	if err != nil {
		t.Fatal(err)
	}
	s.run(t, "prelude.js", string(prelude))
	return s
}

// run runs a script and then the loop.
func (s *sandbox) run(t testing.TB, name, src string) goja.Value {
	t.Helper()
	v, err := s.vm.RunScript(name, src)
	if err != nil {
		t.Fatal(err)
	}
	s.loop.run()
	return v
}

// TestScripts runs web/*.js, whose expected output Node has printed, and own/*.js, whose expected output differs from Node.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/web/*.js")
	own, ownErr := filepath.Glob("testdata/own/*.js")
	if err != nil || ownErr != nil || len(files) == 0 || len(own) == 0 {
		t.Fatal("no scripts", err, ownErr)
	}
	for _, file := range append(files, own...) {
		name := strings.TrimSuffix(file, ".js")
		t.Run(strings.TrimPrefix(name, "testdata/"), func(t *testing.T) {
			t.Parallel()
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := newSandbox(t)
			s.run(t, file, string(src))
			for _, err := range s.uncaught {
				fmt.Fprintln(&s.out, "uncaught:", err.(*goja.Exception).Value()) //nolint:errorlint // it comes from goja as it is
			}
			if strings.HasPrefix(name, "testdata/own/") {
				compareGolden(t, name+".want", s.out.String())
			} else {
				compareGolden(t, name+".golden", s.out.String())
			}
		})
	}
}

// compareGolden compares output, line by line, with a file. A .golden file was written by testdata/record.mjs.
func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wantLines, gotLines := strings.Split(string(data), "\n"), strings.Split(got, "\n")
	for i := range max(len(wantLines), len(gotLines)) {
		var want, line string
		if i < len(wantLines) {
			want = wantLines[i]
		}
		if i < len(gotLines) {
			line = gotLines[i]
		}
		if line != want {
			t.Errorf("%s:%d\n got %s\nwant %s", file, i+1, line, want)
		}
	}
}
