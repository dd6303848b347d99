//go:build unix

// This file finds out which users can write to a file or folder.

package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

const (
	byGroup  = 0o020
	byOthers = 0o002
)

func linkCount(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // it is a smaller number on other machines
	}
	return 1
}

// ownerOf returns the user whose file it is, -1 if that is not known.
func ownerOf(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}

// checkWriters returns an error if a user can write to the file at path, which is beside main, but not to main. main is
// nil if this process is about to make it.
func checkWriters(path string, info, main fs.FileInfo) error {
	owner, mode := os.Geteuid(), fs.FileMode(0)
	if main != nil {
		owner, mode = ownerOf(main), main.Mode()&(byGroup|byOthers)
	}
	switch by := ownerOf(info); {
	case mode != 0: // the store is shared: SQLite makes the files of whoever opens it first
	case by != owner && by != os.Geteuid() && by != 0:
		return fmt.Errorf("%s belongs to user %d, who cannot write to the store itself, but could change the store through this file: remove it, and put the store into a folder to which nobody else can write", path, by)
	}
	if info.Mode()&(byGroup|byOthers)&^mode != 0 {
		return fmt.Errorf("others can write to %s, but not to the store itself: if nobody has changed it, take that away with chmod go-w", path)
	}
	return nil
}

// checkOwn returns an error if a file belongs to another user, or others can write to it. With rootToo it may belong to
// root.
func checkOwn(path string, rootToo bool) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	switch owner := ownerOf(info); {
	case owner != os.Geteuid() && (!rootToo || owner != 0):
		return fmt.Errorf("%s belongs to another user (%d)", path, owner)
	case info.Mode()&(byGroup|byOthers) != 0:
		return fmt.Errorf("others can write to %s (chmod go-w takes that away)", path)
	}
	return nil
}

// checkFolder returns an error if another user can replace a file in a folder: the folder belongs to that user, or
// others can write to it and it does not have the sticky bit. A group may write to it that has no member but the user of
// this process.
func checkFolder(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	mode, sticky := info.Mode(), info.Mode()&fs.ModeSticky != 0
	switch owner := ownerOf(info); {
	case owner != os.Geteuid() && owner != 0:
		return fmt.Errorf("the folder %s belongs to another user (%d)", dir, owner)
	case mode&byOthers != 0 && !sticky:
		return fmt.Errorf("others can write to the folder %s (chmod go-w takes that away)", dir)
	case mode&byGroup != 0 && !sticky && !isPrivateGroup(info):
		return fmt.Errorf("a group can write to the folder %s (chmod g-w takes that away)", dir)
	}
	return nil
}

// isPrivateGroup reports whether the group of a file is the one that many systems make for each user: it has the name of
// the user, and no other member.
func isPrivateGroup(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	own, err := user.LookupId(strconv.Itoa(os.Geteuid()))
	if !ok || err != nil || own.Gid != strconv.FormatUint(uint64(stat.Gid), 10) {
		return false
	}
	groups, err := os.ReadFile("/etc/group")
	if err != nil {
		return false
	}
	private := false
	for line := range strings.Lines(string(groups)) { // name:password:id:members
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) != 4 || fields[2] != own.Gid {
			continue
		}
		private = fields[0] == own.Username
		for member := range strings.SplitSeq(fields[3], ",") {
			if !slices.Contains([]string{"", own.Username}, member) {
				return false
			}
		}
	}
	return private
}
