// This file reads and writes items.

package items

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Item is a value with its place and times.
type Item struct {
	Namespace []string
	Key       string
	Value     []byte
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Write puts or deletes an item.
type Write struct {
	Namespace []string
	Key       string
	Value     []byte        // nil deletes
	TTL       time.Duration // 0: the item stays
}

const columns = "ns, key, value, created, updated"

// ErrClosed and others of database/sql come back wrapped with what was being done.
func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, explain(err))
}

// encode returns the text of a namespace in the store: a JSON list.
func encode(namespace []string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if namespace == nil {
		namespace = []string{}
	}
	_ = e.Encode(namespace) // strings always work
	return strings.TrimSuffix(b.String(), "\n")
}

// prefixed returns the condition for namespaces that begin with the labels of prefix.
func prefixed(prefix []string) (string, []any) {
	if len(prefix) == 0 {
		return "1", nil
	}
	text := encode(prefix)
	from := strings.TrimSuffix(text, "]") + ","
	to := strings.TrimSuffix(text, "]") + "-" // the character after the comma
	return "(ns = ? OR ns >= ? AND ns < ?)", []any{text, from, to}
}

// Get returns an item, nil if there is none. renew starts its time to live again.
func (s *Store) Get(ctx context.Context, namespace []string, key string, renew bool) (*Item, error) {
	now := s.now().UnixMilli()
	row := s.db.QueryRowContext(ctx, "SELECT "+columns+" FROM items WHERE ns = ? AND key = ? AND (expires IS NULL OR expires > ?)", encode(namespace), key, now)
	it, err := scan(row)
	if err == sql.ErrNoRows { //nolint:errorlint // Scan returns it as it is
		return nil, nil //nolint:nilnil // no item is no error
	}
	if err != nil {
		return nil, wrap("get item "+key, err)
	}
	if renew {
		err = s.renew(ctx, "ns = ? AND key = ?", []any{encode(namespace), key}, now)
	}
	return it, wrap("get item "+key, err)
}

// Find returns the items of the namespaces that begin with prefix, in the order of
// their making. limit -1 means all. renew starts their time to live again.
func (s *Store) Find(ctx context.Context, prefix []string, offset, limit int, renew bool) ([]Item, error) {
	now := s.now().UnixMilli()
	where, args := prefixed(prefix)
	rows, err := s.db.QueryContext(ctx, "SELECT "+columns+" FROM items WHERE "+where+" AND (expires IS NULL OR expires > ?) ORDER BY id LIMIT ? OFFSET ?",
		append(args, now, limit, offset)...)
	if err != nil {
		return nil, wrap("search items", err)
	}
	defer rows.Close()
	var found []Item
	for rows.Next() {
		it, err := scan(rows)
		if err != nil {
			return nil, wrap("search items", err)
		}
		found = append(found, *it)
	}
	if err := rows.Err(); err != nil {
		return nil, wrap("search items", err)
	}
	rows.Close()
	if renew && len(found) > 0 {
		err = s.renew(ctx, where, args, now)
	}
	return found, wrap("search items", err)
}

// renew has the items that were read live as long again as when they were written.
func (s *Store) renew(ctx context.Context, where string, args []any, now int64) error {
	all := append([]any{now}, args...)
	_, err := s.db.ExecContext(ctx, "UPDATE items SET expires = ? + ttl WHERE ttl IS NOT NULL AND "+where+" AND expires > ?", append(all, now)...)
	return err
}

// Put makes writes, all or none of them. It also removes what has expired.
func (s *Store) Put(ctx context.Context, writes []Write) error {
	return wrap("put items", s.put(ctx, writes))
}

func (s *Store) put(ctx context.Context, writes []Write) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to roll back
	now := s.now().UnixMilli()
	if _, err := tx.Exec("DELETE FROM items WHERE expires IS NOT NULL AND expires <= ?", now); err != nil {
		return err
	}
	for _, w := range writes {
		ns := encode(w.Namespace)
		if w.Value == nil {
			if _, err := tx.Exec("DELETE FROM items WHERE ns = ? AND key = ?", ns, w.Key); err != nil {
				return err
			}
			continue
		}
		var ttl, expires any
		if w.TTL > 0 {
			ttl, expires = w.TTL.Milliseconds(), now+w.TTL.Milliseconds()
		}
		_, err := tx.Exec(`INSERT INTO items (ns, key, value, created, updated, ttl, expires) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (ns, key) DO UPDATE SET value = excluded.value, updated = excluded.updated, ttl = excluded.ttl, expires = excluded.expires`,
			ns, w.Key, w.Value, now, now, ttl, expires)
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Namespaces returns the namespaces that have items, in the order of the first one of each.
func (s *Store) Namespaces(ctx context.Context) ([][]string, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT ns FROM items WHERE expires IS NULL OR expires > ? GROUP BY ns ORDER BY min(id)", s.now().UnixMilli())
	if err != nil {
		return nil, wrap("list namespaces", err)
	}
	defer rows.Close()
	var all [][]string
	for rows.Next() {
		var text string
		var labels []string
		if err := rows.Scan(&text); err != nil {
			return nil, wrap("list namespaces", err)
		}
		if err := json.Unmarshal([]byte(text), &labels); err != nil {
			return nil, wrap("list namespaces", err)
		}
		all = append(all, labels)
	}
	return all, wrap("list namespaces", rows.Err())
}

// scan reads a row of columns.
func scan(row interface{ Scan(...any) error }) (*Item, error) {
	var it Item
	var ns string
	var created, updated int64
	if err := row.Scan(&ns, &it.Key, &it.Value, &created, &updated); err != nil {
		return nil, err
	}
	it.CreatedAt, it.UpdatedAt = time.UnixMilli(created), time.UnixMilli(updated)
	return &it, json.Unmarshal([]byte(ns), &it.Namespace)
}
