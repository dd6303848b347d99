// This file tests that a script that takes too much memory is stopped, and those beside it are not.

package vm_test

import (
	"bytes"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// churns retains a megabyte, and makes garbage for a while.
const churns = `
const kept = Array.from({ length: 1000 }, (_, i) => "x".repeat(1000) + i);
for (let round = 0; round < 60; round++) {
  let garbage: any[] = [];
  for (let i = 0; i < 300; i++) garbage.push(new Array(100).fill(i));
  await new Promise((r) => setTimeout(r, 10));
}
console.log(kept.length);
`

// hoarders retain what they allocate, each in its way.
var hoarders = map[string]string{
	"arrays":     `const a: any[] = []; for (;;) a.push(new Array(1000).fill(7));`,
	"buffers":    `const a: any[] = []; for (;;) a.push(Buffer.alloc(100_000, 1));`,
	"texts":      `let s = "x"; for (;;) s += s;`,
	"templates":  "let s = 'é'; for (;;) s = `${s}${s}`;",
	"functions":  `const f = new Function("let s = 'x'; for (;;) s += s"); f()`,
	"objects":    `let s = "x"; const o = { toString: () => s } as any; for (;;) s = o + o;`,
	"many texts": `const all: any[] = []; for (;;) { let s = "x"; for (let i = 0; i < 22; i++) s += s; all.push(s); }`,
	"streams":    `new ReadableStream({ start(c) { for (;;) c.enqueue(new Uint8Array(1 << 20)); } });`,
}

// prepared is a script whose VM is there.
type prepared struct {
	vm  *jsapi.VM
	out bytes.Buffer
}

func prepare(t *testing.T, source string, limits jsapi.Limits) *prepared {
	t.Helper()
	p := &prepared{}
	var err error
	if p.vm, err = jsapitest.NewVM(t, source, jsapi.Options{Limits: limits, Stdout: &p.out, Stderr: &p.out}); err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs the script, and leaves nothing of it.
func (p *prepared) run(t *testing.T) error {
	vm := p.vm
	p.vm = nil
	defer vm.Close()
	return vm.Run(t.Context())
}

// It is not parallel: the heap is that of the process. How long a script takes to hoard so much, and a collection to see it, depends on what
// else the machine does: no time ends a script but that of the test.
func TestMemoryIsEachVMsOwn(t *testing.T) {
	limits := jsapi.Limits{MemoryBytes: 150 << 20, Turn: -1, Wall: -1}
	for name, source := range hoarders {
		var modest []*prepared // the bundler is not to allocate beside them
		for range 7 {
			modest = append(modest, prepare(t, churns, limits))
		}
		hoarder := prepare(t, source, limits)
		goruntime.GC()
		var most atomic.Uint64
		stop := make(chan struct{})
		var wg, meter sync.WaitGroup
		meter.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(10 * time.Millisecond):
					var m goruntime.MemStats
					goruntime.ReadMemStats(&m)
					most.Store(max(most.Load(), m.HeapAlloc))
				}
			}
		})
		for i, p := range modest {
			wg.Go(func() {
				if err := p.run(t); p.out.String() != "1000\n" || err != nil {
					t.Errorf("%s: script %d, which takes little: %q, %v", name, i, &p.out, err)
				}
			})
		}
		wg.Go(func() {
			err := hoarder.run(t)
			var limit *jsapi.LimitError
			if !errors.As(err, &limit) || limit.Flag != "--max-memory" {
				t.Errorf("%s: the script that takes all: %v", name, err)
			}
		})
		wg.Wait()
		close(stop)
		meter.Wait()
		if most.Load() > 10*uint64(limits.MemoryBytes) {
			t.Errorf("%s: the heap grew to %d MiB, and the limit of one VM is %d MiB", name, most.Load()>>20, limits.MemoryBytes>>20)
		}
		t.Logf("%s: at most %d MiB", name, most.Load()>>20)
	}
}

// Garbage does not count, however much of it there is.
func TestGarbageIsNoMemory(t *testing.T) {
	out, errOut, err := jsapitest.Run(t, strings.Replace(churns, "i < 300", "i < 1500", 1), jsapi.Options{Limits: jsapi.Limits{MemoryBytes: 100 << 20}})
	if out != "1000\n" || err != nil {
		t.Errorf("%q, %s%v", out, errOut, err)
	}
}

// What the program itself has does not count.
func TestMemoryOfTheProgram(t *testing.T) {
	ballast := make([]*[1 << 20]byte, 200)
	for i := range ballast {
		ballast[i] = new([1 << 20]byte)
	}
	out, errOut, err := jsapitest.Run(t, churns, jsapi.Options{Limits: jsapi.Limits{MemoryBytes: 100 << 20}})
	if out != "1000\n" || err != nil {
		t.Errorf("%q, %s%v", out, errOut, err)
	}
	if fmt.Sprint(ballast[7][3]) != "0" {
		t.Error("the ballast is gone")
	}
}
