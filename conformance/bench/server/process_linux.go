// This file reads what a server takes of the machine, with the processes that it has started.

package main

import (
	"iter"
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

// tree yields the ids of a process and of all that descend from it, with the fields of /proc/PID/stat behind the name.
// Workers of hitlrun serve are in groups of their own, so the group does not name them.
func tree(root int) iter.Seq2[string, []string] {
	files, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	children, fields := map[string][]string{}, map[string][]string{}
	for _, file := range files {
		data, _ := os.ReadFile(file) // a process that has ended has none
		_, rest, _ := strings.Cut(string(data), ") ")
		if list := strings.Fields(rest); len(list) > 12 {
			pid := filepath.Base(filepath.Dir(file))
			fields[pid] = list
			children[list[1]] = append(children[list[1]], pid)
		}
	}
	return func(yield func(string, []string) bool) {
		for left := []string{strconv.Itoa(root)}; len(left) > 0; left = append(left[1:], children[left[0]]...) {
			if list, ok := fields[left[0]]; ok && !yield(left[0], list) {
				return
			}
		}
	}
}

// memory returns how much of the memory of the machine a process and its descendants have, in bytes. Pages that several of them share, such as
// those of their binary, count once.
func memory(root int) (sum int64) {
	for pid := range tree(root) {
		data, _ := os.ReadFile("/proc/" + pid + "/smaps_rollup") // a process that has ended has none
		_, rest, _ := strings.Cut(string(data), "\nPss:")
		if fields := strings.Fields(rest); len(fields) > 0 {
			kilobytes, _ := strconv.ParseInt(fields[0], 10, 64) // the kernel writes numbers
			sum += kilobytes << 10
		}
	}
	return sum
}

// processorTime returns how long a process and its descendants have computed.
func processorTime(root int) (sum time.Duration) {
	for _, fields := range tree(root) {
		for _, field := range fields[11:13] {
			ticks, _ := strconv.ParseInt(field, 10, 64) // as above
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}
