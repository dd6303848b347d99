// This file removes unfinished stores and copies whose process was killed.

package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/hitlrun/hitlrun/dbfile"
)

// creationOffset is the byte that a process locks in a file that it is making. SQLite locks other bytes.
const creationOffset = 1 << 60

// settled is the age from which an unlocked file counts as left over. A younger one may belong to a process that has
// not locked it yet.
const settled = time.Minute

// leftOvers returns unfinished copies and stores for the name path that nobody is making any more. It reads the whole
// folder.
func leftOvers(path string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	own, _ := os.Stat(path) // without that, none of them is a second name of it
	var names []string
	for _, e := range entries {
		pid := makerOf(e.Name(), filepath.Base(path))
		if pid == 0 || pid == os.Getpid() || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if err != nil {
			continue // it was removed meanwhile
		}
		name := filepath.Join(filepath.Dir(path), e.Name())
		alive := isAlive(pid)
		switch {
		// a second name of the store: opening and closing it would drop the locks that SQLite has on the store
		case own != nil && os.SameFile(own, info):
			if !alive {
				names = append(names, name)
			}
		case (!alive || time.Since(info.ModTime()) > settled) && !isBeingMade(name):
			names = append(names, name)
		}
	}
	return names, nil
}

// mayHaveLeftOvers reports whether a search is worthwhile: there is no store, nobody has it open, or it has a second
// name because a process was killed right after it gave the first.
func mayHaveLeftOvers(path string) bool {
	info, err := os.Stat(path)
	return err != nil || !dbfile.Exists(path+"-wal") || linkCount(info) > 1
}

// makerOf returns the process that makes, or made, the file name for the store base; 0 if it is not such a file. See
// create.
func makerOf(name, base string) int {
	rest, ok := strings.CutPrefix(name, base+".")
	rest, ok2 := strings.CutSuffix(rest, ".new")
	digits, _, ok3 := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(digits)
	if !ok || !ok2 || !ok3 || err != nil || pid < 0 {
		return 0
	}
	return pid
}

// isAlive reports whether a process with that number exists on this system.
func isAlive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}

// isBeingMade reports whether a process is making a store or a copy in a file. The process may be invisible from
// here, in another container.
func isBeingMade(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return true
	}
	defer f.Close()
	busy, err := locked(f, creationOffset)
	return busy || err != nil
}
