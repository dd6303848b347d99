// This file asks Linux which process has a lock on a file.

package sqlite

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// lockHolder returns a process that has a lock on bytes from to to of a file. It returns 0 if there is none, or if
// the process is invisible, as in another container. exclusive leaves out locks for reading. lockHolder does not open
// the file: when a process closes a file, it loses the locks that SQLite has on it.
func lockHolder(path string, from, to int64, exclusive bool) int {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	f, err := os.Open("/proc/locks")
	if err != nil {
		return 0
	}
	defer f.Close()
	inode := ":" + strconv.FormatUint(stat.Ino, 10)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		// 1: POSIX  ADVISORY  WRITE 4711 fe:01:1234 120 120
		words := strings.Fields(lines.Text())
		if len(words) < 8 || words[1] == "->" || !strings.HasSuffix(words[5], inode) || exclusive && words[3] != "WRITE" {
			continue
		}
		pid, err := strconv.Atoi(words[4])
		first, err2 := strconv.ParseInt(words[6], 10, 64)
		last, err3 := strconv.ParseInt(words[7], 10, 64)
		if words[7] == "EOF" {
			last, err3 = to, nil
		}
		if err == nil && err2 == nil && err3 == nil && pid > 0 && first < to && last >= from {
			return pid
		}
	}
	return 0
}
