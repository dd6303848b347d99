// This file lets a run in a worker read and write the items of its long-term store, which the host has.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/hitlrun/hitlrun/longterm"
	"github.com/hitlrun/hitlrun/worker"
)

// remoteItems is the long-term store of a run in a worker. Each of its calls is sent to the host.
type remoteItems struct {
	host *worker.Peer
	run  saverRef
}

// longTerm returns the long-term store of the run that the saver is of.
func (s remoteSaver) longTerm() longterm.Items { return remoteItems{s.host, s.ref} }

// Get implements longterm.Items.
func (r remoteItems) Get(ctx context.Context, namespace []string, key string, renew bool) (*longterm.Item, error) {
	found, err := calls[foundItems](ctx, r.host, toGetItem, &itemsMessage{Saver: r.run, Namespace: namespace, Key: key, Renew: renew})
	if err != nil || len(found.Items) == 0 {
		return nil, err
	}
	return &found.Items[0], nil
}

// Find implements longterm.Items.
func (r remoteItems) Find(ctx context.Context, prefix []string, offset, limit int, renew bool) ([]longterm.Item, error) {
	found, err := calls[foundItems](ctx, r.host, toFindItems, &itemsMessage{Saver: r.run, Namespace: prefix, Offset: offset, Limit: limit, Renew: renew})
	return found.Items, err
}

// Put implements longterm.Items.
func (r remoteItems) Put(ctx context.Context, writes []longterm.Write) error {
	_, err := calls[nothing](ctx, r.host, toPutItems, &itemsMessage{Saver: r.run, Writes: writes})
	return err
}

// Namespaces implements longterm.Items.
func (r remoteItems) Namespaces(ctx context.Context) ([][]string, error) {
	found, err := calls[foundItems](ctx, r.host, toListNamespaces, &itemsMessage{Saver: r.run})
	return found.Namespaces, err
}

// withItems calls f with the long-term store of the run that a worker names.
func (p *proc) withItems(run saverRef, f func(items longterm.Items) error) error {
	return p.with(run, func(b *bound) error {
		if b.items == nil {
			return errors.New("the run has no long-term store")
		}
		return f(b.items)
	})
}

func (p *proc) getItem(ctx context.Context, m *itemsMessage) (found foundItems, err error) {
	if err := p.roomForItems(ctx, m, func(s itemSizer) (int64, error) { return s.Size(ctx, m.Namespace, m.Key) }); err != nil {
		return found, err
	}
	err = p.withItems(m.Saver, func(items longterm.Items) error {
		it, err := items.Get(ctx, m.Namespace, m.Key, m.Renew)
		if it != nil {
			found.Items = []longterm.Item{*it}
		}
		return err
	})
	return found, err
}

func (p *proc) findItems(ctx context.Context, m *itemsMessage) (found foundItems, err error) {
	if err := p.roomForItems(ctx, m, func(s itemSizer) (int64, error) { return s.FoundSize(ctx, m.Namespace, m.Offset, m.Limit) }); err != nil {
		return found, err
	}
	err = p.withItems(m.Saver, func(items longterm.Items) (err error) {
		all, err := items.Find(ctx, m.Namespace, m.Offset, m.Limit, m.Renew)
		found.Items = slices.Clone(all) // bodyOf takes the values out
		return err
	})
	return found, err
}

func (p *proc) putItems(ctx context.Context, m *itemsMessage) (nothing, error) {
	return nothing{}, p.withItems(m.Saver, func(items longterm.Items) error {
		for _, w := range m.Writes {
			if w.Value != nil && !json.Valid(w.Value) {
				return errors.New("the value of an item is not JSON")
			}
		}
		return items.Put(ctx, m.Writes)
	})
}

func (p *proc) listNamespaces(ctx context.Context, m *itemsMessage) (found foundItems, err error) {
	if err := p.roomForItems(ctx, m, func(s itemSizer) (int64, error) { return s.NamespacesSize(ctx) }); err != nil {
		return found, err
	}
	err = p.withItems(m.Saver, func(items longterm.Items) (err error) {
		found.Namespaces, err = items.Namespaces(ctx)
		return err
	})
	return found, err
}
