// This file has conn, a connection to a store.

package sqlite

import (
	"time"

	"github.com/hitlrun/hitlrun/dbfile"
	"github.com/hitlrun/hitlrun/storefile"
)

// kind describes the files of all stores.
func kind() dbfile.Kind {
	return dbfile.Kind{Name: "hitlrun database", ApplicationID: storefile.ApplicationID, Params: "vfs=" + checksumVFS}
}

// conn is a connection. Only one goroutine at a time may use it.
type conn struct {
	*dbfile.Conn
	names *names
	ring  *ring // nil if the store is not encrypted

	growsAhead bool // growAhead was called
	brief      bool // long questions are left out, see ThreadFilter.Brief
}

// connect opens path. params are those of SQLite's file URIs: mode, immutable.
func connect(path, params string, busy time.Duration) (*conn, error) {
	if path != dbfile.Memory {
		if err := registerVFS(); err != nil {
			return nil, err
		}
		params = kind().Params + "&" + params
	}
	c, err := dbfile.Connect(path, params, busy)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, names: &names{}}, nil
}

// inspect returns an error if the file is not a store.
func inspect(path string) error {
	if err := registerVFS(); err != nil {
		return err
	}
	return kind().Inspect(path)
}
