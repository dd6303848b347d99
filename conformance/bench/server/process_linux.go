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

// stats returns the fields of /proc/PID/stat behind the name: of a process and of all that descend from it.
// Workers of hitlrun serve are in groups of their own, so the group does not name them.
func stats(root int) (list [][]string) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	byParent := map[string][]string{}
	fields := map[string][]string{}
	for _, file := range files {
		data, _ := os.ReadFile(file) // a process that has ended has none
		_, rest, _ := strings.Cut(string(data), ") ")
		if list := strings.Fields(rest); len(list) > 21 {
			pid := filepath.Base(filepath.Dir(file))
			fields[pid] = list
			byParent[list[1]] = append(byParent[list[1]], pid)
		}
	}
	for left := []string{strconv.Itoa(root)}; len(left) > 0; left = left[1:] {
		if f, ok := fields[left[0]]; ok {
			list = append(list, f)
		}
		left = append(left, byParent[left[0]]...)
	}
	return list
}

// memory returns how much of the memory of the machine a process and its descendants have, in bytes.
func memory(root int) (sum int64) {
	for _, fields := range stats(root) {
		pages, _ := strconv.ParseInt(fields[21], 10, 64) // the kernel writes numbers
		sum += pages * int64(os.Getpagesize())
	}
	return sum
}

// processorTime returns how long a process and its descendants have computed.
func processorTime(root int) (sum time.Duration) {
	for _, fields := range stats(root) {
		for _, field := range fields[11:13] {
			ticks, _ := strconv.ParseInt(field, 10, 64) // as above
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}
