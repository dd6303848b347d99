// This file starts workers that do what workers must not do, and looks at what becomes of their host.

package worker

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What the worker of these tests can do.
const (
	doEcho byte = iota + 1
	doExit
	doWait // for the context, and returns its cause
	doHang
	doOverflow
	doHoard
	doSendGarbage
	doAnnounce // a body that is too long
	doWithhold // a body
	doAnswerWrongly
	doFlood // the host with calls
	doReport
	doCallBack
	doFall // silent, and lives
	doAsk  // for much, and reads nothing of it
	doGive // much
	doFill // a file, whose name is the body
	doSpawn
	doPour    // much into the host, at once
	doKeep    // unread what answers many calls with bodies
	doPromise // a large body, after the answer to this call, and never send it
)

var sink [][]byte

func deep(n int) int { return deep(n+1) + n } //nolint:staticcheck // it overflows the stack

func TestMain(m *testing.M) {
	if IsWorker() {
		Main(badWorker)
	}
	os.Exit(m.Run())
}

func badWorker(host *Peer) Handler {
	raw := func(f frame, length uint32) {
		var b bytes.Buffer
		_ = f.write(&b)
		binary.BigEndian.PutUint32(b.Bytes(), length)
		host.writing.Lock()
		defer host.writing.Unlock()
		_, _ = b.WriteTo(host.w)
	}
	return func(ctx context.Context, method byte, body []byte) ([][]byte, bool) {
		switch method {
		case doEcho:
			return [][]byte{body}, len(body) == 0
		case doExit:
			os.Exit(3)
		case doWait:
			<-ctx.Done()
			return [][]byte{[]byte(context.Cause(ctx).Error())}, true
		case doFill:
			f, err := os.Create(string(body))
			for part := make([]byte, 1<<20); err == nil; {
				_, err = f.Write(part)
			}
			return [][]byte{[]byte(err.Error())}, true
		case doSpawn:
			child := exec.Command("/bin/sleep", "1000")
			if err := child.Start(); err != nil {
				return [][]byte{[]byte(err.Error())}, true
			}
			return [][]byte{[]byte(strconv.Itoa(child.Process.Pid))}, false
		case doHang:
			select {}
		case doOverflow:
			sink = append(sink, make([]byte, deep(0)))
		case doHoard:
			for {
				sink = append(sink, bytes.Repeat([]byte{1}, 16<<20))
			}
		case doSendGarbage:
			raw(frame{kind: 77}, 0)
		case doAnnounce:
			raw(frame{kind: kindCall}, 1<<32-1)
		case doWithhold:
			raw(frame{kind: kindCall}, maxHeavy)
		case doAnswerWrongly:
			host.send(frame{kind: kindResult, id: 4711})
		case doFlood:
			for i := range 100_000 {
				go host.send(frame{kind: kindCall, method: doHang, id: uint64(i)})
			}
		case doAsk:
			host.mu.Lock() // nothing is read any more
			for i := range 2000 {
				host.send(frame{kind: kindCall, method: doGive, id: uint64(i + 1)})
			}
			time.Sleep(time.Hour)
		case doKeep:
			host.mu.Lock() // nothing is read any more
			for i := range 20 {
				host.send(frame{kind: kindCall, method: doGive, id: uint64(i + 1)}, make([]byte, 1<<20))
			}
			time.Sleep(time.Hour)
		case doPour:
			for range 2 {
				go func() { _, _ = host.Call(ctx, doGive, make([]byte, maxHeavy/2+1)) }() // the host counts them
			}
		case doPromise:
			go func() {
				for serving := 1; serving > 0; time.Sleep(time.Millisecond) { // until the answer to this call is sent
					host.mu.Lock()
					serving = len(host.serving)
					host.mu.Unlock()
				}
				raw(frame{kind: kindCall, method: doEcho, id: 1}, maxHeavy)
			}()
			return nil, false
		case doReport:
			return [][]byte{report()}, false
		case doCallBack:
			answer, err := host.Call(ctx, doEcho, body)
			return [][]byte{[]byte(fmt.Sprint(string(answer), err))}, false
		case doFall:
			host.writing.Lock()
		}
		select {}
	}
}

// report says what the process has of its host.
func report() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "env %q\n", os.Environ())
	links, _ := filepath.Glob("/proc/self/fd/*")
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil {
			fmt.Fprintf(&b, "fd %s\n", to)
		}
	}
	limits, _ := os.ReadFile("/proc/self/limits")
	return append([]byte(b.String()), limits...)
}

func startBad(t *testing.T, o Options) *Process {
	t.Helper()
	if o.Handler == nil {
		o.Handler = func(ctx context.Context, method byte, body []byte) ([][]byte, bool) {
			if method == doHang {
				<-ctx.Done()
			}
			return [][]byte{[]byte("host: "), body}, false
		}
	}
	if dir := os.Getenv("GOCOVERDIR"); dir != "" { // a worker that ends by itself writes there what it covered
		o.Env = append(o.Env, "GOCOVERDIR="+dir)
	}
	p, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Kill(nil)
		select {
		case <-p.Done():
		case <-time.After(20 * time.Second):
			t.Error("the worker does not end")
		}
	})
	return p
}

