// This file encrypts and decrypts columns. A sealed column is the number of a key in the table keys, a nonce of 24
// bytes, and the result of XAES-256-GCM for the plain column and its place: table, column and the number of the
// thread (for blobs and scripts, their own id). So a row that was moved elsewhere cannot be decrypted. A store is
// sealed as a whole or not at all, and nobody else has it open when that changes (see Rekey).

package sqlite

import (
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/hitlrun/hitlrun/dbfile"
)

// ring has the keys that the rows of an encrypted store are sealed with. The writer has one, and all readers share
// one. An unencrypted store has none.
type ring struct {
	keys *Keys                    // the keys of the Store, nil for none
	rows atomic.Pointer[[]keyRow] // rows of the table keys; nil if they were not read yet

	use *keyRow // for the writer: the key that seals
}

// keyRow is a row of the table keys.
type keyRow struct {
	id          int64
	fingerprint []byte
	key         *key // nil if the Store does not have it
	probe       string
}

// Contents of the column probe, which say how a key is used.
const (
	probeReady   = "hitlrun"          // it is in use
	probeRetired = "hitlrun: retired" // Rekey is replacing it: nothing is sealed with it any more
	probeUnclean = "hitlrun: unclean" // it is in use, and free pages of the file may contain plain text
	probeColumn  = "keys.probe"
)

// seal returns the stored form of plain for a column of thread: encrypted and appended to dst if the store is
// encrypted, otherwise plain itself. Only the writer seals, in a transaction.
func (c *conn) seal(dst []byte, column string, thread int64, plain []byte) []byte {
	if c.ring == nil {
		return plain
	}
	return c.ring.use.seal(dst, column, thread, plain)
}

// sealed is seal for a column that may be NULL.
func (c *conn) sealed(column string, thread int64, plain driver.Value) driver.Value {
	if c.ring == nil || plain == nil {
		return plain
	}
	b, ok := plain.([]byte)
	if !ok {
		b = []byte(dbfile.Text(plain))
	}
	return c.seal(nil, column, thread, b)
}

// open is the reverse of seal; for an empty column it returns nothing. It may write over column.
func (c *conn) open(column string, thread int64, sealed []byte) ([]byte, error) {
	if c.ring == nil || sealed == nil {
		return sealed, nil
	}
	return c.unseal(column, thread, sealed)
}

func (c *conn) unseal(column string, thread int64, sealed []byte) ([]byte, error) {
	id, n := binary.Uvarint(sealed)
	if n <= 0 {
		return nil, tampered(column)
	}
	r := c.ring.find(id)
	if r == nil { // the key may be new
		if err := c.loadKeys(); err != nil {
			return nil, err
		}
		if r = c.ring.find(id); r == nil {
			return nil, tampered(column)
		}
	}
	if r.key == nil {
		return nil, c.ring.missing(*r)
	}
	plain, err := r.key.open(sealed[n:], place(column, thread))
	if err != nil {
		return nil, tampered(column)
	}
	return plain, nil
}

func (r *keyRow) seal(dst []byte, column string, thread int64, plain []byte) []byte {
	if dst == nil {
		dst = make([]byte, 0, binary.MaxVarintLen64+nonceSize+len(plain)+tagSize)
	}
	return r.key.seal(binary.AppendUvarint(dst, uint64(r.id)), plain, place(column, thread))
}

// place is what a sealed column is bound to.
func place(column string, thread int64) []byte {
	b := make([]byte, 0, 40)
	b = append(append(b, column...), 0)
	return binary.AppendVarint(b, thread)
}

func tampered(column string) error { return fmt.Errorf("%w (%s)", errTampered, column) }

func (r *ring) find(id uint64) *keyRow {
	rows := r.rows.Load()
	if rows == nil {
		return nil
	}
	for i := range *rows {
		if uint64((*rows)[i].id) == id {
			return &(*rows)[i]
		}
	}
	return nil
}

// loadKeys reads the table keys.
func (c *conn) loadKeys() error {
	list, err := c.keyRows(c.ring.keys)
	if err == nil {
		c.ring.rows.Store(&list)
	}
	return err
}

