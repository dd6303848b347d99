// This file has the keys of encrypted stores.

package hitlrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Keys encrypt a store: the first one what is written, all of them are there to read. nil are none. Keys do not change: they are
// safe for concurrent use.
type Keys struct{ keys *sqlite.Keys }

// String names the keys by their fingerprints, which say nothing of the keys.
func (k *Keys) String() string { return k.of().String() }

// GoString is String, so that no way to print keys shows them.
func (k *Keys) GoString() string { return k.String() }

// of returns the keys as the store takes them.
func (k *Keys) of() *sqlite.Keys {
	if k == nil {
		return nil
	}
	return k.keys
}

// ParseKeys reads the text of a key file: one key of 32 bytes a line, in base64 or
// hexadecimal digits. Empty lines, and lines that begin with #, mean nothing.
func ParseKeys(text []byte) (*Keys, error) {
	keys, err := sqlite.ParseKeys(text)
	if err != nil {
		return nil, err
	}
	return &Keys{keys}, nil
}

// ReadKeys is ParseKeys for a file. One that others than its owner can read is refused.
func ReadKeys(path string) (*Keys, error) {
	text, err := readPrivate(path)
	if err != nil {
		return nil, fmt.Errorf("key file %w", err)
	}
	keys, err := ParseKeys(text)
	if err != nil {
		return nil, fmt.Errorf("key file %s: %w", path, err)
	}
	return keys, nil
}

// openRegular opens a regular file. To open a pipe would wait until somebody writes to it, and a device may do anything.
func openRegular(path string) (*os.File, fs.FileInfo, error) {
	check := func(info fs.FileInfo) error {
		switch {
		case info.IsDir():
			return errors.New("it is a folder")
		case !info.Mode().IsRegular():
			return errors.New("it is not a regular file")
		}
		return nil
	}
	info, err := os.Stat(path)
	if err == nil {
		err = check(info)
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = check(info)
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

func readPrivate(path string) ([]byte, error) {
	f, info, err := openRegular(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, underneath(err))
	}
	defer f.Close()
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("%s can be read or written by others (mode %04o): make it yours alone with chmod 600 %[1]s", path, mode)
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

// underneath drops the operation and the path of an error of package os.
func underneath(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// Rekey has the first of keys encrypt all of the store, or decrypts it if keys is nil. The
// keys that it was encrypted with must be among keys or Options.Keys.
//
// While a key takes the place of another, the store can be used, here and in other
// processes that have both keys; if that is broken off, Rekey goes on with it. A store
// that is plain, or shall be, must not be open elsewhere; that is done whole or not at all.
func (s *Store) Rekey(ctx context.Context, keys *Keys) error { return s.db.Rekey(ctx, keys.of()) }
