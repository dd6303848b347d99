// This file has Server: its options, its routes, and its end.

package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/hitlrun/hitlrun"
)

// Graph is a graph that clients can run.
type Graph struct {
	ID     string          // what clients call it
	Script *hitlrun.Script // of the graph
	Export string          // name of the export; "" as in hitlrun.Start
}

// Options are the options of a Server. The zero value serves no graph.
type Options struct {
	Graphs []Graph
	// Tokens say who may do what; nil lets everybody do everything, and is for a server that only this machine reaches.
	Tokens *Tokens
	// OIDC takes the tokens of an OpenID Connect provider besides; nil takes none.
	OIDC *OIDC
	// Insecure lets requests without Tokens name another host than this machine.
	Insecure bool
	// Origins are the origins of pages that browsers let talk to the server, "*" for all. Pages of this machine always may.
	Origins []string
	// Webhooks are hosts that webhooks may be sent to although their addresses are private, "*" for all.
	Webhooks []string
	// WebhookSecret signs webhooks as Standard Webhooks has it: "whsec_" and base64, or any text. "" signs none.
	WebhookSecret string
	// MaxBody is the size of a request's body in bytes; 0 is 16 MiB.
	MaxBody int64
	// MaxQueued is how many bytes the requests of runs that have not ended may have together; 0 is 512 MiB. More are refused with 503.
	MaxQueued int64
	// MaxStreams is how many streams one client may have open; 0 is 1000.
	MaxStreams int
	// MaxRate is how many requests a second one client may send: one token, or one address if there are none; 0 is no limit. Requests
	// without a valid token count for their address.
	MaxRate float64
	// Heartbeat is how often a stream that says nothing shows that it is alive; 0 is 5 s.
	Heartbeat time.Duration
	// Log reports what the server does; nil is silent.
	Log *slog.Logger
}

// Server is an http.Handler.
type Server struct {
	store  *hitlrun.Store
	o      Options
	log    *slog.Logger
	mux    *http.ServeMux
	served atomic.Pointer[map[string]*Graph]

	base  context.Context // of runs
	stop  context.CancelCauseFunc
	wg    sync.WaitGroup // runs, and what works in the background
	queue queue
	hub   hub
	count metrics
	limit limiter
	turns turns

	hooks, hookBytes atomic.Int64 // webhooks that are being sent

	place  int    // of this server among those of the store,
	leave  func() // which it gives up with leave; nil if it has none
	others atomic.Bool

	streamsMu sync.Mutex
	streams   map[string]int // open streams by client
}

// errDraining is why runs are stopped when the server ends. They go on when it starts again.
var errDraining = errors.New("the server is shutting down")

// New returns a Server over a store, which goes on with the runs that a server before it had not ended.
func New(store *hitlrun.Store, o Options) (*Server, error) {
	if o.MaxBody == 0 {
		o.MaxBody = 16 << 20
	}
	if o.MaxQueued == 0 {
		o.MaxQueued = 512 << 20
	}
	if o.MaxStreams == 0 {
		o.MaxStreams = 1000
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 5 * time.Second
	}
	s := &Server{store: store.Unsynced(), o: o, log: o.Log, streams: map[string]int{}}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if err := s.SetGraphs(o.Graphs); err != nil {
		return nil, err
	}
	s.base, s.stop = context.WithCancelCause(context.Background())
	s.limit = limiter{most: o.MaxRate, known: map[string]*rate.Limiter{}}
	s.turns.of = map[string]*turn{}
	s.hub.init(s)
	s.queue.threads, s.queue.locks = map[string]*threadQueue{}, map[string]*threadLock{}
	s.mux = http.NewServeMux()
	s.routes()
	s.join()
	if err := s.recover(s.base); err != nil {
		_ = s.Shutdown(s.base) // it has nothing to wait for
		return nil, err
	}
	s.wg.Go(s.tick)
	return s, nil
}

// SetGraphs has the server run these graphs from now on, in place of those of Options.Graphs: a run that starts takes the new
// script, a thread that waits goes on with the one that it is pinned to.
func (s *Server) SetGraphs(graphs []Graph) error {
	byID := map[string]*Graph{}
	for i := range graphs {
		if byID[graphs[i].ID] != nil {
			return errors.New("two graphs have the id " + graphs[i].ID)
		}
		byID[graphs[i].ID] = &graphs[i]
	}
	s.served.Store(&byID)
	return nil
}

// graphs returns the graphs that are served, by their ids.
func (s *Server) graphs() map[string]*Graph { return *s.served.Load() }

// Shutdown ends the server: no run begins any more, and those under way have until ctx ends to finish. The others stand where their last
// superstep ended, and go on when a server starts again.
func (s *Server) Shutdown(ctx context.Context) error {
	s.queue.close()
	done := make(chan struct{})
	go func() {
		s.queue.wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	s.stop(errDraining)
	s.hub.close()
	s.wg.Wait()
	s.queue.release()
	if s.leave != nil {
		s.leave()
	}
	return nil
}

// route is what a request with a method and a path does.
type route struct {
	pattern string
	scope   scope
	handle  func(s *Server, w http.ResponseWriter, r *http.Request) error
}

func (s *Server) routes() {
	for _, r := range routes() {
		s.mux.Handle(r.pattern, s.guard(r))
	}
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.cors(w, r) {
		return
	}
	_, pattern := s.mux.Handler(r)
	if pattern == "" {
		s.unknown(w, r)
		return
	}
	s.mux.ServeHTTP(w, r)
}
