// This file keeps the directory of a Cache small.
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
	// A bundle counts as used at most this often: that is a write to the disk.
	useInterval = time.Hour
	// What a process that was killed has left of a bundle it was writing is removed after this time.
	leftAfter = time.Hour
)

// used notes that a stored bundle was used, if that was not done lately.
func used(path string, now time.Time) {
	info, err := os.Stat(path)
	if err == nil && now.Sub(info.ModTime()) > useInterval {
		_ = os.Chtimes(path, now, now) // it may be someone else's directory; then it counts as older
	}
}

// stored is a file of the cache.
type stored struct {
	path string
	size int64
	used time.Time
}

// prune removes the bundles that were not used for MaxAge, and of the others those that were used longest ago until at most
// MaxBytes are left. keep, which was just written, stays. Other processes may do the same at once, and read what is
// removed: a bundle that is gone is made again.
func (c Cache) prune(keep string, now time.Time) {
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
		if since := now.Sub(f.used); isLeft(e) && since > leftAfter || isBundle(e) && since > age && f.path != keep {
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
		if f.path != keep && os.Remove(f.path) == nil {
			total -= f.size
		}
	}
}

func isBundle(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), bundleSuffix) }

// isLeft reports whether e is a file of writeFile that was not renamed, so far or for ever.
func isLeft(e fs.DirEntry) bool {
	return strings.HasPrefix(e.Name(), "new-") && strings.HasSuffix(e.Name(), ".tmp")
}

// Use is what a Cache takes.
type Use struct {
	Bundles             int
	SizeBytes, MaxBytes int64
}

// Use returns how much is stored. A directory that does not exist has nothing in it.
func (c Cache) Use() (Use, error) { return c.each(func(string) error { return nil }) }

// Clean removes all bundles, and returns what was removed. Scripts are bundled anew when they run next.
func (c Cache) Clean() (Use, error) { return c.each(os.Remove) }

// each calls f with each file of the cache, and counts those for which it gives no error.
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
