// This file has Server: its options, its routes and its shutdown.

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
	"github.com/hitlrun/hitlrun/internal/budget"
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
	// Tokens say who may do what. nil lets every client do everything; use that only for a server that only this machine
	// can reach.
	Tokens *Tokens
	// OIDC accepts the tokens of an OpenID Connect provider in addition to Tokens; nil accepts none.
	OIDC *OIDC
	// Insecure allows requests whose Host header names another host than this machine although neither Tokens nor OIDC is
	// set.
	Insecure bool
	// Origins are the origins whose pages may call the server from a browser, "*" for all. Pages of this machine always
	// may.
	Origins []string
	// Webhooks are hosts that may get webhooks although their addresses are private, "*" for all.
	Webhooks []string
	// WebhookSecret is the key that signs webhooks as defined by Standard Webhooks: "whsec_" and base64, or any text. ""
	// sends them without a signature.
	WebhookSecret string
	// MaxBody is the maximal size in bytes of the body of a request; 0 means 16 MiB.
	MaxBody int64
	// MaxQueued is the maximal size in bytes of the requests of all unfinished runs together; 0 means 512 MiB. Further
	// requests are refused with status 503.
	MaxQueued int64
	// MaxStreams is the maximal number of open streams of one client; 0 means 1000.
	MaxStreams int
	// MaxRate is the maximal number of requests per second of one client; 0 means no limit. A client is a token, or an
	// address for requests without a valid token.
	MaxRate float64
	// Heartbeat is the interval in which an idle stream sends a sign of life; 0 means 5 s.
	Heartbeat time.Duration
	// Log gets the log of the server; nil discards it.
	Log *slog.Logger
}

// Server is an http.Handler. New makes one. It is safe for concurrent use.
type Server struct {
	store  *hitlrun.Store
	o      Options
	log    *slog.Logger
	mux    *http.ServeMux
	served atomic.Pointer[map[string]*Graph]

	base     context.Context // of runs
	stop     context.CancelCauseFunc
	wg       sync.WaitGroup // runs, and what works in the background
	began    time.Time
	queue    queue
	hub      hub
	shown    shown // questions that clients have seen
	count    metrics
	limit    limiter
	turns    turns
	reads    reads
	arriving *budget.Budget // of each client
	// of all clients together
	bodies, allArriving, allPages, scans *budget.Budget
	subscribed                           subscribed
	pages                                turns // of streams that have many bytes of events in memory

	hooks hooks

	place  int    // of this server among those of the store,
	leave  func() // which leave frees; nil if it has none
	others atomic.Bool
	beside atomic.Int64 // when another server was seen last, in nanoseconds since 1970

	streamsMu sync.Mutex
	streams   map[string]int // open streams by client
}

// errDraining is the cause that stops runs at a shutdown. They resume when the server starts again.
var errDraining = errors.New("the server is shutting down")

// New returns a Server for a store. It resumes the runs that a former server had not ended. Shutdown ends it. An error
// says that two graphs have the same id, or is that of the store. store must not be nil, and stays open.
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
	s := &Server{o: o, began: time.Now(), log: o.Log, streams: map[string]int{}}
	s.store = store.Unsynced().Trust(s.hasScript)
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if err := s.SetGraphs(o.Graphs); err != nil {
		return nil, err
	}
	s.base, s.stop = context.WithCancelCause(context.Background())
	s.limit = limiter{most: o.MaxRate, limiters: map[string]*rate.Limiter{}}
	s.turns.most, s.turns.of = maxTurns, map[string]*turn{}
	s.reads.init()
	s.subscribed.of = map[string]int{}
	s.arriving, s.allArriving = budget.New(budget.Unlimited, maxArriving), budget.New(maxAllArriving, 0)
	s.bodies, s.allPages, s.scans = budget.New(maxAllBodies, 0), budget.New(maxAllPages, 0), budget.New(maxScans, 0)
	s.pages.most, s.pages.of = maxPages, map[string]*turn{}
	s.hooks.of = map[string]*hookShare{}
	s.hub.init(s)
	s.queue.threads, s.queue.locks = map[string]*threadQueue{}, map[string]*threadLock{}
	s.mux = http.NewServeMux()
	s.routes()
	s.join()
	if err := s.adoptWebhooks(s.base); err != nil {
		s.log.Error("webhooks of an earlier version are not deleted with their threads", "error", err)
	}
	if err := s.recover(s.base); err != nil {
		_ = s.Shutdown(s.base) // there is nothing to wait for
		return nil, err
	}
	s.work()
	return s, nil
}

// SetGraphs replaces the graphs of the server. A run that starts afterwards uses the new script; a thread that waits
// resumes with the script that it is pinned to. An error leaves the graphs as they are.
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

// hasScript reports whether the server serves a graph of the script with this path.
func (s *Server) hasScript(path string) bool {
	for _, g := range s.graphs() {
		if g.Script.Path() == path {
			return true
		}
	}
	return false
}

// serves reports whether a run is for this server: it has the graph. A run that was accepted while this server was already
// there was for another one if that has another script under the same name.
func (s *Server) serves(rec *record) bool {
	g := s.graphs()[rec.GraphID]
	if g == nil {
		return false
	}
	return rec.Script == "" || rec.Script == g.Script.Path() || rec.CreatedAt < isoTime(s.began)
}

// graphs returns the graphs that are served, by their ids.
func (s *Server) graphs() map[string]*Graph { return *s.served.Load() }

// Shutdown ends the server. No further run begins; current runs may finish until ctx ends. A run that has not finished
// by then stops after its last superstep, and resumes when a server starts again. The error is that of ctx if it ended
// while runs were not finished, else nil. In both cases the server has ended when Shutdown returns.
func (s *Server) Shutdown(ctx context.Context) (err error) {
	s.queue.close()
	done := make(chan struct{})
	go func() {
		s.queue.wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.stop(errDraining)
	s.hub.close()
	s.wg.Wait()
	s.queue.release()
	if s.leave != nil {
		s.leave()
	}
	return err
}

// route is a route: its method, its path and its handler.
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
