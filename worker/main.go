// This file is the worker's side: what a process does that was started by Start.

package worker

import (
	"context"
	"os"
	"runtime/debug"
)

// IsWorker reports whether this process was started by Start.
func IsWorker() bool { return len(os.Args) == 1 && os.Args[0] == name }

// Main serves the host until that ends, and never returns. handler makes the handler of the host's calls, for calls of the worker's own
// through host. Nothing may be written to the standard output.
func Main(handler func(host *Peer) Handler) {
	in, out := line()
	var handle Handler
	p := newPeer(in, out, func(ctx context.Context, method byte, body []byte) ([]byte, bool) {
		switch method {
		case methodPing:
			return nil, false
		case methodHello:
			return welcome(body)
		}
		return handle(ctx, method, body)
	}, Bounds{})
	handle = handler(p)
	_ = p.serve(context.Background())
	os.Exit(0) // the host is gone, and so is the need for the worker
}

// collectAhead is how much less than its memory a worker may have before its collector works harder; half of it at most.
const collectAhead = 512 << 20

// welcome puts the limits of the host into force, before any script is there.
func welcome(body []byte) (answer []byte, failed bool) {
	var h hello
	err := Decode(body, &h)
	if err == nil {
		err = limit(h.MemoryBytes, h.CPUSeconds)
	}
	if err == nil {
		if h.MemoryBytes > 0 {
			debug.SetMemoryLimit(int64(max(h.MemoryBytes/2, h.MemoryBytes-min(h.MemoryBytes, collectAhead))))
		}
		answer, err = Encode(hello{Protocol: protocol})
	}
	if err != nil {
		return []byte(err.Error()), true
	}
	return answer, false
}
