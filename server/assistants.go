// This file has assistants. Each graph is an assistant, and clients may create more, each with its own config.

package server

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

// assistantKind is the kind of the documents of assistants that clients created.
const assistantKind = "assistant"

// assistant is an assistant as clients see it.
type assistant struct {
	ID          string          `json:"assistant_id"`
	GraphID     string          `json:"graph_id"`
	Version     int             `json:"version"`
	Config      json.RawMessage `json:"config"`
	Context     json.RawMessage `json:"context"`
	Metadata    json.RawMessage `json:"metadata"`
	Name        string          `json:"name"`
	Description *string         `json:"description"`
	CreatedAt   string          `json:"created_at"`
	UpdatedAt   string          `json:"updated_at"`
}

// namespaceOfGraphs is the UUID namespace of the ids of graphs' assistants. Clients store these ids, so it must not
// change.
var namespaceOfGraphs = [16]byte{0x6b, 0xa7, 0xb8, 0x21, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}

// assistantID returns the id of the assistant of a graph: a UUID of version 5.
func assistantID(graphID string) string {
	sum := sha1.Sum(append(namespaceOfGraphs[:], graphID...))
	b := [16]byte(sum[:16])
	b[6] = 0x50 | b[6]&0x0f
	b[8] = 0x80 | b[8]&0x3f
	return uuidText(b)
}

