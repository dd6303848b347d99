// This file removes what is left of stores that were being made when their process was killed.

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

// creationOffset is the byte that is locked of a file that is being made. SQLite locks others.
const creationOffset = 1 << 60

// settled is how old a file is at least that a process with a number can have been making and is not: before that it may not have
// locked it yet.
const settled = time.Minute

// leftOvers returns the files of copies and stores that were to have the name path, and that nobody is making
// any more. To look for them takes as long as the folder is large.
func leftOvers(path string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	own, _ := os.Stat(path) // without it none is a second name of it
	var names []string
	for _, e := range entries {
		pid := makerOf(e.Name(), filepath.Base(path))
		if pid == 0 || pid == os.Getpid() || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if err != nil {
			continue // it is gone
		}
		name := filepath.Join(filepath.Dir(path), e.Name())
		alive := isAlive(pid)
		switch {
		case own != nil && os.SameFile(own, info): // a second name of the store: to open and close it drops the locks that SQLite has on it
			if !alive {
				names = append(names, name)
			}
		case (!alive || time.Since(info.ModTime()) > settled) && !isBeingMade(name):
			names = append(names, name)
		}
	}
	return names, nil
}

// mayHaveLeftOvers reports whether it is worth to look for them: there is no store, nobody has it open, or it has a
// second name, as when a process was killed that had just given it the first.
func mayHaveLeftOvers(path string) bool {
	info, err := os.Stat(path)
	return err != nil || !dbfile.Exists(path+"-wal") || linkCount(info) > 1
}

// makerOf returns the process that makes, or made, a file name for the store base; 0 if it is no such file. See create.
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

// isAlive reports whether there is a process with a number, here.
func isAlive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}

// isBeingMade reports whether someone makes a store or a copy in a file. The process may be one that cannot be seen from
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
