// This file resolves paths as the kernel does, also those of files that do not exist.

package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is how many links are followed in one path, as in Linux.
const maxLinks = 40

// Real returns the absolute path of what path means, without links and without "..". A last part that is a link is followed
// if last is true. The path is as long as it can be made: if there is an error, or nothing of that name, the rest is put
// behind what could be resolved. The error is a syscall.Errno that an operation on the path would have.
func Real(path string, last bool) (string, error) {
	at, rest, err := begin(path)
	if err != nil {
		return path, err
	}
	links := 0
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, name)
		if len(rest) == 0 && !last {
			return next, nil
		}
		info, err := os.Lstat(next)
		switch {
		case err != nil:
			return missing(next, rest, err)
		case info.Mode()&os.ModeSymlink == 0:
			if len(rest) > 0 && !info.IsDir() {
				return filepath.Join(next, below(rest)), syscall.ENOTDIR
			}
			at = next
			continue
		}
		if links++; links > maxLinks {
			return filepath.Join(next, below(rest)), syscall.ELOOP
		}
		target, err := os.Readlink(next)
		if err != nil {
			return filepath.Join(next, below(rest)), errnoOf(err)
		}
		if filepath.IsAbs(target) {
			at = root(target)
		}
		rest = append(parts(target), rest...)
	}
	return at, nil
}

// begin returns the directory in which the walk along a path starts, and the parts of the path.
func begin(path string) (at string, rest []string, err error) {
	if strings.ContainsRune(path, 0) {
		return "", nil, syscall.EINVAL
	}
	if path == "" {
		return "", nil, syscall.ENOENT
	}
	if filepath.IsAbs(path) {
		return root(path), parts(path), nil
	}
	cwd, err := os.Getwd()
	if err != nil {
		return "", nil, errnoOf(err)
	}
	return root(cwd), append(parts(cwd), parts(path)...), nil
}

func root(path string) string { return filepath.VolumeName(path) + string(filepath.Separator) }

func parts(path string) []string {
	return strings.Split(filepath.ToSlash(path[len(filepath.VolumeName(path)):]), "/")
}

// missing is the path of something that is not there, or that cannot be looked at. What is below it cannot be made, unless the
// directories on the way are made first, and nothing can be above it.
func missing(at string, rest []string, err error) (string, error) {
	errno := errnoOf(err)
	if errno == syscall.ENOENT && !hasParent(rest) {
		return filepath.Join(at, below(rest)), nil
	}
	return filepath.Join(at, below(rest)), errno
}

func hasParent(rest []string) bool {
	for _, name := range rest {
		if name == ".." {
			return true
		}
	}
	return false
}

// below joins parts so that they never lead up.
func below(rest []string) string {
	var names []string
	for _, name := range rest {
		if name == ".." {
			break
		}
		names = append(names, name)
	}
	return filepath.Join(names...)
}
