// This file excludes the files of open stores, and their key files, from the grants of directories.

package files

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// stores counts, for each store that this process has open, how often it does. A store has the threads of all scripts, so a
// script that may use a directory may not use a store in it, unless the store is granted by its name.
var stores = struct { //nolint:gochecknoglobals // a store is open for the whole process
	sync.RWMutex
	open map[string]int // by resolved path
}{open: map[string]int{}}

// storeSuffixes are the ends of the names of a store's files.
var storeSuffixes = []string{"", "-wal", "-shm", "-journal", "-lock"}

// Protect says that this process has a store open, or uses a key file, until release is called. If path is a link, the link is
// protected too.
func Protect(path string) (release func()) {
	real, _ := Real(path, true)
	link, _ := Real(path, false)
	return ProtectAll(slices.Compact([]string{real, link}))
}

// ProtectAll protects stores by their resolved paths, as Protected returns them, until release is called.
func ProtectAll(paths []string) (release func()) {
	count := func(n int) {
		stores.Lock()
		defer stores.Unlock()
		for _, path := range paths {
			if stores.open[path] += n; stores.open[path] == 0 {
				delete(stores.open, path)
			}
		}
	}
	count(1)
	return sync.OnceFunc(func() { count(-1) })
}

// Protected returns the resolved paths of the stores that this process has open, sorted.
func Protected() []string {
	stores.RLock()
	defer stores.RUnlock()
	return slices.Sorted(maps.Keys(stores.open))
}

// storeName says whether a path is a file of an open store.
type storeName int

const (
	noStore    storeName = iota
	itsName              // the path is that of the file
	anotherOne           // the file has a hard link there: a script can have made it in a run before
)

// ofStore says whether a resolved path is a file of an open store.
func ofStore(real string) storeName {
	stores.RLock()
	defer stores.RUnlock()
	if len(stores.open) == 0 {
		return noStore
	}
	info, err := os.Lstat(real)
	linked := err == nil && info.Mode().IsRegular() && hasLinks(info)
	found := noStore
	for path := range stores.open {
		for _, suffix := range storeSuffixes {
			if strings.EqualFold(real, path+suffix) { // some file systems ignore the case
				return itsName
			}
			if !linked {
				continue
			}
			if own, err := os.Stat(path + suffix); err == nil && os.SameFile(own, info) {
				found = anotherOne
			}
		}
	}
	return found
}

// IsSideFile reports whether a resolved path is a file that SQLite has beside a database, and trusts: what the bytes of shared memory
// (-shm) and of a journal say decides which memory and which files it uses. Any database can be one that this process has open,
// for a script too, so no script writes such files but through a store.
func IsSideFile(real string) bool {
	name := strings.ToLower(filepath.Base(real)) // some file systems ignore the case
	if !strings.HasSuffix(name, "-shm") && !strings.HasSuffix(name, "-journal") {
		return false
	}
	info, err := os.Lstat(real)
	return err != nil || !info.IsDir()
}

// movable returns an error that matches ErrDenied for a directory in which an open store is: who moves or removes the
// directory, or changes its mode, does so with the store.
func (p *Place) movable() error {
	for _, path := range Protected() {
		if path != p.real && Below(strings.ToLower(p.real), strings.ToLower(path)) { // some file systems ignore the case
			return fmt.Errorf("%s: it contains %s, which hitlrun uses: %w", p.path, filepath.Base(path), ErrDenied)
		}
	}
	return nil
}
