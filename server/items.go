// This file has items: values that clients store under a namespace and a key, apart from threads.

package server

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// itemKind is the kind of the documents of items.
const itemKind = "item"

// item is an item as clients see it.
type item struct {
	Namespace []string        `json:"namespace"`
	Key       string          `json:"key"`
	Value     json.RawMessage `json:"value"`
	CreatedAt string          `json:"created_at,omitempty"`
	UpdatedAt string          `json:"updated_at,omitempty"`

	created, updated time.Time
}

// itemKey returns the key of the document of an item: the parts of the namespace and the key, joined by control
// characters.
func itemKey(namespace []string, key string) string {
	return namespaceKey(namespace) + "\x1e" + key
}

// namespaceKey returns the beginning of the keys of the items in a namespace and in those below it.
func namespaceKey(namespace []string) string { return strings.Join(namespace, "\x1f") }

// labelsOf is the reverse of namespaceKey. No label is empty or has control characters.
func labelsOf(key string) []string { return strings.Split(key, "\x1f") }

// check returns an error if the namespace or the key of an item is invalid.
func (it *item) check() error {
	if len(it.Namespace) == 0 || it.Key == "" {
		return errorf(http.StatusUnprocessableEntity, "an item has a namespace and a key")
	}
	for _, part := range append(slices.Clone(it.Namespace), it.Key) {
		if part == "" || strings.ContainsAny(part, "\x00\x1e\x1f") || len(part) > 1000 {
			return errorf(http.StatusUnprocessableEntity, "a part of the namespace, or the key, is empty, too long or has control characters")
		}
		if strings.ContainsRune(part, utf8.RuneError) { // what JSON with half of a surrogate pair becomes
			return errorf(http.StatusUnprocessableEntity, "a part of the namespace, or the key, is not UTF-8")
		}
	}
	return nil
}

// namedItem reads an item from a request, and checks its namespace and key.
func (s *Server) namedItem(w http.ResponseWriter, r *http.Request) (it item, err error) {
	if err = s.decode(w, r, &it); err == nil {
		err = it.check()
	}
	return it, err
}

func (s *Server) putItem(w http.ResponseWriter, r *http.Request) error {
	it, err := s.namedItem(w, r)
	if err != nil {
		return err
	}
	for _, label := range it.Namespace { // clients name a namespace with periods between its parts, and scripts refuse such a label
		if strings.Contains(label, ".") {
			return errorf(http.StatusUnprocessableEntity, "a part of the namespace of an item has no period, as %q has: send %q as several parts", label, label)
		}
	}
	d, err := it.document()
	if err != nil {
		return err
	}
	if err := s.store.Write(r.Context(), &hitlrun.Change{Put: []hitlrun.Document{d}}); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// itemOf returns the item of a document. Its value is a part of the body.
func itemOf(d *hitlrun.Document) (*item, error) {
	it := &item{}
	err := errors.New("it is not JSON")
	rawjson.Fields(d.Body, func(name, value []byte) bool {
		switch rawjson.Name(name) {
		case "namespace":
			err = json.Unmarshal(value, &it.Namespace)
		case "key":
			it.Key = rawjson.Name(value)
		case "value":
			it.Value = value
		}
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("item %q: %w", d.Key, err)
	}
	it.created, it.updated = d.CreatedAt, d.UpdatedAt
	it.CreatedAt, it.UpdatedAt = isoTime(d.CreatedAt), isoTime(d.UpdatedAt)
	return it, nil
}

func (s *Server) getItem(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	it := &item{Key: q.Get("key"), Namespace: strings.Split(q.Get("namespace"), ".")}
	if err := it.check(); err != nil {
		return err
	}
	d, err := s.shownDocument(r.Context(), itemKind, itemKey(it.Namespace, it.Key))
	if isNoDocument(err) {
		writeJSON(w, http.StatusOK, nil)
		return nil
	}
	if err == nil {
		it, err = itemOf(d)
	}
	if err != nil {
		return err
	}
	writeState(w, r, func() any { return it }, &it.Value)
	return nil
}

func (s *Server) deleteItem(w http.ResponseWriter, r *http.Request) error {
	it, err := s.namedItem(w, r)
	if err != nil {
		return err
	}
	if err := s.store.Write(r.Context(), &hitlrun.Change{Delete: []hitlrun.DocumentName{{Kind: itemKind, Key: itemKey(it.Namespace, it.Key)}}}); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) searchItems(w http.ResponseWriter, r *http.Request) error {
	var q struct {
		Prefix []string        `json:"namespace_prefix"`
		Filter json.RawMessage `json:"filter"`
		Query  string          `json:"query"`
		Limit  *int            `json:"limit"`
		Offset int             `json:"offset"`
	}
	if err := s.decode(w, r, &q); err != nil {
		return err
	}
	f, err := newFound(q.Limit, q.Offset)
	if err != nil {
		return err
	}
	filter, err := newItemFilter(q.Filter)
	if err != nil {
		return err
	}
	query, err := newSearched("query", q.Query)
	if err == nil {
		err = checkLabels("namespace_prefix", q.Prefix)
	}
	if err != nil {
		return err
	}
	var failed error
	err = s.eachItem(r.Context(), q.Prefix, func(it *item) bool {
		var is bool
		if is, failed = filter.match(it.Value); failed != nil {
			return false
		}
		if is && query.in(string(it.Value)) {
			f.add(itemKey(it.Namespace, it.Key))
		}
		return true
	})
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	return f.send(w, "items", func(key string) (any, error) {
		d, err := s.shownDocument(r.Context(), itemKind, key)
		if err != nil {
			return nil, err
		}
		if len(d.Body) > smallRead {
			sendsState(r.Context()) // it is not copied any more
		}
		return itemOf(d)
	})
}

// checkLabels returns an error for labels that are longer together than those of an item can be. They are compared with each item.
func checkLabels(field string, labels []string) error {
	if n := len(namespaceKey(labels)); n > maxItemKey {
		return errorf(http.StatusUnprocessableEntity, "%s has %d bytes, and at most %d are allowed", field, n, maxItemKey)
	}
	return nil
}

func (s *Server) listNamespaces(w http.ResponseWriter, r *http.Request) error {
	var q struct {
		Prefix   []string `json:"prefix"`
		Suffix   []string `json:"suffix"`
		MaxDepth int      `json:"max_depth"`
		Limit    *int     `json:"limit"`
		Offset   int      `json:"offset"`
	}
	if err := s.decode(w, r, &q); err != nil {
		return err
	}
	if q.Limit == nil {
		n := 100
		q.Limit = &n
	}
	f, err := newFound(q.Limit, q.Offset)
	if err != nil {
		return err
	}
	for name, labels := range map[string][]string{"prefix": q.Prefix, "suffix": q.Suffix} {
		if err := checkLabels(name, labels); err != nil {
			return err
		}
	}
	listed := map[[sha256.Size]byte]bool{}
	known := q.Prefix
	if i := slices.Index(known, "*"); i >= 0 {
		known = known[:i]
	}
	for k, err := range s.eachItemKey(r.Context(), known) {
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(k.Key, "\x1e")
		ns := labelsOf(name)
		if !namespaceMatches(ns, q.Prefix, q.Suffix) {
			continue
		}
		if q.MaxDepth > 0 && len(ns) > q.MaxDepth {
			ns = ns[:q.MaxDepth]
		}
		key := namespaceKey(ns)
		if hash := sha256.Sum256([]byte(key)); !listed[hash] {
			listed[hash] = true
			f.add(key)
		}
	}
	return f.send(w, "namespaces", func(key string) (any, error) { return labelsOf(key), nil })
}
