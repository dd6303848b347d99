// This file makes and lists folders.

package node

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// mkdir(path, recursive, mode) → the first directory made, if recursive
func mkdir(h *fileHost, a fsArgs) (fsWork, error) {
	path, recursive, mode := a.text(0), a.flag(1), a.mode(2, 0o777).Perm()
	place, err := h.writable(path, recursive)
	return func() (any, error) {
		if !recursive {
			return nil, failed(place.Mkdir(mode), "mkdir", path)
		}
		first := firstMissing(path)
		if err := place.MkdirAll(mode); err != nil {
			if info, statErr := place.Stat(); statErr == nil && !info.IsDir() {
				err = syscall.EEXIST
			}
			return nil, failed(err, "mkdir", path)
		}
		if first == "" {
			return nil, nil
		}
		return first, nil
	}, err
}

// firstMissing returns the topmost directory of path that does not exist, as an absolute path.
func firstMissing(path string) string {
	missing := ""
	path, err := filepath.Abs(path)
	for err == nil {
		if _, statErr := os.Lstat(path); statErr == nil {
			break
		}
		missing = path
		if filepath.Dir(path) == path {
			break
		}
		path = filepath.Dir(path)
	}
	return missing
}

// bytesOfEntry is an estimate of the memory that an entry of a folder takes in a list.
const bytesOfEntry = 300

// readdir(path, recursive) → name, directory and kind of each entry, in turn, and sorted within a folder
func readdir(h *fileHost, a fsArgs) (fsWork, error) {
	root, recursive := a.text(0), a.flag(1)
	place, err := h.readable(root, true)
	return func() (any, error) {
		list := []string{}
		folders := []string{""} // in the order of Node: those of a folder come after all its entries
		for len(folders) > 0 {
			below, dir := folders[0], root
			folders = folders[1:]
			if below != "" {
				dir = filepath.Join(root, below)
			}
			if h.stopped() {
				return nil, errStopped
			}
			entries, err := place.ReadDir(below)
			if err != nil {
				return nil, failed(err, "scandir", dir)
			}
			if h.job == nil {
				guard.Need(h.rt, len(entries)*bytesOfEntry)
			}
			for _, e := range entries {
				list = append(list, e.Name(), dir, fileKind(e.Type()))
				if recursive && e.IsDir() {
					folders = append(folders, filepath.Join(below, e.Name()))
				}
			}
		}
		return list, nil
	}, err
}

// mkdtemp(prefix) → the path
func mkdtemp(h *fileHost, a fsArgs) (fsWork, error) {
	prefix := a.text(0)
	_, err := h.writable(prefix+"XXXXXX", false)
	return func() (any, error) {
		for {
			made := prefix + rand.Text()[:6]
			place, err := h.writable(made, false)
			if err == nil {
				err = place.Mkdir(0o700)
			}
			if errors.Is(err, fs.ErrExist) {
				continue
			}
			return made, failed(err, "mkdtemp", prefix+"XXXXXX")
		}
	}, err
}
