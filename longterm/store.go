// This file reads and writes items.

package longterm

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/dbfile"
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

// Items is what a script needs of a long-term store. A Store has these methods, and a program may implement them on a
// store of its own. They are called on several goroutines at once. renew restarts the time to live of what is read.
type Items interface {
	// Get returns an item, nil if there is none.
	Get(ctx context.Context, namespace []string, key string, renew bool) (*Item, error)
	// Find returns the items of the namespaces that begin with prefix, in the order in which they were made. limit -1
	// means all.
	Find(ctx context.Context, prefix []string, offset, limit int, renew bool) ([]Item, error)
	// Put makes all of writes, or none.
	Put(ctx context.Context, writes []Write) error
	// Namespaces returns the namespaces that have items, in the order of their first items.
	Namespaces(ctx context.Context) ([][]string, error)
}

// encode returns the text of a namespace in the store: a JSON list.
func encode(namespace []string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if namespace == nil {
		namespace = []string{}
	}
	_ = e.Encode(namespace) // strings can always be encoded
	return strings.TrimSuffix(b.String(), "\n")
}

// prefixed returns the condition for namespaces that begin with the labels of prefix.
func prefixed(prefix []string) (string, []driver.Value) {
	if len(prefix) == 0 {
		return "1", nil
	}
	text := encode(prefix)
	from := strings.TrimSuffix(text, "]") + ","
	to := strings.TrimSuffix(text, "]") + "-" // the character after the comma
	return "(ns = ? OR ns >= ? AND ns < ?)", []driver.Value{text, from, to}
}

// Get returns an item, nil if there is none. With renew, its time to live starts again.
func (s *Store) Get(ctx context.Context, namespace []string, key string, renew bool) (it *Item, err error) {
	err = s.read(ctx, "get item "+key, func(c *dbfile.Conn) error {
		now := s.now().UnixMilli()
		where, args := "ns = ? AND key = ?", []driver.Value{encode(namespace), key}
		found, err := items(c, where+" AND (expires IS NULL OR expires > ?)", append(args, now)...)
		if err != nil || len(found) == 0 {
			return err
		}
		it = &found[0]
		if renew {
			return renewed(c, where, args, now)
		}
		return nil
	})
	return it, err
}

// Size returns how many bytes the value of an item has, without reading it; 0 if there is none.
func (s *Store) Size(ctx context.Context, namespace []string, key string) (size int64, err error) {
	err = s.read(ctx, "size of item "+key, func(c *dbfile.Conn) (err error) {
		size, err = c.Number("SELECT octet_length(value) FROM items WHERE ns = ? AND key = ?", encode(namespace), key)
		return err
	})
	return size, err
}

// FoundSize returns how many bytes the values have that Find returns, without reading them.
func (s *Store) FoundSize(ctx context.Context, prefix []string, offset, limit int) (size int64, err error) {
	err = s.read(ctx, "size of items", func(c *dbfile.Conn) (err error) {
		where, args := prefixed(prefix)
		args = append(args, s.now().UnixMilli(), int64(limit), int64(offset))
		size, err = c.Number("SELECT sum(n) FROM (SELECT octet_length(value) AS n FROM items WHERE "+where+" AND (expires IS NULL OR expires > ?) ORDER BY id LIMIT ? OFFSET ?)", args...)
		return err
	})
	return size, err
}

// Find returns the items of the namespaces that begin with prefix, in the order in which they were made. limit -1
// means all. With renew, the time to live of those that it returns starts again.
func (s *Store) Find(ctx context.Context, prefix []string, offset, limit int, renew bool) (found []Item, err error) {
	err = s.read(ctx, "search items", func(c *dbfile.Conn) error {
		now := s.now().UnixMilli()
		where, args := prefixed(prefix)
		where += " AND (expires IS NULL OR expires > ?) ORDER BY id LIMIT ? OFFSET ?"
		args = append(args, now, int64(limit), int64(offset))
		found, err = items(c, where, args...)
		if err == nil && renew && len(found) > 0 {
			err = renewed(c, "id IN (SELECT id FROM items WHERE "+where+")", args, now) // not those before and behind them
		}
		return err
	})
	return found, err
}