func TestCalls(t *testing.T) {
	t.Parallel()
	p := startBad(t, Options{})
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			body := bytes.Repeat([]byte{byte(i)}, i*5000)
			answer, err := p.Call(t.Context(), doEcho, body)
			var failed *Failed
			if i == 0 && !errors.As(err, &failed) || i > 0 && (err != nil || !bytes.Equal(answer, body)) {
				t.Errorf("%d: %d bytes came back, %v", i, len(answer), err)
			}
			if answer, err := p.Call(t.Context(), doCallBack, []byte{'x'}); err != nil || string(answer) != "host: x<nil>" {
				t.Errorf("%q %v", answer, err)
			}
		})
	}
	wg.Wait()
}

func TestContextsEnd(t *testing.T) {
	t.Parallel()
	p := startBad(t, Options{})
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(10*time.Millisecond, func() { cancel(errors.New("enough")) })
	_, err := p.Call(ctx, doWait, nil)
	var failed *Failed
	if !errors.As(err, &failed) || string(failed.Body) != "enough" {
		t.Errorf("got %v", err)
	}
}

// Each of these ends the worker, and nothing else. A call that it had returns ErrGone.
func TestDeaths(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		do   byte
		o    Options
		want string
	}{
		"exit":      {doExit, Options{}, "exit code 3"},
		"stack":     {doOverflow, Options{}, ErrStack.Error()},
		"memory":    {doHoard, Options{MemoryBytes: 256 << 20}, ErrMemory.Error()},
		"garbage":   {doSendGarbage, Options{}, "unknown kind 77"},
		"long body": {doAnnounce, Options{}, "at most"},
		"no body":   {doWithhold, Options{Bounds: Bounds{Frame: maxHeavy}, Silence: time.Second}, "it did not send the rest of a message of 67108864 bytes"},
		"wrong":     {doAnswerWrongly, Options{}, "call 4711, which nobody waits for"},
		"flood":     {doFlood, Options{Bounds: Bounds{Calls: 1000}}, "more than 1000 calls came at once"},
		"silence":   {doFall, Options{Silence: time.Second}, "it said nothing for 1s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if goruntime.GOOS != "linux" && name == "memory" {
				t.Skip("only Linux limits the memory of a process")
			}
			p := startBad(t, tt.o)
			waits := make(chan error, 1)
			go func() {
				_, err := p.Call(t.Context(), doHang, nil)
				waits <- err
			}()
			if _, err := p.Call(t.Context(), tt.do, nil); !errors.Is(err, ErrGone) {
				t.Errorf("the call that did it: %v", err)
			}
			if err := <-waits; !errors.Is(err, ErrGone) {
				t.Errorf("a call beside it: %v", err)
			}
			if err := p.Death(); !strings.Contains(err.Error(), tt.want) {
				t.Errorf("it died: %v, want %s; %s", err, tt.want, p.Trace())
			}
			if _, err := p.Call(t.Context(), doEcho, []byte("x")); !errors.Is(err, ErrGone) {
				t.Errorf("a call of a dead worker: %v", err)
			}
		})
	}
}

// A worker that asks for much at once, and reads nothing of it, gets a few answers into the memory of its host.
func TestAnswersTakeTurns(t *testing.T) {
	t.Parallel()
	var began atomic.Int64
	p := startBad(t, Options{
		Handler: func(context.Context, byte, []byte) ([][]byte, bool) {
			began.Add(1)
			return [][]byte{make([]byte, 1<<20)}, false
		},
		Bounds: Bounds{Large: func(method byte) bool { return method == doGive }}, Silence: 3 * time.Second,
	})
	if _, err := p.Call(t.Context(), doAsk, nil); !errors.Is(err, ErrGone) {
		t.Errorf("got %v", err)
	}
	<-p.Done()
	if n := began.Load(); n < 1 || n > 2*maxLarge {
		t.Errorf("%d of 2000 answers were made, and none was read", n)
	}
	if err := p.Death(); !strings.Contains(err.Error(), "it said nothing for 3s") {
		t.Errorf("it died: %v", err)
	}
}

// What a handler leaves for the time after its result happens then.
func TestWhenSent(t *testing.T) {
	t.Parallel()
	order := make(chan string, 2)
	p := startBad(t, Options{Handler: func(ctx context.Context, _ byte, _ []byte) ([][]byte, bool) {
		WhenSent(ctx, func() { order <- "sent" })
		order <- "handled"
		return [][]byte{[]byte("a"), []byte("b")}, false
	}})
	if answer, err := p.Call(t.Context(), doCallBack, []byte{'x'}); err != nil || string(answer) != "ab<nil>" {
		t.Errorf("got %q, %v", answer, err)
	}
	if first, second := <-order, <-order; first != "handled" || second != "sent" {
		t.Errorf("%s, %s", first, second)
	}
}

