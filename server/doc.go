// Package server serves the threads of a store over HTTP. It speaks three protocols: that of the LangGraph server
// (assistants, threads, runs, streams), the newer LangGraph protocol of commands and events, and POST /chat, which
// needs one request for each message or answer.
//
//	handler, err := server.New(store, server.Options{Graphs: graphs})
//	http.Handle("/", handler)
//
// # One run
//
// A request creates the record of a run, and enqueues the run on its thread (queue.go). When it is first in the queue,
// the run begins (execute.go). Each step of it becomes events (events.go). An event is stored before any client gets
// it, so a client can read the events of a run or a thread from any number on, during the run or later (stream.go,
// v2_events.go). A server that was killed resumes its unfinished runs when it starts again (recover.go).
//
// # Answers
//
// An answer is bound to the question that waits when the answer arrives, and is used once. If a client sends it again,
// the response is that of the run that took it (answer.go).
//
// A Server is safe for concurrent use. Several processes may serve one store; a thread is run by one of them at a time.
package server
