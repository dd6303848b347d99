// This file has the keys of the files that scripts open with SqliteSaver. They are derived from those of the store, so a
// process that runs scripts can have them, and cannot decrypt the store.

package sqlite

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
)

// forScripts returns the key for files of scripts that belongs to a key. secret is the secret of that key.
func (k *key) forScripts(secret []byte) *key {
	derived, err := hkdf.Expand(sha256.New, secret, "hitlrun key of the files of scripts", keySize)
	if err != nil {
		panic(err) // the size is wrong
	}
	s := newKey(derived)
	s.secret = derived
	return s
}

// ForScripts returns keys for the files of scripts: first those that are derived from k, and then those of k, which decrypt
// files that were encrypted with them. k may be nil.
func (k *Keys) ForScripts() *Keys {
	if k == nil {
		return nil
	}
	all := &Keys{}
	for _, one := range k.list {
		if one.scripts != nil {
			all.list = append(all.list, one.scripts)
		}
	}
	all.list = append(all.list, k.list...)
	return all
}

// KeyFileForScripts returns the text of a key file with the keys that are derived from k, for a process that runs scripts. It is
// nil if k is.
func (k *Keys) KeyFileForScripts() []byte {
	if k == nil {
		return nil
	}
	var lines [][]byte
	for _, one := range k.list {
		if one.scripts != nil {
			lines = append(lines, base64.StdEncoding.AppendEncode(nil, one.scripts.secret))
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// ofScripts reports whether the key was derived from one that the Store has.
func (k *key) ofScripts() bool { return k.secret != nil }

// errOfScripts refuses threads in a file whose key scripts have: a script can have put it in the place of a store.
var errOfScripts = keyErrorf("this is a file that a script has opened with SqliteSaver, and the processes of scripts have its key, so no thread is started in it: use another file")

// chosen returns the key that encrypts a store with these rows, where k is one of the keys that it was opened with. A store that
// a script has made stays one that processes of scripts can decrypt. A store with a key of its own does not become one: otherwise
// somebody who has only the derived key could add it to the rows, and read what is encrypted from then on.
func (k *key) chosen(rows []keyRow) *key {
	ofScripts := false
	for i := range rows {
		switch used := rows[i].key; {
		case used == nil || rows[i].probe == probeRetired:
		case used.scripts != nil:
			return k
		default:
			ofScripts = true
		}
	}
	if ofScripts && k.scripts != nil {
		return k.scripts
	}
	return k
}