// keyRows returns the rows of the table keys. It decrypts the probes of those that are in keys.
func (c *conn) keyRows(keys *Keys) ([]keyRow, error) {
	rows := c.Query("SELECT id, fingerprint, probe FROM keys WHERE length(fingerprint) > 0 ORDER BY id")
	var list []keyRow
	var v [3]driver.Value
	for rows.Into(v[:]) {
		r := keyRow{id: dbfile.Integer(v[0]), fingerprint: dbfile.Blob(v[1])}
		if k := keys.find(r.fingerprint); k != nil {
			probe, err := k.open(dbfile.Blob(v[2]), place(probeColumn, r.id))
			if err != nil {
				rows.Err = tampered("key " + fingerprintText(r.fingerprint))
				break
			}
			r.key, r.probe = k, string(probe)
		}
		list = append(list, r)
	}
	return list, rows.Close()
}

// putKey adds k to the keys of the store, or changes its probe.
func (c *conn) putKey(k *key, probe string) error {
	id, err := c.Number("SELECT id FROM keys WHERE fingerprint = ?", k.fingerprint[:])
	if err == nil && id == 0 {
		id, err = c.Number("SELECT max(id) FROM keys")
		id++
	}
	if err != nil {
		return err
	}
	_, err = c.Exec("INSERT OR REPLACE INTO keys (id, fingerprint, probe) VALUES (?, ?, ?)",
		id, k.fingerprint[:], k.seal(nil, []byte(probe), place(probeColumn, id)))
	return err
}

// chooseKey finds the key with which the transaction seals: the first one of the Store that was not retired. A new
// key gets a row.
func (w *writer) chooseKey() error {
	r := w.c.ring
	r.use = nil
	if err := w.c.loadKeys(); err != nil {
		return err
	}
	if err := r.fits(*r.rows.Load()); err != nil {
		return err
	}
	if r.keys == nil {
		return r.missing((*r.rows.Load())[0])
	}
	var retired *keyRow
	for _, k := range r.keys.list {
		k = k.chosen(*r.rows.Load())
		row := r.of(k)
		if row == nil {
			if err := w.c.putKey(k, probeReady); err != nil {
				return err
			}
			if err := w.c.loadKeys(); err != nil {
				return err
			}
			row = r.of(k)
		}
		if row.probe != probeRetired {
			r.use = row
			return nil
		}
		retired = row
	}
	return keyErrorf("key %s of the store is being replaced by another one, which the key file does not have", fingerprintText(retired.fingerprint))
}

// of returns the row of k, nil if there is none.
func (r *ring) of(k *key) *keyRow {
	rows := *r.rows.Load()
	for i := range rows {
		if rows[i].key == k {
			return &rows[i]
		}
	}
	return nil
}

// fits returns an error if no key of the Store is in the rows.
func (r *ring) fits(rows []keyRow) error {
	switch {
	case len(rows) == 0:
		return tampered("the keys are gone")
	case r.keys == nil:
		return nil
	}
	var names []string
	for i := range rows {
		if rows[i].key != nil {
			return nil
		}
		names = append(names, fingerprintText(rows[i].fingerprint))
	}
	return keyErrorf("the store is encrypted with key %s; the key file has %s", strings.Join(names, ", "), r.keys)
}

// missing returns the error for a row whose key the Store does not have.
func (r *ring) missing(row keyRow) error {
	name := fingerprintText(row.fingerprint)
	if r.keys == nil {
		return keyErrorf("the store is encrypted with key %s: give --encrypt-key-file", name)
	}
	return keyErrorf("this was encrypted with key %s, which the key file does not have: add it below %s", name, r.keys)
}

// checkKeys returns whether c's store is encrypted, and an error if keys do not fit. version is the version of its
// schema.
func (c *conn) checkKeys(keys *Keys, version int64) (encrypted bool, err error) {
	var rows []keyRow
	if version >= schemaOfKeys {
		if rows, err = c.keyRows(keys); err != nil {
			return false, err
		}
	}
	if len(rows) > 0 {
		return true, (&ring{keys: keys}).fits(rows)
	}
	if keys != nil {
		return false, keyErrorf("the store is not encrypted: hitlrun rekey encrypts it")
	}
	return false, nil
}

// schemaOfKeys is the version of the schema that introduced the table keys.
const schemaOfKeys = 2
