// This file has the keys of encrypted stores.

package hitlrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi/files"
)

// Keys encrypt a store. The first key encrypts what is written; all of them decrypt what is read. nil means no keys.
// Keys are immutable, and so safe for concurrent use.
type Keys struct{ keys *sqlite.Keys }

// String returns the fingerprints of the keys, from which nobody can compute the keys.
func (k *Keys) String() string { return k.of().String() }

// GoString is String, so that no way of printing shows the keys.
func (k *Keys) GoString() string { return k.String() }

// of converts the keys for package sqlite.
func (k *Keys) of() *sqlite.Keys {
	if k == nil {
		return nil
	}
	return k.keys
}

// ParseKeys reads the text of a key file: one key of 32 bytes a line, in base64 or hexadecimal digits. Empty lines, and
// lines that begin with #, are ignored. It refuses a text without a key, a key that is there twice, and lines of another
// form. An error names the line, and never contains a key.
func ParseKeys(text []byte) (*Keys, error) {
	keys, err := sqlite.ParseKeys(text)
	if err != nil {
		return nil, err
	}
	return &Keys{keys}, nil
}

// ReadKeys is ParseKeys for a file. It refuses a file that belongs to another user than that of this process and root, and
// one that anyone but its owner can read or write (except on Windows), or that has more than 1 MiB. An error names the file.
// From then on, for as long as the process lives, its scripts have no access to the file, as to open stores, unless it is
// granted by its name.
func ReadKeys(path string) (*Keys, error) {
	text, err := readPrivate(path)
	if err != nil {
		return nil, fmt.Errorf("key file %w", err)
	}
	keys, err := ParseKeys(text)
	if err != nil {
		return nil, fmt.Errorf("key file %s: %w", path, err)
	}
	files.Protect(path)
	return keys, nil
}

func readPrivate(path string) ([]byte, error) {
	f, info, err := files.OpenRegular(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, underneath(err))
	}
	defer f.Close()
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("%s can be read or written by others (mode %04o): make it yours alone with chmod 600 %[1]s", path, mode)
	}
	if !ownedByUser(info) {
		return nil, fmt.Errorf("%s belongs to another user, who knows and can replace the keys: use a file of your own", path)
	}
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, underneath(err))
	}
	return text, nil
}

// underneath removes the operation and the path from an error of package os.
func underneath(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// ForScripts returns keys for the files that scripts open with SqliteSaver: each is derived from one of k, and all of k follow, for
// files that were encrypted with them. With ScriptOptions.Keys, such files are made with these keys, and a worker process gets those
// that are derived. A Store with the keys k reads and writes such a file, too. Rekey with ForScripts makes a file that is
// encrypted with k one that workers can open. k may be nil.
func (k *Keys) ForScripts() *Keys {
	if k == nil {
		return nil
	}
	return &Keys{k.keys.ForScripts()}
}

// Rekey encrypts the whole store with the first of keys, or decrypts it if keys is nil. The keys that it was encrypted
// with must be among keys or Options.Keys. The file of a script, which is encrypted with a key of Keys.ForScripts, remains one.
//
// While Rekey replaces a key, this process and others that have both keys can use the store; after an interruption
// another Rekey continues. To encrypt a plain store, or to decrypt one, no other process may have it open; an
// interruption then leaves the store as it was.
func (s *Store) Rekey(ctx context.Context, keys *Keys) error { return s.db.Rekey(ctx, keys.of()) }
