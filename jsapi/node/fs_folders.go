// This file makes and lists folders.

package node

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hitlrun/hitlrun/jsapi/files"
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

// readdir(path, recursive, links, last) → name, directory and kind of each entry, in turn, and sorted within a folder. With links the
// folders below include those to which links lead, if the script may read them. With last the folder that was found last comes first.
func readdir(h *fileHost, a fsArgs) (fsWork, error) {
	root, recursive, links, last := a.text(0), a.flag(1), a.flag(2), a.flag(3)
	place, err := h.readable(root, true)
	return func() (any, error) {
		list := []string{}
		folders := []folder{{place: place}} // in the order of Node: those of a folder come after all its entries
		for len(folders) > 0 {
			next := folders[0]
			if last {
				next, folders = folders[len(folders)-1], folders[:len(folders)-1]
			} else {
				folders = folders[1:]
			}
			dir := root
			if next.below != "" {
				dir = filepath.Join(root, next.below)
			}
			if h.stopped() {
				return nil, errStopped
			}
			entries, err := next.place.ReadDir(next.within)
			if err != nil {
				return nil, failed(err, "scandir", dir)
			}
			if h.job == nil {
				guard.Need(h.rt, len(entries)*bytesOfEntry)
			}
			for _, e := range entries {
				list = append(list, e.Name(), dir, fileKind(e.Type()))
				switch below := filepath.Join(next.below, e.Name()); {
				case !recursive:
				case e.IsDir():
					folders = append(folders, folder{below, next.place, filepath.Join(next.within, e.Name())})
				case links && e.Type()&fs.ModeSymlink != 0:
					if to := h.linkedFolder(filepath.Join(root, below)); to != nil {
						folders = append(folders, folder{below: below, place: to})
					}
				}
			}
		}
		return list, nil
	}, err
}

// folder is a folder that readdir is yet to read.
type folder struct {
	below  string // its path below that of the call, "" for that itself
	place  *files.Place
	within string // its path below the place
}

// linkedFolder returns the folder to which a link leads, nil if it leads to none or the script may not read it.
func (h *fileHost) linkedFolder(path string) *files.Place {
	place, err := h.readable(path, true)
	if err != nil {
		return nil
	}
	if info, err := place.Stat(); err != nil || !info.IsDir() {
		return nil
	}
	return place
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
