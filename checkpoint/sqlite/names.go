// This file has the numbers that stand for names of channels, nodes and types.

package sqlite

import (
	"database/sql/driver"
	"sync"
	"sync/atomic"

	"github.com/hitlrun/hitlrun/dbfile"
)

const (
	maxName  = 64      // longer names are written out
	maxNames = 1 << 16 // names beyond this number are written out, too
)

// names are the rows of the table names that were read so far. Rows never change, so the memory of them stays right.
// Readers share one.
type names struct {
	mu   sync.Mutex
	list atomic.Pointer[[]string] // name number i is list[i-1]
	ids  map[string]int64         // used by the writer
}

// name returns the name that has a number.
func (c *conn) name(id uint64) (string, error) {
	if list := c.names.list.Load(); list != nil && id-1 < uint64(len(*list)) {
		return (*list)[id-1], nil
	}
	if err := c.loadNames(); err != nil {
		return "", err
	}
	if list := *c.names.list.Load(); id-1 < uint64(len(list)) {
		return list[id-1], nil
	}
	return "", errDamaged
}

// loadNames reads the names that are new.
func (c *conn) loadNames() error {
	n := c.names
	n.mu.Lock()
	defer n.mu.Unlock()
	var list []string
	if old := n.list.Load(); old != nil {
		list = *old
	}
	if n.ids == nil {
		n.ids = map[string]int64{}
	}
	rows := c.Query("SELECT id, name FROM names WHERE id > ? ORDER BY id", int64(len(list)))
	var v [2]driver.Value
	for rows.Into(v[:]) {
		if dbfile.Integer(v[0]) != int64(len(list)+1) || len(list) >= maxNames || len(dbfile.Text(v[1])) > maxName {
			rows.Err = errDamaged
			break
		}
		list = append(list, dbfile.Text(v[1]))
		n.ids[dbfile.Text(v[1])] = dbfile.Integer(v[0])
	}
	n.list.Store(&list)
	return rows.Close()
}

// nameID returns the number of a name, 0 if the name must be written out. It numbers new names, so only the writer
// may call it.
func (c *conn) nameID(name string) (int64, error) {
	if id := c.names.ids[name]; id != 0 {
		return id, nil
	}
	if len(name) > maxName {
		return 0, nil
	}
	if err := c.loadNames(); err != nil {
		return 0, err
	}
	if id := c.names.ids[name]; id != 0 {
		return id, nil
	}
	if len(*c.names.list.Load()) >= maxNames {
		return 0, nil
	}
	if _, err := c.Exec("INSERT INTO names (id, name) VALUES (?, ?)", int64(len(*c.names.list.Load())+1), name); err != nil {
		return 0, err
	}
	return c.nameID(name)
}
