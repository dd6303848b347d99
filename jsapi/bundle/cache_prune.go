// This file limits the size of the directory of a Cache.

package bundle

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	defaultMaxBytes = 256 << 20
	defaultMaxAge   = 30 * 24 * time.Hour
	// The use of a bundle is recorded at most once in this time, since that writes to the disk.
	useInterval = time.Hour
	// A file that a killed process did not finish writing is removed after this time.
	leftAfter = time.Hour
)

// used records that a stored bundle was used, at most once in useInterval.
func used(path string, now time.Time) {
	info, err := os.Stat(path)
	if err == nil && now.Sub(info.ModTime()) > useInterval {
		_ = os.Chtimes(path, now, now) // in a directory of another user this fails, and the bundle counts as unused
	}
}

// stored is a file of the cache.
type stored struct {
	path string
	size int64
	used time.Time
}

// prune removes the bundles that were not used for MaxAge, and then the least recently used ones until at most
// MaxBytes are left. It does not remove newest, which was just written. Other processes may prune or read at the same
// time. A bundle that was removed is made again.
func (c Cache) prune(newest string, now time.Time) {
	most, age := c.MaxBytes, c.MaxAge
	if most == 0 {
		most = defaultMaxBytes
	}
	if age == 0 {
		age = defaultMaxAge
	}
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return
	}
	var files []stored
	var total int64
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f := stored{filepath.Join(c.Dir, e.Name()), info.Size(), info.ModTime()}
		if since := now.Sub(f.used); isLeft(e) && since > leftAfter || isBundle(e) && since > age && f.path != newest {
			_ = os.Remove(f.path)
			continue
		}
		if isBundle(e) {
			files, total = append(files, f), total+f.size
		}
	}
	slices.SortFunc(files, func(a, b stored) int { return a.used.Compare(b.used) })
	for _, f := range files {
		if total <= most {
			return
		}
		if f.path != newest && os.Remove(f.path) == nil {
			total -= f.size
		}
	}
}

func isBundle(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), bundleSuffix) }

// isLeft reports whether e is a temporary file of writeFile.
func isLeft(e fs.DirEntry) bool {
	return strings.HasPrefix(e.Name(), "new-") && strings.HasSuffix(e.Name(), ".tmp")
}

// Use is the size of a Cache.
type Use struct {
	Bundles             int
	SizeBytes, MaxBytes int64
}

// Use returns the number and size of the stored bundles. They are 0 if the directory does not exist.
func (c Cache) Use() (Use, error) { return c.each(func(string) error { return nil }) }

// Clean removes all bundles, and returns their number and size. Scripts are bundled again at their next run.
func (c Cache) Clean() (Use, error) { return c.each(os.Remove) }

// each calls f with each file of the cache, and counts those for which f returns no error.
func (c Cache) each(f func(path string) error) (Use, error) {
	use := Use{MaxBytes: c.MaxBytes}
	if use.MaxBytes == 0 {
		use.MaxBytes = defaultMaxBytes
	}
	entries, err := os.ReadDir(c.Dir)
	if errors.Is(err, fs.ErrNotExist) || c.Dir == "" {
		return use, nil
	}
	if err != nil {
		return use, err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !isBundle(e) && !isLeft(e) {
			continue
		}
		if err := f(filepath.Join(c.Dir, e.Name())); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				continue // another process was faster
			}
			return use, err
		}
		use.Bundles++
		use.SizeBytes += info.Size()
	}
	return use, nil
}
