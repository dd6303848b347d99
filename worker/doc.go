// Package worker starts processes that work for this one, and exchanges calls with them. It has no code for scripts.
//
// The host is the process that starts others. A Process is a worker, for its host; Main is the
// worker's side. Each end is a Peer: it calls methods of the other end, and answers calls of the other end, any number
// at a time. A call is one frame, and so is its answer.
//
// The host does not trust what a worker sends, because the worker may run code of an attacker. The size of a frame is
// limited, and so are the size of the decoded values and the calls that are answered at a time. A worker that sends an
// invalid frame or exceeds a limit is killed. The life of one call:
//
//	host    Process.Call(ctx, method, body)  ──frame──▶  Handler of the worker, with a context of its own
//	worker  Peer.Call(ctx, method, body)     ──frame──▶  Handler of the host, in a goroutine of its own
//	ctx ends on one side                     ──frame──▶  the context of the handler ends, with the same cause
//	the worker ends                                      each Call returns ErrGone; Process.Done is closed when all handlers have returned
//
// Bodies are CBOR (RFC 8949). Bytes need no encoding as text, structs need no schema, and the library is made for untrusted input.
package worker
