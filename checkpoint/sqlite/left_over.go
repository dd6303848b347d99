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
)

// creationOffset is the byte that is locked of a file that is being made. SQLite locks others.
const creationOffset = 1 << 60

// settled is how old a file is at least that a process with a number can have been making and is not: before that it may not have
// locked it yet.
const settled = time.Minute

// removeLeftOvers removes the files that were to become the store path, and that nobody is making any more. To look for them
// takes as long as the folder is large: so that is done where there may be some, and is not worth an error.
func removeLeftOvers(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	own, _ := os.Stat(path)
	for _, e := range entries {
		pid := makerOf(e.Name(), filepath.Base(path))
		if pid == 0 || pid == os.Getpid() || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if err != nil {
			continue
		}
		name := filepath.Join(filepath.Dir(path), e.Name())
		// A second name of the store itself must not be opened: to close it drops the locks that SQLite has on it.
		gone := own != nil && os.SameFile(own, info) && !isAlive(pid)
		if !gone {
			gone = (!isAlive(pid) || time.Since(info.ModTime()) > settled) && (own == nil || !os.SameFile(own, info)) && !isBeingMade(name)
		}
		if gone {
			os.Remove(name)
			os.Remove(name + "-journal")
			os.Remove(name + "-wal")
			os.Remove(name + "-shm")
		}
	}
}

// mayHaveLeftOvers reports whether it is worth to look for them: there is no store, nobody has it open, or it has a
// second name, as when a process was killed that had just given it the first.
func mayHaveLeftOvers(path string) bool {
	info, err := os.Stat(path)
	return err != nil || !exists(path+"-wal") || linkCount(info) > 1
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

// isBeingMade reports whether someone makes a store in a file, be it in another container.
func isBeingMade(name string) bool {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return true
	}
	defer f.Close()
	busy, _, err := lock(f, creationOffset)
	return busy || err != nil
}
