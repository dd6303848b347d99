// Package worker starts processes that do work for this one, and talks to them. It knows nothing of scripts.
//
// The host is the process that starts others. A Process is a worker as its host sees it; Main is the
// worker's side of it. Each end is a Peer: it calls methods of the other end, and answers calls of its own, any number at
// once. A call is one frame, and so is its answer.
//
// The host trusts nothing that comes from a worker, which may run code of an attacker: a frame has a bound, and
// so has what is decoded of it, and what is being answered at once. A worker that breaks a rule is killed. The life of one call:
//
//	host    Process.Call(ctx, method, body)  ──frame──▶  Handler of the worker, with a context of its own
//	worker  Peer.Call(ctx, method, body)     ──frame──▶  Handler of the host, in a goroutine of its own
//	ctx ends on one side                     ──frame──▶  the context of the handler ends, with the same cause
//	the worker ends                                      each Call returns ErrGone; Process.Done is closed when all handlers have returned
//
// Bodies are CBOR (RFC 8949): bytes stay bytes, structs need no schema, and the library is made for peers that mean harm.
package worker
