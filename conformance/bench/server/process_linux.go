// This file reads what a server takes of the machine, with the processes that it has started.

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// group gives a command a group of processes of its own, and end kills it.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func end(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// stats returns the fields of /proc/PID/stat behind the name, of the processes of a group.
func stats(pgid int) (list [][]string) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	for _, file := range files {
		data, _ := os.ReadFile(file) // a process that has ended has none
		_, rest, _ := strings.Cut(string(data), ") ")
		if fields := strings.Fields(rest); len(fields) > 21 && fields[2] == strconv.Itoa(pgid) {
			list = append(list, fields)
		}
	}
	return list
}

// memory returns how much of the memory of the machine a group of processes has, in bytes.
func memory(pgid int) (sum int64) {
	for _, fields := range stats(pgid) {
		pages, _ := strconv.ParseInt(fields[21], 10, 64) // the kernel writes numbers
		sum += pages * int64(os.Getpagesize())
	}
	return sum
}

// processorTime returns how long a group of processes has computed.
func processorTime(pgid int) (sum time.Duration) {
	for _, fields := range stats(pgid) {
		for _, field := range fields[11:13] {
			ticks, _ := strconv.ParseInt(field, 10, 64) // as above
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}
