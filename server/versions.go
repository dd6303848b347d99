// This file has the versions of assistants: each change of an assistant makes one, and a client can make any of them the current one.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

// versionKind is the kind of the documents of the versions of assistants, see versionKey. An assistant that was never changed has none.
const versionKind = "assistant version"

// versionsOf returns how the keys of the versions of an assistant begin. No id has control characters.
func versionsOf(id string) string { return id + "\x1f" }

func versionKey(id string, version int) string {
	return fmt.Sprintf("%s%010d", versionsOf(id), version)
}

// newestVersion returns the greatest number of a version of an assistant.
func (s *Server) newestVersion(ctx context.Context, a *assistant) (int, error) {
	newest := a.Version
	for d, err := range s.store.EachDocumentKey(ctx, hitlrun.DocumentFilter{Kind: versionKind, Prefix: versionsOf(a.ID), Newest: true, Limit: 1}) {
		if err != nil {
			return 0, err
		}
		_, number, _ := strings.Cut(d.Key, "\x1f")
		n, _ := strconv.Atoi(number) // the server made it
		newest = max(newest, n)
	}
	return newest, nil
}

// makeCurrent replaces the current version of an assistant, and stores both. The error is hitlrun.ErrConflict if another one is
// current by now.
func (s *Server) makeCurrent(ctx context.Context, before, a *assistant) error {
	change := &hitlrun.Change{Replace: []hitlrun.Replacement{{Document: a.document(), From: []string{before.state(), ""}}}} // an older hitlrun stored no state
	for _, version := range []*assistant{before, a} {
		key := versionKey(version.ID, version.Version)
		_, err := s.store.DocumentSize(ctx, versionKind, key)
		if err != nil && !isNoDocument(err) {
			return err
		}
		if err != nil {
			change.Put = append(change.Put, hitlrun.Document{Kind: versionKind, Key: key, Body: encode(version)})
		}
	}
	return s.store.Write(ctx, change)
}

// deleteVersions deletes all versions of an assistant, together with other documents.
func (s *Server) deleteVersions(ctx context.Context, id string, others ...hitlrun.DocumentName) error {
	change := &hitlrun.Change{Delete: others}
	for d, err := range s.store.EachDocumentKey(ctx, hitlrun.DocumentFilter{Kind: versionKind, Prefix: versionsOf(id)}) {
		if err != nil {
			return err
		}
		change.Delete = append(change.Delete, hitlrun.DocumentName{Kind: versionKind, Key: d.Key})
	}
	if len(change.Delete) == 0 {
		return nil
	}
	return s.store.Write(ctx, change)
}

// version returns a version of an assistant; the error is hitlrun.ErrNoDocument if there is none.
func (s *Server) version(ctx context.Context, current *assistant, key string) (*assistant, error) {
	d, err := s.shownDocument(ctx, versionKind, key)
	if isNoDocument(err) && key == versionKey(current.ID, current.Version) {
		return current, nil
	}
	if err != nil {
		return nil, err
	}
	a := &assistant{}
	err = json.Unmarshal(d.Body, a)
	a.CreatedAt = a.UpdatedAt // when the version was made
	return a, err
}

func (s *Server) assistantVersions(w http.ResponseWriter, r *http.Request) error {
	var q struct {
		Metadata json.RawMessage `json:"metadata"`
		Limit    *int            `json:"limit"`
		Offset   int             `json:"offset"`
	}
	if err := s.decode(w, r, &q); err != nil {
		return err
	}
	metadata, err := hitlrun.NewJSONFilter(present(q.Metadata))
	if err != nil {
		return err
	}
	page, err := newFound(q.Limit, q.Offset)
	if err != nil {
		return err
	}
	a, err := s.shownAssistant(r, r.PathValue("assistant"))
	if err != nil {
		return err
	}
	add := func(key string, body json.RawMessage) error {
		var v struct {
			Metadata json.RawMessage `json:"metadata"`
		}
		_ = json.Unmarshal(body, &v) // the server wrote it
		is, err := metadata.Match(v.Metadata)
		if is {
			page.add(strings.Clone(key))
		}
		return err
	}
	stored := false
	for d, err := range s.store.EachDocument(r.Context(), hitlrun.DocumentFilter{Kind: versionKind, Prefix: versionsOf(a.ID), Newest: true, Room: s.roomFor(r.Context(), versionKind)}) { // they may be many and large
		if err == nil {
			stored = true
			err = add(d.Key, d.Body)
		}
		if err != nil {
			return err
		}
	}
	if !stored {
		if err := add(versionKey(a.ID, a.Version), encode(a)); err != nil {
			return err
		}
	}
	return page.send(w, "", func(key string) (any, error) {
		version, err := s.version(r.Context(), a, key)
		if err != nil {
			return nil, err
		}
		return version.showTo(callerOf(r)), nil
	})
}

// latestAssistant makes a version of an assistant the current one.
func (s *Server) latestAssistant(w http.ResponseWriter, r *http.Request) error {
	var c struct {
		Version int `json:"version"`
	}
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	for {
		a, err := s.shownAssistant(r, r.PathValue("assistant"))
		if err != nil {
			return err
		}
		next, err := s.version(r.Context(), a, versionKey(a.ID, c.Version))
		if isNoDocument(err) {
			return errorf(http.StatusNotFound, "assistant %q has no version %d", a.ID, c.Version)
		}
		if err == nil && next.Version != a.Version {
			next.UpdatedAt = isoTime(time.Now())
			err = s.makeCurrent(r.Context(), a, next)
		}
		if errors.Is(err, hitlrun.ErrConflict) {
			continue // it was changed or deleted meanwhile
		}
		if err != nil {
			return err
		}
		next.CreatedAt = a.CreatedAt
		writeJSON(w, http.StatusOK, next)
		return nil
	}
}