// A worker that does not read its answers is ended, also while its host reads nothing because of the calls that it answers.
func TestUnreadAnswers(t *testing.T) {
	t.Parallel()
	p := startBad(t, Options{
		Handler: func(context.Context, byte, []byte) ([][]byte, bool) { return [][]byte{make([]byte, 1<<20)}, false },
		Bounds:  Bounds{Bytes: 4 << 20}, Silence: 2 * time.Second,
	})
	go func() { _, _ = p.Call(t.Context(), doKeep, nil) }()
	select {
	case <-p.Dead():
	case <-time.After(20 * time.Second):
		t.Fatal("it lives")
	}
	if err := p.Death(); !strings.Contains(err.Error(), "it said nothing for 2s") {
		t.Errorf("it died: %v", err)
	}
}

func roomFor(method byte, room *Room) func(byte) *Room {
	return func(m byte) *Room {
		if m == method {
			return room
		}
		return nil
	}
}

// What a worker wants to store at once is read in turns. While the host reads nothing, the worker is not taken for silent.
func TestHeavyCallsTakeTurns(t *testing.T) {
	t.Parallel()
	var active, most, answered atomic.Int64
	done := make(chan struct{})
	p := startBad(t, Options{
		Handler: func(context.Context, byte, []byte) ([][]byte, bool) {
			most.Store(max(most.Load(), active.Add(1)))
			time.Sleep(9 * time.Second)
			active.Add(-1)
			if answered.Add(1) == 2 {
				close(done)
			}
			return nil, false
		},
		Bounds: Bounds{Heavy: roomFor(doGive, NewRoom(1<<30, 1, 0))}, Silence: 7 * time.Second, // the host reads a body in some of it
	})
	go func() { _, _ = p.Call(t.Context(), doPour, nil) }() // it has no answer
	select {
	case <-done:
	case <-p.Dead():
		t.Fatalf("it died: %v", p.Death())
	}
	if n := most.Load(); n != 1 {
		t.Errorf("%d heavy calls were in memory at a time", n)
	}
}

// A worker without calls that announces a large body and does not send it is ended: others wait for the room of the body.
func TestRestOfABodyIsAwaitedForABoundedTime(t *testing.T) {
	t.Parallel()
	room := NewRoom(maxHeavy, 1, 0)
	p := startBad(t, Options{Bounds: Bounds{Heavy: roomFor(doEcho, room)}, Silence: time.Second})
	if _, err := p.Call(t.Context(), doPromise, nil); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.Done():
	case <-time.After(30 * time.Second):
		t.Fatal("it lives")
	}
	if err := p.Death(); !strings.Contains(err.Error(), "it did not send the rest of a message of 67108864 bytes") {
		t.Errorf("it died: %v", err)
	}
	other := startBad(t, Options{Bounds: Bounds{Heavy: roomFor(doEcho, room)}})
	if answer, err := other.Call(t.Context(), doCallBack, make([]byte, 2*lightBody)); err != nil || len(answer) < 2*lightBody {
		t.Errorf("another one: %d bytes, %v", len(answer), err)
	}
}

func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	many := append([]byte{0x9a, 0x00, 0x60, 0x00, 0x00}, bytes.Repeat([]byte{0xa0}, 6<<20)...)
	var list []struct{ A, B, C, D string }
	if err := Decode(many, &list); err == nil || list != nil {
		t.Errorf("%d values were decoded: %v", len(list), err)
	}
	for _, body := range []string{"", "\x9f", "\x5f\x41a\xff", "\x5b\xff\xff\xff\xff\xff\xff\xff\xff", "\x1c", "\xc1\x00", "\x9b\x7f\xff\xff\xff\xff\xff\xff\xff"} {
		var v any
		if err := Decode([]byte(body), &v); err == nil {
			t.Errorf("%q was decoded to %v", body, v)
		}
	}
	for _, at := range []string{"\x1b\x00\x00\x00\xff\xff\xff\xff\xff", "\xc1\x1b\x00\x00\x00\xff\xff\xff\xff\xff", "\xc0\x1b\x00\x00\x00\xff\xff\xff\xff\xff", "\xc0\xc1\x01"} {
		var v struct{ At time.Time }
		if err := Decode([]byte("\xa1\x62At"+at), &v); err == nil {
			t.Errorf("%q was decoded to the time %v", at, v.At)
		}
	}
}

func FuzzDecode(f *testing.F) {
	type inner struct {
		Text string
		Raw  []byte
		At   time.Time
		M    map[string][]byte
		Next []inner
	}
	body, err := Encode(inner{"a", []byte("b"), time.Now(), map[string][]byte{"c": nil}, []inner{{}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(body)
	f.Add([]byte("\xa1\x62At\x1b\x00\x00\x00\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, body []byte) {
		var v inner
		if Decode(body, &v) == nil {
			if _, err := Encode(v); err != nil {
				t.Error(err)
			}
		}
	})
}
