// This file deletes the threads of runs that were started without a thread, after their end.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/hitlrun/hitlrun"
)

// discardKind is the kind of the documents that say that a thread is to be deleted. Their keys are the ids of the runs that were
// started without a thread. They are stored with the end of the run, or when its webhook is sent, so that the thread is deleted also
// if the server is killed then.
const discardKind = "discard"

// discardBody is the body of a document of discardKind.
type discardBody struct {
	By string `json:"by,omitempty"`
}

// viewTime is how long the viewers of a thread have to see the end before it is deleted. A client whose connection was cut connects
// again within leastView, and tries it for backTime.
const (
	viewTime  = time.Minute
	leastView = 3 * time.Second
	backTime  = 20 * time.Second
)

// discardDocument returns the document that says that a thread is to be deleted. It is due when the server that stores it
// must have deleted the thread.
func discardDocument(id, threadID, by string) hitlrun.Document {
	return hitlrun.Document{Kind: discardKind, Key: id, ThreadID: threadID, Due: time.Now().Add(2 * viewTime), Body: encode(discardBody{by})}
}

// discardAfter deletes the thread of a run whose end is stored, if it was started without one.
func (s *Server) discardAfter(rec *record) {
	if rec.Delete && rec.Request.Webhook == "" { // otherwise endWebhook does it
		s.wg.Go(func() { s.discard(rec.ThreadID, rec.By) })
	}
}

// discard deletes the thread of a run that was started without one. It waits for the viewers to see the end, for a time.
func (s *Server) discard(threadID, by string) {
	until := time.Now().Add(viewTime)
	for wait := leastView; ; wait = time.Second {
		select {
		case <-time.After(wait):
		case <-s.base.Done():
		}
		if s.base.Err() != nil || !s.hub.viewed(threadID) || time.Now().After(until) {
			break
		}
	}
	_ = s.deleteDiscarded(context.Background(), threadID, by) // if this fails, discardDue does it
}

// comesBack keeps the thread of a run that was started without one for a client whose stream was cut.
func (s *Server) comesBack(r *http.Request, rec *record) {
	if rec.Delete && r.Context().Err() != nil {
		_, leave := s.hub.view(rec.ThreadID)
		time.AfterFunc(backTime, leave)
	}
}

func (s *Server) deleteDiscarded(ctx context.Context, threadID, by string) error {
	err := s.store.DeleteBy(ctx, threadID, by, "http")
	if errors.Is(err, hitlrun.ErrNoThread) {
		return nil
	}
	if err != nil {
		s.log.Error("thread of a run without one is not deleted", "thread", threadID, "error", err)
	}
	return err
}

// discardLeft deletes the threads that a former server had not deleted when it ended. Those of viewers who come back are left to
// discardDue.
func (s *Server) discardLeft(ctx context.Context) {
	list, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: discardKind})
	if err != nil || len(list) == 0 {
		return // discardDue does it
	}
	if s.look(); s.others.Load() { // after the list is read: a server that begins now has put nothing into it
		return // they may be those of the others
	}
	s.wg.Go(func() {
		select {
		case <-time.After(leastView):
		case <-ctx.Done():
		}
		for i := 0; i < len(list) && ctx.Err() == nil; i++ {
			if d := list[i]; d.CreatedAt.Before(s.began) && !s.hub.viewed(d.ThreadID) {
				s.discardOne(ctx, d)
			}
		}
	})
}

// discardDue deletes threads that should have been deleted by now, a few at a time.
func (s *Server) discardDue(ctx context.Context) {
	list, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: discardKind, States: []string{""}, Due: time.Now(), Limit: 8})
	if err != nil {
		return // the next look finds them
	}
	for _, d := range list {
		s.discardOne(ctx, d)
	}
}

// discardOne deletes the thread of a document of discardKind. If that fails, it is due again later.
func (s *Server) discardOne(ctx context.Context, d hitlrun.Document) {
	var body discardBody
	_ = json.Unmarshal(d.Body, &body) // the server wrote it
	if s.deleteDiscarded(ctx, d.ThreadID, body.By) == nil {
		return
	}
	was := d.Due
	d.Due = time.Now().Add(viewTime)
	_ = s.store.Write(ctx, &hitlrun.Change{Replace: []hitlrun.Replacement{{Document: d, From: []string{""}, FromDue: was}}}) // if this fails, it is tried again at once
}
