// This file has the worker's side of the connection.

package worker

import (
	"context"
	"os"
	"runtime/debug"
)

// IsWorker reports whether this process was started by Start.
func IsWorker() bool { return len(os.Args) == 1 && os.Args[0] == name }

// Main answers the calls of the host until the host ends. It never returns: it ends the process. handler returns the handler of
// these calls; it gets host, through which the worker can call the host. Nothing else may write to the standard output.
func Main(handler func(host *Peer) Handler) {
	in, out := line()
	var handle Handler
	p := newPeer(in, out, func(ctx context.Context, method byte, body []byte) ([][]byte, bool) {
		switch method {
		case methodPing:
			return nil, false
		case methodHello:
			answer, failed := welcome(body)
			return [][]byte{answer}, failed
		}
		return handle(ctx, method, body)
	}, Bounds{})
	handle = handler(p)
	_ = p.serve(context.Background())
	os.Exit(0) // the host has ended
}

// collectAhead is how far below its memory limit, in bytes, a worker begins to collect garbage more often. It is at most half of the limit.
const collectAhead = 512 << 20

// welcome applies the limits that the host sends in its first call, before a script runs.
func welcome(body []byte) (answer []byte, failed bool) {
	var h handshake
	err := Decode(body, &h)
	if err == nil {
		err = limit(h.MemoryBytes, h.CPUSeconds)
	}
	if err == nil {
		if h.MemoryBytes > 0 {
			debug.SetMemoryLimit(int64(max(h.MemoryBytes/2, h.MemoryBytes-min(h.MemoryBytes, collectAhead))))
		}
		answer, err = Encode(handshake{Protocol: protocol})
	}
	if err != nil {
		return []byte(err.Error()), true
	}
	return answer, false
}
