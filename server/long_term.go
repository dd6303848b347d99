// This file has the long-term store that nodes find as config.store: the items that clients reach through client.store.

package server

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/longterm"
)

// longTerm implements longterm.Items on the documents of items. Items have no time to live. What a run of a client reads is a part of the memory of
// all clients until the run has it.
type longTerm struct {
	s      *Server
	client string
}

// Get implements longterm.Items.
func (l longTerm) Get(ctx context.Context, namespace []string, key string, _ bool) (*longterm.Item, error) {
	size, err := l.Size(ctx, namespace, key)
	if size == 0 || err != nil {
		return nil, err
	}
	reads, end := withReading(ctx, l.client)
	defer end()
	if err := l.s.reserve(reads, size); err != nil {
		return nil, err
	}
	return l.item(ctx, itemKey(namespace, key))
}

// item returns the item of a document, nil if there is none.
func (l longTerm) item(ctx context.Context, key string) (*longterm.Item, error) {
	d, err := l.s.store.Document(ctx, itemKind, key)
	if isNoDocument(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	it, err := itemOf(d)
	if err != nil {
		return nil, err
	}
	return it.stored(), nil
}

// Size returns how many bytes an item has, without reading it; 0 if there is none.
func (l longTerm) Size(ctx context.Context, namespace []string, key string) (int64, error) {
	size, err := l.s.store.DocumentSize(ctx, itemKind, itemKey(namespace, key))
	if isNoDocument(err) {
		return 0, nil
	}
	return size, err
}

// mostFound is how many bytes the items of a search, or the namespaces of a list, may have, since they are in memory together.
const mostFound = 64 << 20

// finds returns the keys of the documents that Find reads, and how many bytes these have together.
func (l longTerm) finds(ctx context.Context, prefix []string, offset, limit int) (keys []string, size int64, err error) {
	for k, err := range l.s.eachItemKey(ctx, prefix) {
		if err != nil {
			return nil, 0, err
		}
		if offset > 0 {
			offset--
			continue
		}
		if limit >= 0 && len(keys) == limit {
			break
		}
		if size += k.Bytes + itemBytes(k.Key); size > mostFound {
			return nil, 0, fmt.Errorf("the items below %q have more than %d MiB: search a longer namespace, or without a filter and with a limit", strings.Join(prefix, "."), mostFound>>20)
		}
		keys = append(keys, k.Key)
	}
	return keys, size, nil
}

// Find implements longterm.Items.
func (l longTerm) Find(ctx context.Context, prefix []string, offset, limit int, _ bool) (found []longterm.Item, err error) {
	keys, size, err := l.finds(ctx, prefix, offset, limit)
	if len(keys) == 0 || err != nil {
		return nil, err
	}
	reads, end := withReading(ctx, l.client)
	defer end()
	if err := l.s.reserve(reads, size); err != nil {
		return nil, err
	}
	for _, key := range keys {
		it, err := l.item(ctx, key)
		if err != nil {
			return nil, err
		}
		if it != nil { // it may be deleted since
			found = append(found, *it)
		}
	}
	return found, nil
}

// FoundSize returns how many bytes the items have that Find returns, without reading them.
func (l longTerm) FoundSize(ctx context.Context, prefix []string, offset, limit int) (int64, error) {
	_, size, err := l.finds(ctx, prefix, offset, limit)
	return size, err
}

// Put implements longterm.Items.
func (l longTerm) Put(ctx context.Context, writes []longterm.Write) error {
	var c hitlrun.Change
	for _, w := range writes {
		it := item{Namespace: w.Namespace, Key: w.Key, Value: w.Value}
		if w.Value == nil {
			c.Delete = append(c.Delete, hitlrun.DocumentName{Kind: itemKind, Key: itemKey(w.Namespace, w.Key)})
			continue
		}
		d, err := it.document()
		if err != nil {
			return err
		}
		c.Put = append(c.Put, d)
	}
	return l.s.store.Write(ctx, &c)
}

// Namespaces implements longterm.Items.
func (l longTerm) Namespaces(ctx context.Context) (all [][]string, err error) {
	_, err = l.namespaces(ctx, func(labels []string) { all = append(all, labels) })
	return all, err
}

// NamespacesSize returns about how many bytes the list of Namespaces takes.
func (l longTerm) NamespacesSize(ctx context.Context) (int64, error) {
	return l.namespaces(ctx, func([]string) {})
}

// namespaces calls do with each namespace that has items, and returns about how many bytes they take together.
func (l longTerm) namespaces(ctx context.Context, do func(labels []string)) (size int64, err error) {
	seen := map[[sha256.Size]byte]bool{}
	for k, err := range l.s.eachItemKey(ctx, nil) {
		if err != nil {
			return 0, err
		}
		ns, _, _ := strings.Cut(k.Key, "\x1e")
		if name := sha256.Sum256([]byte(ns)); !seen[name] {
			seen[name] = true
			if size += itemBytes(k.Key); size > mostFound {
				return 0, fmt.Errorf("the namespaces of the items have more than %d MiB", mostFound>>20)
			}
			do(labelsOf(ns))
		}
	}
	return size, nil
}

// itemBytes returns about how many bytes the namespace and the key of an item take in memory, with their headers.
func itemBytes(documentKey string) int64 {
	return int64(128 + len(documentKey) + 16*strings.Count(documentKey, "\x1f"))
}

// eachItemKey returns the keys of the documents of the items whose namespaces begin with prefix. It reads no items.
func (s *Server) eachItemKey(ctx context.Context, prefix []string) iter.Seq2[hitlrun.DocumentKey, error] {
	name := namespaceKey(prefix)
	return func(yield func(hitlrun.DocumentKey, error) bool) {
		for k, err := range s.store.EachDocumentKey(ctx, hitlrun.DocumentFilter{Kind: itemKind, Prefix: name}) {
			next := strings.TrimPrefix(k.Key, name)
			below := len(prefix) == 0 || strings.HasPrefix(next, "\x1e") || strings.HasPrefix(next, "\x1f")
			if (err != nil || below) && !yield(k, err) {
				return
			}
		}
	}
}

// eachItem calls do with the items whose namespaces begin with prefix, until do returns false. They are a part of the memory of all clients: the request
// has a turn.
func (s *Server) eachItem(ctx context.Context, prefix []string, do func(it *item) bool) error {
	f := hitlrun.DocumentFilter{Kind: itemKind, Prefix: namespaceKey(prefix), Room: s.roomFor(ctx, itemKind)}
	for d, err := range s.store.EachDocument(ctx, f) {
		var it *item
		if err == nil {
			it, err = itemOf(&d)
		}
		if err != nil {
			return err
		}
		if len(it.Namespace) >= len(prefix) && slices.Equal(it.Namespace[:len(prefix)], prefix) && !do(it) {
			return nil
		}
	}
	return nil
}

// maxItemKey is how many bytes the namespace and the key of an item have together: a search has those of all items that it finds in
// memory.
const maxItemKey = 64 << 10

// document returns the document of an item that is to be stored, or what is wrong with the item.
func (it *item) document() (hitlrun.Document, error) {
	var value map[string]json.RawMessage
	if err := it.check(); err != nil {
		return hitlrun.Document{}, err
	}
	if n := len(itemKey(it.Namespace, it.Key)); n > maxItemKey {
		return hitlrun.Document{}, errorf(http.StatusUnprocessableEntity, "the namespace and the key of the item have %d bytes together, and at most %d are allowed", n, maxItemKey)
	}
	if json.Unmarshal(it.Value, &value) != nil || value == nil {
		return hitlrun.Document{}, errorf(http.StatusUnprocessableEntity, "the value of an item is a JSON object")
	}
	if err := hitlrun.CheckJSON("the value of the item", it.Value); err != nil {
		return hitlrun.Document{}, err
	}
	it.CreatedAt, it.UpdatedAt = "", ""
	return hitlrun.Document{Kind: itemKind, Key: itemKey(it.Namespace, it.Key), Body: encode(it)}, nil
}

// stored returns the item in the form of package longterm.
func (it *item) stored() *longterm.Item {
	return &longterm.Item{Namespace: it.Namespace, Key: it.Key, Value: it.Value, CreatedAt: it.created, UpdatedAt: it.updated}
}
