// This file says what the cache of bundles takes, and empties it.

package hitlrun

import "github.com/hitlrun/hitlrun/jsapi/bundle"

// CacheUse is what a cache of bundles takes: how many there are, their size, and the size above which those that were not
// used for the longest time are removed.
type CacheUse struct {
	Bundles             int
	SizeBytes, MaxBytes int64
}

// BundleCache returns what the bundles in a directory (ScriptOptions.CacheDir) take.
func BundleCache(dir string) (CacheUse, error) {
	use, err := bundle.Cache{Dir: dir}.Use()
	return CacheUse(use), err
}

// CleanBundleCache removes the bundles in a directory, and returns what was removed. Scripts are bundled again when they
// run next; other files in the directory are not removed.
func CleanBundleCache(dir string) (CacheUse, error) {
	use, err := bundle.Cache{Dir: dir}.Clean()
	return CacheUse(use), err
}
