// This file has the long-term store that nodes find as config.store: the items that clients reach through client.store.

package server

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/longterm"
)

// longTerm implements longterm.Items on the documents of items. Items have no time to live.
type longTerm struct {
	store *hitlrun.Store
	room  func(bytes int64) error // is called before so many bytes of items are searched; nil if nobody waits
}

// items returns the items of the server.
func (s *Server) items() longTerm { return longTerm{store: s.store} }

// shownItems returns the items for a request that has a turn: what it searches is a part of the memory of all clients.
func (s *Server) shownItems(ctx context.Context) longTerm {
	return longTerm{s.store, s.roomFor(ctx, itemKind)}
}

// Get implements longterm.Items.
func (l longTerm) Get(ctx context.Context, namespace []string, key string, _ bool) (*longterm.Item, error) {
	it, err := l.item(ctx, itemKey(namespace, key))
	if it == nil {
		return nil, err
	}
	return it.stored(), nil
}

// item returns the item of a document, nil if there is none.
func (l longTerm) item(ctx context.Context, key string) (*item, error) {
	d, err := l.store.Document(ctx, itemKind, key)
	if isNoDocument(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return itemOf(d)
}

// mostFound is how many bytes the items of a search, or the namespaces of a list, may have, since they are in memory together.
const mostFound = 64 << 20

// Find implements longterm.Items.
func (l longTerm) Find(ctx context.Context, prefix []string, offset, limit int, _ bool) (found []longterm.Item, err error) {
	size, tooMuch := 0, false
	err = l.each(ctx, prefix, func(it *item) bool {
		if offset > 0 {
			offset--
			return true
		}
		if limit >= 0 && len(found) == limit {
			return false
		}
		if size += len(it.Value) + it.keyBytes(); size > mostFound {
			tooMuch = true
			return false
		}
		found = append(found, *it.stored())
		return true
	})
	if err == nil && tooMuch {
		err = fmt.Errorf("the items below %q have more than %d MiB: search a longer namespace, or without a filter and with a limit", strings.Join(prefix, "."), mostFound>>20)
	}
	return found, err
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
	return l.store.Write(ctx, &c)
}

// Namespaces implements longterm.Items.
func (l longTerm) Namespaces(ctx context.Context) (all [][]string, err error) {
	seen, size := map[[sha256.Size]byte]bool{}, 0
	err = l.each(ctx, nil, func(it *item) bool {
		if name := sha256.Sum256([]byte(namespaceKey(it.Namespace))); !seen[name] {
			seen[name] = true
			if size += it.keyBytes(); size > mostFound {
				return false
			}
			all = append(all, it.Namespace)
		}
		return true
	})
	if err == nil && size > mostFound {
		err = fmt.Errorf("the namespaces of the items have more than %d MiB", mostFound>>20)
	}
	return all, err
}

// keyBytes returns about how many bytes the namespace and the key of an item take in memory, with their headers.
func (it *item) keyBytes() int {
	n := 128 + len(it.Key)
	for _, part := range it.Namespace {
		n += 16 + len(part)
	}
	return n
}

// each calls do with the items whose namespaces begin with prefix, until do returns false.
func (l longTerm) each(ctx context.Context, prefix []string, do func(it *item) bool) error {
	f := hitlrun.DocumentFilter{Kind: itemKind, Prefix: namespaceKey(prefix), Room: l.room}
	for d, err := range l.store.EachDocument(ctx, f) {
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
