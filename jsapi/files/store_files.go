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
	open  map[string]int // by resolved path
	files map[FileID]int // by what the files are, under any name
	used  map[FileID]int // files that scripts have open as databases, and that are no stores of threads
}{open: map[string]int{}, files: map[FileID]int{}, used: map[FileID]int{}}

// FileID says which file of the system a file is, as long as somebody has it open.
type FileID struct{ Device, Number uint64 }

// Stores are the stores that a process has open.
type Stores struct {
	Paths []string // resolved
	Files []FileID
}

// storeSuffixes are the ends of the names of a store's files.
var storeSuffixes = []string{"", "-wal", "-shm", "-journal", "-lock"}

// Protect says that this process uses a key file, until release is called. If path is a link, the link is protected too.
func Protect(path string) (release func()) { return ProtectAll(Stores{Paths: namesOf(path)}) }

// ProtectOpen is Protect for a store that this process has open: its files are protected under other names, too.
func ProtectOpen(path string) (release func()) {
	return ProtectAll(Stores{Paths: namesOf(path), Files: idsOf(path)})
}

// Opened says that this process has a database open for a script, until release is called: its files are not read meanwhile to find out
// what they are, because SQLite would lose its locks.
func Opened(path string) (release func()) {
	ids := idsOf(path)
	count := func(n int) {
		stores.Lock()
		defer stores.Unlock()
		add(stores.used, ids, n)
	}
	count(1)
	return sync.OnceFunc(func() { count(-1) })
}

// idsOf returns what the files of a database are.
func idsOf(path string) (ids []FileID) {
	for _, suffix := range storeSuffixes {
		if info, err := os.Stat(path + suffix); err == nil {
			if id, ok := idOf(info); ok {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// namesOf returns the resolved path of a file, and that of the link if path is one.
func namesOf(path string) []string {
	real, _ := Real(path, true)
	link, _ := Real(path, false)
	return slices.Compact([]string{real, link})
}

// ProtectAll protects the stores that Protected returned, in this process or in another one, until release is called.
func ProtectAll(s Stores) (release func()) {
	count := func(n int) {
		stores.Lock()
		defer stores.Unlock()
		add(stores.open, s.Paths, n)
		add(stores.files, s.Files, n)
	}
	count(1)
	return sync.OnceFunc(func() { count(-1) })
}

// add adds n to the counts of keys. Counts that are 0 then are removed.
func add[K comparable](counts map[K]int, keys []K, n int) {
	for _, key := range keys {
		if counts[key] += n; counts[key] == 0 {
			delete(counts, key)
		}
	}
}

// Protected returns the stores that this process has open, and the key files that it uses.
func Protected() Stores {
	stores.RLock()
	defer stores.RUnlock()
	return Stores{slices.Sorted(maps.Keys(stores.open)), slices.Collect(maps.Keys(stores.files))}
}

// storeName says whether a path is a file of an open store.
type storeName int

const (
	noStore    storeName = iota
	itsName              // the path is that of the file
	anotherOne           // the file has another name there, as a hard link that a script has made in a run before
)

// ofStore says whether a resolved path is a file of an open store.
func ofStore(real string) storeName {
	stores.RLock()
	defer stores.RUnlock()
	if len(stores.open) == 0 {
		return noStore
	}
	info, err := os.Lstat(real)
	regular := err == nil && info.Mode().IsRegular()
	linked := regular && (hasLinks(info) || strings.HasSuffix(strings.ToLower(real), "-lock")) // the file of locks is made late
	other := false
	if regular {
		id, ok := idOf(info)
		other = ok && stores.files[id] > 0
	}
	for path := range stores.open {
		for _, suffix := range storeSuffixes {
			if strings.EqualFold(real, path+suffix) { // some file systems ignore the case
				return itsName
			}
			if !linked || other {
				continue
			}
			own, err := os.Stat(path + suffix)
			other = err == nil && os.SameFile(own, info)
		}
	}
	if other {
		return anotherOne
	}
	return noStore
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

// CheckDatabaseName returns an error for a resolved path that must not become a database, because of its name: SQLite or a Store would
// take it for a part of the database beside it.
func CheckDatabaseName(real string) error {
	name := strings.ToLower(filepath.Base(real)) // some file systems ignore the case
	for _, suffix := range storeSuffixes[1:] {
		if strings.HasSuffix(name, suffix) {
			return fmt.Errorf("%s: a database cannot have a name that ends in %s: the file would be taken for a part of another database", real, suffix)
		}
	}
	return nil
}

// movable returns an error that matches ErrDenied for a directory in which an open store is: who moves or removes the
// directory, or changes its mode, does so with the store.
func (p *Place) movable() error {
	for _, path := range Protected().Paths {
		if path != p.real && Below(strings.ToLower(p.real), strings.ToLower(path)) { // some file systems ignore the case
			return fmt.Errorf("%s: it contains %s, which hitlrun uses: %w", p.path, filepath.Base(path), ErrDenied)
		}
	}
	return nil
}
