// This file has the server whose tickets are the effects of the workflows.

package torture

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// server makes tickets. A request with the Idempotency-Key of an earlier one gets the ticket
// of that one.
type server struct {
	*httptest.Server
	mu      sync.Mutex
	r       *rand.Rand // of faults, nil for none
	made    int
	refused int // requests that got a 503
	dropped int // tickets whose first request got no answer
	threads map[string]*effects
}

// effects are what the server did for one thread.
type effects struct {
	tickets  []*made
	weathers []string
	trap     *trap
}

// made is a ticket.
type made struct {
	id, name, key, body string
	requests            int
	others              []string // bodies that came with the same key and are not the same
}

// trap kills a process when it sends a request.
type trap struct {
	after     int           // requests that pass
	answered  bool          // it is answered first, and what comes back is given
	wait      time.Duration // this time
	kill      func()
	continued bool // after that, and wants its answer
}

func newServer(t *testing.T) *server {
	s := &server{threads: map[string]*effects{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /tickets", s.ticket)
	mux.HandleFunc("GET /weather", s.weather)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// of returns what was done for a thread. s.mu is held.
func (s *server) of(thread string) *effects {
	e := s.threads[thread]
	if e == nil {
		e = &effects{}
		s.threads[thread] = e
	}
	return e
}

// set sets a trap for the process that works on a thread, or removes it.
func (s *server) set(thread string, t *trap) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of(thread).trap = t
}

// sprung returns the trap that a request has to fall into. s.mu is held.
func (e *effects) sprung() *trap {
	t := e.trap
	if t == nil {
		return nil
	}
	if t.after--; t.after >= 0 {
		return nil
	}
	e.trap = nil
	return t
}

func (s *server) ticket(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the process is gone before it sent the whole request: there is no ticket
	}
	var sent struct{ Thread, Name string }
	if err := json.Unmarshal(body, &sent); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	e := s.of(sent.Thread)
	m := e.find(r.Header.Get("Idempotency-Key"))
	refuse, drop := s.fault(sent.Name, m)
	if refuse {
		s.refused++
		s.mu.Unlock()
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	if m == nil {
		s.made++
		m = &made{id: fmt.Sprintf("ticket %d", s.made), name: sent.Name, key: r.Header.Get("Idempotency-Key"), body: string(body)}
		e.tickets = append(e.tickets, m)
	}
	if m.requests++; m.body != string(body) {
		m.others = append(m.others, string(body))
	}
	t := e.sprung()
	s.mu.Unlock()
	if drop && t == nil {
		panic(http.ErrAbortHandler)
	}
	answer(w, t, map[string]string{"ticket": m.id})
}

// fault reports whether a request is refused, or gets a ticket and no answer. Only tickets
// that are made one after the other fail: of those that are made side by side the others
// would be made again. s.mu is held.
func (s *server) fault(name string, known *made) (refuse, drop bool) {
	if s.r == nil || known != nil || !strings.HasPrefix(name, "last ") {
		return false, false
	}
	refuse, drop = s.r.IntN(12) == 0, s.r.IntN(12) == 0
	if drop && !refuse {
		s.dropped++
	}
	return refuse, drop
}

func (e *effects) find(key string) *made {
	for _, m := range e.tickets {
		if key != "" && m.key == key {
			return m
		}
	}
	return nil
}

func (s *server) weather(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.made++
	e := s.of(r.FormValue("thread"))
	id := fmt.Sprintf("weather %d", s.made)
	e.weathers = append(e.weathers, id)
	t := e.sprung()
	s.mu.Unlock()
	answer(w, t, map[string]string{"weather": id})
}

func answer(w http.ResponseWriter, t *trap, v any) {
	if t != nil && !t.answered {
		t.kill()
		if !t.continued {
			panic(http.ErrAbortHandler)
		}
	}
	body, _ := json.Marshal(v) // strings
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	w.Write(body)
	if t != nil && t.answered {
		http.NewResponseController(w).Flush()
		time.Sleep(t.wait)
		t.kill()
	}
}