// renewed restarts the time to live of the items that were read.
func renewed(c *dbfile.Conn, where string, args []driver.Value, now int64) error {
	all := append([]driver.Value{now}, args...)
	_, err := c.Exec("UPDATE items SET expires = ? + ttl WHERE ttl IS NOT NULL AND "+where+" AND expires > ?", append(all, now)...)
	return err
}

// Put makes all of writes, or none. It also removes expired items.
func (s *Store) Put(ctx context.Context, writes []Write) error {
	return s.use(ctx, "put items", func(c *dbfile.Conn) error {
		return c.Whole(func() error {
			return c.Until(ctx, func() error { return put(c, writes, s.now().UnixMilli()) })
		})
	})
}

func put(c *dbfile.Conn, writes []Write, now int64) error {
	if _, err := c.Exec("DELETE FROM items WHERE expires IS NOT NULL AND expires <= ?", now); err != nil {
		return err
	}
	for _, w := range writes {
		ns := encode(w.Namespace)
		if w.Value == nil {
			if _, err := c.Exec("DELETE FROM items WHERE ns = ? AND key = ?", ns, w.Key); err != nil {
				return err
			}
			continue
		}
		var ttl, expires driver.Value
		if w.TTL > 0 {
			ttl, expires = w.TTL.Milliseconds(), now+w.TTL.Milliseconds()
		}
		_, err := c.Exec(`INSERT INTO items (ns, key, value, created, updated, ttl, expires) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (ns, key) DO UPDATE SET value = excluded.value, updated = excluded.updated, ttl = excluded.ttl, expires = excluded.expires`,
			ns, w.Key, w.Value, now, now, ttl, expires)
		if err != nil {
			return err
		}
	}
	return nil
}

// Namespaces returns the namespaces that have items, in the order of their first items.
func (s *Store) Namespaces(ctx context.Context) (all [][]string, err error) {
	err = s.read(ctx, "list namespaces", func(c *dbfile.Conn) error {
		rows := c.Query("SELECT ns FROM items WHERE expires IS NULL OR expires > ? GROUP BY ns ORDER BY min(id)", s.now().UnixMilli())
		var v [1]driver.Value
		for rows.Into(v[:]) {
			var labels []string
			rows.Err = json.Unmarshal([]byte(dbfile.Text(v[0])), &labels)
			all = append(all, labels)
		}
		return rows.Close()
	})
	return all, err
}

// NamespacesSize returns about how many bytes the list of Namespaces takes, without reading it.
func (s *Store) NamespacesSize(ctx context.Context) (size int64, err error) {
	err = s.read(ctx, "size of namespaces", func(c *dbfile.Conn) (err error) {
		size, err = c.Number("SELECT coalesce(sum(2 * octet_length(ns) + 50), 0) FROM (SELECT DISTINCT ns FROM items)")
		return err
	})
	return size, err
}

// items returns the items for which a condition is true.
func items(c *dbfile.Conn, where string, args ...driver.Value) ([]Item, error) {
	rows := c.Query("SELECT ns, key, value, created, updated FROM items WHERE "+where, args...)
	var found []Item
	var v [5]driver.Value
	for rows.Into(v[:]) {
		it := Item{Key: dbfile.Text(v[1]), Value: dbfile.Blob(v[2]), CreatedAt: time.UnixMilli(dbfile.Integer(v[3])), UpdatedAt: time.UnixMilli(dbfile.Integer(v[4]))}
		rows.Err = json.Unmarshal([]byte(dbfile.Text(v[0])), &it.Namespace)
		found = append(found, it)
	}
	return found, rows.Close()
}
