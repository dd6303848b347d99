// This file resolves paths as the kernel does, including paths of files that do not exist.

package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is the number of links that are followed in one path, as in Linux.
const maxLinks = 40

// Real returns the absolute path of the file that path names, without links and without "..". With last, a
// link in the last part of path is followed. If there is an error, or a part does not exist, the rest of the
// path is appended to the part that could be resolved. The error is the syscall.Errno that an operation on the
// path would return.
func Real(path string, last bool) (string, error) { return follow(path, last, func(string) {}) }

// follow is Real. It calls seen with the place of each link that it follows.
func follow(path string, last bool, seen func(link string)) (string, error) {
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
		seen(next)
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

// begin returns the directory from which a path is resolved, and the parts of the path.
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

// missing returns the path of a file that does not exist, or that cannot be read. at is the part that was
// resolved, and rest follows it.
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

// below joins parts so that the result never leads to a parent directory.
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
