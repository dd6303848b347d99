// This file measures the cache of bundles, and empties it.

package hitlrun

import "github.com/hitlrun/hitlrun/jsapi/bundle"

// CacheUse is the size of a cache of bundles: how many bundles it has, how many bytes they take, and the number of
// bytes above which the bundles that were not used for the longest time are removed.
type CacheUse struct {
	Bundles             int
	SizeBytes, MaxBytes int64
}

// BundleCache returns the size of the cache in a directory (ScriptOptions.CacheDir). A directory that does not exist, or
// "", has no bundles. An error says that the directory cannot be read.
func BundleCache(dir string) (CacheUse, error) {
	use, err := bundle.Cache{Dir: dir}.Use()
	return CacheUse(use), err
}

// CleanBundleCache removes the bundles in a directory, and returns what was removed. Scripts are bundled again when they
// run next; other files in the directory are not removed. Errors are as in BundleCache; the first bundle that cannot be
// removed is one too.
func CleanBundleCache(dir string) (CacheUse, error) {
	use, err := bundle.Cache{Dir: dir}.Clean()
	return CacheUse(use), err
}