func uuidText(b [16]byte) string {
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// system returns the assistant of a graph. Nobody created it, and its times are the beginning of 1970.
func (s *Server) system(graphID string) *assistant {
	at := isoTime(time.Unix(0, 0))
	return &assistant{
		ID: assistantID(graphID), GraphID: graphID, Version: 1, Config: emptyObject, Context: emptyObject,
		Metadata: json.RawMessage(`{"created_by":"system"}`), Name: graphID, CreatedAt: at, UpdatedAt: at,
	}
}

var emptyObject = json.RawMessage("{}") //nolint:gochecknoglobals // read-only

// isoTime formats a time as the protocol does: UTC with microseconds.
func isoTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// ofGraph returns the assistant of a graph by its id or by that of the graph; nil for other ids.
func (s *Server) ofGraph(id string) *assistant {
	for graphID := range s.graphs() {
		if id == graphID || id == assistantID(graphID) {
			return s.system(graphID)
		}
	}
	return nil
}

// assistant returns the assistant with an id, or the one of the graph with that id.
func (s *Server) assistant(r *http.Request, id string) (*assistant, error) {
	return s.readAssistant(r, id, s.document)
}

// shownAssistant is assistant for a request that sends the assistant.
func (s *Server) shownAssistant(r *http.Request, id string) (*assistant, error) {
	return s.readAssistant(r, id, s.shownDocument)
}

func (s *Server) readAssistant(r *http.Request, id string, read func(ctx context.Context, kind, key string) (*hitlrun.Document, error)) (*assistant, error) {
	if a := s.ofGraph(id); a != nil {
		return a, nil
	}
	d, err := read(r.Context(), assistantKind, id)
	if errors.Is(err, hitlrun.ErrNoDocument) {
		return nil, noAssistant{errorf(http.StatusNotFound, "No assistant found for %q. Make sure the assistant ID is for a valid assistant or a valid graph ID.", id)}
	}
	if err != nil {
		return nil, err
	}
	return assistantOf(d)
}

// noAssistant is the error for an assistant that does not exist.
type noAssistant struct{ error }

func (e noAssistant) Unwrap() error { return e.error }

func isNoAssistant(err error) bool { return errors.As(err, &noAssistant{}) }

// assistantOfLastRun returns the assistant of the newest run of a thread, as it was when that run was accepted, if it has this id. It
// is nil otherwise.
func (s *Server) assistantOfLastRun(ctx context.Context, threadID, id string) *assistant {
	for rec, err := range s.eachRecord(ctx, threadID) {
		if err != nil || rec.AssistantID != id || rec.Assistant == nil {
			break
		}
		return &assistant{ID: id, GraphID: rec.GraphID, Config: rec.Assistant.Config, Context: rec.Assistant.Context}
	}
	return nil
}

func assistantOf(d *hitlrun.Document) (*assistant, error) {
	a := &assistant{}
	if err := json.Unmarshal(d.Body, a); err != nil {
		return nil, err
	}
	a.CreatedAt, a.UpdatedAt = isoTime(d.CreatedAt), isoTime(d.UpdatedAt)
	return a, nil
}

// showTo returns the assistant as a client sees it. A reviewer does not see the context and the values for nodes, as in
// runs.
func (a *assistant) showTo(who caller) *assistant {
	if who.mayRun() == nil {
		return a
	}
	shown := *a
	shown.Context, shown.Config = emptyObject, emptyObject
	if config := withoutValues(a.Config); config != nil {
		shown.Config = config
	}
	return &shown
}

type assistantSearch struct {
	GraphID string `json:"graph_id"`
	Name    string `json:"name"` // a part of the name, in any case
	documentSearch
}

// findAssistants returns the ids of the assistants that a request searches for, and the fields that it selects. Without an order
// those of graphs come first.
func (s *Server) findAssistants(w http.ResponseWriter, r *http.Request) (*found, selection, error) {
	var q assistantSearch
	if err := s.decode(w, r, &q); err != nil {
		return nil, nil, err
	}
	metadata, list, err := q.begin("assistant_id", "graph_id", "name", "created_at", "updated_at")
	if err != nil {
		return nil, nil, err
	}
	name, err := newSearched("name", q.Name)
	if err != nil {
		return nil, nil, err
	}
	type compared struct {
		GraphID  string          `json:"graph_id"`
		Name     string          `json:"name"`
		Metadata json.RawMessage `json:"metadata"`
	}
	check := func(id string, a compared, created, updated string) error {
		if q.GraphID != "" && a.GraphID != q.GraphID || !name.in(a.Name) {
			return nil
		}
		is, err := metadata.Match(a.Metadata)
		if is {
			list.add(id, map[string]string{"assistant_id": id, "graph_id": a.GraphID, "name": a.Name, "created_at": created, "updated_at": updated}[q.SortBy])
		}
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(s.graphs())) {
		a := s.system(id)
		if err := check(a.ID, compared{a.GraphID, a.Name, a.Metadata}, a.CreatedAt, a.UpdatedAt); err != nil {
			return nil, nil, err
		}
	}
	for d, err := range s.store.EachDocument(r.Context(), hitlrun.DocumentFilter{Kind: assistantKind, Room: s.roomFor(r.Context(), assistantKind)}) { // they may be many and large
		if err != nil {
			return nil, nil, err
		}
		var a compared
		err = json.Unmarshal(d.Body, &a)
		if err == nil {
			err = check(d.Key, a, isoTime(d.CreatedAt), isoTime(d.UpdatedAt))
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return list.found(), q.Select, nil
}

func (s *Server) searchAssistants(w http.ResponseWriter, r *http.Request) error {
	f, names, err := s.findAssistants(w, r)
	if err != nil {
		return err
	}
	return f.send(w, "", func(id string) (any, error) {
		a, err := s.shownAssistant(r, id)
		if err != nil {
			return nil, err
		}
		return selected(a.showTo(callerOf(r)), names), nil
	})
}

// count returns a handler that answers with the number of what find finds.
func count(find func(*Server, http.ResponseWriter, *http.Request) (*found, selection, error)) func(*Server, http.ResponseWriter, *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		f, _, err := find(s, w, r)
		if err == nil {
			writeJSON(w, http.StatusOK, f.n)
		}
		return err
	}
}

func (s *Server) getAssistant(w http.ResponseWriter, r *http.Request) error {
	a, err := s.shownAssistant(r, r.PathValue("assistant"))
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, a.showTo(callerOf(r)))
	return nil
}

// assistantChange is the body of a request that creates or changes an assistant.
type assistantChange struct {
	assistant
	IfExists string `json:"if_exists"`
}

func (s *Server) createAssistant(w http.ResponseWriter, r *http.Request) error {
	var c assistantChange
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	if s.graphs()[c.GraphID] == nil {
		return errorf(http.StatusNotFound, "there is no graph %q", c.GraphID)
	}
	if err := c.check(); err != nil {
		return err
	}
	a := s.system(c.GraphID)
	a.ID, a.Metadata = c.ID, emptyObject
	if a.ID == "" {
		a.ID = hitlrun.NewRunID()
	} else if err := checkID("an assistant", a.ID); err != nil {
		return err
	}
	a.merge(&c.assistant)
	err := hitlrun.ErrDocumentExists // an assistant that no request could name
	if s.ofGraph(a.ID) == nil {
		err = s.store.Write(r.Context(), &hitlrun.Change{Insert: []hitlrun.Document{a.document()}})
	}
	_, taken := s.shownAssistant(r, a.ID)
	if errors.Is(err, hitlrun.ErrDocumentExists) && taken == nil && c.IfExists == "do_nothing" {
		a, err = s.shownAssistant(r, a.ID)
	} else if errors.Is(err, hitlrun.ErrDocumentExists) {
		return errorf(http.StatusConflict, "there is an assistant %q already", a.ID)
	}
	if err != nil {
		return err
	}
	if a.CreatedAt == isoTime(time.Unix(0, 0)) {
		a.CreatedAt = isoTime(time.Now())
		a.UpdatedAt = a.CreatedAt
	}
	writeJSON(w, http.StatusOK, a)
	return nil
}

// check returns an error if a client sent an invalid assistant.
func (a *assistant) check() error {
	for _, f := range []struct {
		name string
		data json.RawMessage
	}{{"config", a.Config}, {"context", a.Context}, {"metadata", a.Metadata}} {
		var o map[string]json.RawMessage
		if present(f.data) != nil && json.Unmarshal(f.data, &o) != nil {
			return errorf(http.StatusUnprocessableEntity, "%s is a JSON object", f.name)
		}
		if err := hitlrun.CheckJSON("the "+f.name, present(f.data)); err != nil {
			return err
		}
	}
	return checkConfig(a.Config)
}

// merge sets the fields of a that with has. The metadata are set one by one.
func (a *assistant) merge(with *assistant) {
	for _, f := range []struct{ to, from *json.RawMessage }{{&a.Config, &with.Config}, {&a.Context, &with.Context}} {
		if len(*f.from) > 0 && string(*f.from) != "null" {
			*f.to = *f.from
		}
	}
	if added := fieldsOf(with.Metadata); len(added) > 0 {
		metadata := map[string]json.RawMessage{}
		maps.Copy(metadata, fieldsOf(a.Metadata))
		maps.Copy(metadata, added)
		a.Metadata = encode(metadata)
	}
	if with.Name != "" {
		a.Name = with.Name
	}
	if with.Description != nil {
		a.Description = with.Description
	}
}

func (s *Server) patchAssistant(w http.ResponseWriter, r *http.Request) error {
	var c assistantChange
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.GraphID != "" && s.graphs()[c.GraphID] == nil {
		return errorf(http.StatusNotFound, "there is no graph %q", c.GraphID)
	}
	for {
		a, err := s.shownAssistant(r, r.PathValue("assistant"))
		if err != nil {
			return err
		}
		if a.ID == assistantID(a.GraphID) {
			return errorf(http.StatusConflict, "the assistant of a graph stays as it is: make one of your own")
		}
		before := *a
		if c.GraphID != "" {
			a.GraphID = c.GraphID
		}
		a.merge(&c.assistant)
		if a.Version, err = s.newestVersion(r.Context(), &before); err != nil {
			return err
		}
		a.Version++
		a.UpdatedAt = isoTime(time.Now())
		err = s.makeCurrent(r.Context(), &before, a)
		if errors.Is(err, hitlrun.ErrConflict) {
			continue // it was changed or deleted meanwhile
		}
		if err != nil {
			return err
		}
		writeJSON(w, http.StatusOK, a)
		return nil
	}
}

// document returns an assistant as it is stored. Its state is its version, by which one change of two is found to be late.
func (a *assistant) document() hitlrun.Document {
	return hitlrun.Document{Kind: assistantKind, Key: a.ID, State: a.state(), Body: encode(a)}
}

func (a *assistant) state() string { return strconv.Itoa(a.Version) }

func (s *Server) deleteAssistant(w http.ResponseWriter, r *http.Request) error {
	a, err := s.shownAssistant(r, r.PathValue("assistant"))
	if err != nil {
		return err
	}
	if a.ID == assistantID(a.GraphID) {
		return errorf(http.StatusConflict, "the assistant of a graph cannot be deleted")
	}
	if isTrue(r, "delete_threads") {
		if err := s.deleteThreadsOf(r, a.ID); err != nil {
			return err
		}
	}
	if err := s.deleteVersions(r.Context(), a.ID, hitlrun.DocumentName{Kind: assistantKind, Key: a.ID}); err != nil {
		return err
	}
	if err := s.deleteVersions(r.Context(), a.ID); err != nil { // of a change just before
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) assistantGraph(w http.ResponseWriter, r *http.Request) error {
	a, err := s.shownAssistant(r, r.PathValue("assistant"))
	if err != nil {
		return err
	}
	levels := 0
	switch xray := r.URL.Query().Get("xray"); xray {
	case "true":
		levels = -1
	case "", "false":
	default:
		levels, _ = strconv.Atoi(xray)
	}
	g, err := s.graphOfAssistant(a)
	if err != nil {
		return err
	}
	picture, err := g.Script.Picture(r.Context(), g.Export, levels)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, picture)
	return nil
}

// graphOfAssistant returns the graph of an assistant. It fails if this server does not serve that graph: another server
// may have created the assistant.
func (s *Server) graphOfAssistant(a *assistant) (*Graph, error) {
	if g := s.graphs()[a.GraphID]; g != nil {
		return g, nil
	}
	return nil, errorf(http.StatusNotFound, "there is no graph %q any more", a.GraphID)
}

// schemasOf returns the assistant in the path, and the schemas of its graph and of its subgraphs by namespace.
func (s *Server) schemasOf(r *http.Request) (*assistant, map[string]hitlrun.Schemas, error) {
	a, err := s.shownAssistant(r, r.PathValue("assistant"))
	if err != nil {
		return nil, nil, err
	}
	g, err := s.graphOfAssistant(a)
	if err != nil {
		return nil, nil, err
	}
	all, err := g.Script.Schemas(r.Context(), g.Export)
	return a, all, err
}

func (s *Server) assistantSchemas(w http.ResponseWriter, r *http.Request) error {
	a, all, err := s.schemasOf(r)
	if err != nil {
		return err
	}
	of := all[""]
	writeJSON(w, http.StatusOK, map[string]any{
		"graph_id": a.GraphID, "input_schema": of.Input, "output_schema": of.Output, "state_schema": of.State,
		"config_schema": of.Config, "context_schema": of.Config, // scripts have one schema for both
	})
	return nil
}

// assistantSubgraphs returns the schemas of the subgraphs of a graph: of all, or of the one whose namespace is in the
// path. With recurse it includes their subgraphs.
func (s *Server) assistantSubgraphs(w http.ResponseWriter, r *http.Request) error {
	_, all, err := s.schemasOf(r)
	if err != nil {
		return err
	}
	delete(all, "")
	ns, deep := r.PathValue("namespace"), isTrue(r, "recurse")
	maps.DeleteFunc(all, func(name string, _ hitlrun.Schemas) bool {
		return ns != "" && name != ns || !deep && ns == "" && strings.Contains(name, "|")
	})
	writeJSON(w, http.StatusOK, all)
	return nil
}
