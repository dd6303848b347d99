// This file says which file a path names: a store asks before each sync, so it must take little time.

package dbfile

import "os"

// Identity says which file of the system something is. The zero value stands for a file that is not known.
type Identity struct{ id identity }

// Identify returns the identity of the file that path names. It follows links, and fails as os.Stat does.
func Identify(path string) (Identity, error) {
	id, err := identify(path)
	return Identity{id}, err
}

// IdentityOf returns the identity of an open file.
func IdentityOf(f *os.File) (Identity, error) {
	id, err := identityOf(f)
	return Identity{id}, err
}

// Known reports whether i is that of a file.
func (i Identity) Known() bool { return i.id.known() }

// Same reports whether i and other are known and are those of one file.
func (i Identity) Same(other Identity) bool { return i.Known() && other.Known() && i.id.same(other.id) }

// Exists reports whether there is something at path. If that cannot be found out, it is true.
func Exists(path string) bool { return exists(path) }
