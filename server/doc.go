// Package server puts the threads of a store behind HTTP, for every client of the LangGraph world: it speaks the
// protocol of the LangGraph server (assistants, threads, runs, streams), the newer one of commands and events, and
// the two-request protocol of POST /chat, all over one store.
//
//	handler, err := server.New(store, server.Options{Graphs: graphs})
//	http.Handle("/", handler)
//
// # One run
//
// A request makes a run record and puts the run into the queue of its thread (queue.go). When it is its turn it begins
// (execute.go); what happens becomes events (events.go), which are stored before any viewer gets them. Viewers read the events
// of a run or of a thread from any number on, live or long after (stream.go, v2_events.go). So all of them see the same, and a server that
// was killed goes on: records of runs that had not ended are taken up again (recover.go).
//
// # Answers
//
// An answer is bound to the question that waits when it arrives, is used once, and may be sent again: whoever repeats it
// joins the run that took it (answer.go).
//
// A Server is safe for concurrent use. Several processes may serve one store; a thread is run by one of them at a time.
package server
