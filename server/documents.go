// This file reads documents that clients make: items, assistants and crons. They may be large, so they are a part of the memory of all
// clients, as states are (reads.go).

package server

import (
	"context"
	"iter"

	"github.com/hitlrun/hitlrun"
)

// shownDocument is Document of the store when there is memory for it, for a request that has a turn and sends the document: it counts until the
// request ends, or reads another document or a state. What the request had before does not count any more.
func (s *Server) shownDocument(ctx context.Context, kind, key string) (*hitlrun.Document, error) {
	size, err := s.store.DocumentSize(ctx, kind, key)
	if err == nil {
		err = s.roomFor(ctx, kind)(size)
	}
	if err != nil {
		return nil, err
	}
	return s.store.Document(ctx, kind, key)
}

// roomFor returns a function that waits for memory for documents of a kind, as shownDocument does. An item is sent as it was read; others are
// decoded and encoded again.
func (s *Server) roomFor(ctx context.Context, kind string) func(bytes int64) error {
	return func(bytes int64) error {
		if bytes > smallRead && kind != itemKind {
			bytes *= 2
		}
		return s.reserve(ctx, bytes)
	}
}

// document is Document of the store when there is memory for it. It holds none of that afterwards: the caller may wait for others then.
func (s *Server) document(ctx context.Context, kind, key string) (*hitlrun.Document, error) {
	size, err := s.store.DocumentSize(ctx, kind, key)
	if err != nil {
		return nil, err
	}
	if size > smallRead {
		if h, ok := ctx.Value(readingKey{}).(*reading); ok {
			h.end() // who has memory for a state does not wait for other memory
		}
		part, err := s.reads.inside.Take(ctx, clientIn(ctx), size*readFactor)
		if err != nil {
			return nil, err
		}
		defer part.Free()
	}
	return s.store.Document(ctx, kind, key)
}

// eachDocument is EachDocument of the store when there is memory for the documents, which are not sent. Its caller waits for no other memory while it
// has one.
func (s *Server) eachDocument(ctx context.Context, f hitlrun.DocumentFilter) iter.Seq2[hitlrun.Document, error] {
	return func(yield func(hitlrun.Document, error) bool) {
		reads, end := withReading(ctx, clientIn(ctx))
		defer end()
		f.Room = s.roomFor(reads, f.Kind)
		for d, err := range s.store.EachDocument(ctx, f) {
			if !yield(d, err) {
				return
			}
		}
	}
}
