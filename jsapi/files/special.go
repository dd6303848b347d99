// This file lists special files: views of processes, of the kernel and of devices. A grant of all files does
// not include them. For example, /proc/self/environ is the environment, which has a permission of its own, and
// /proc/self/mem is the memory of this process, which contains the keys of stores.

package files

import (
	"os"
	"slices"
	"strings"
	"sync/atomic"
)

// specialTrees are the directories of special files. A grant of all files, or of a directory that contains
// them, does not include them.
var specialTrees = []string{"/proc", "/sys", "/dev"}

// harmless are the files in specialTrees that give no information about processes and that programs often
// read: figures of the machine, the limits of the container, and devices without data of others.
var harmless = []string{
	"/proc/cpuinfo", "/proc/meminfo", "/proc/loadavg", "/proc/uptime", "/proc/version", "/proc/stat", "/proc/filesystems",
	"/sys/fs/cgroup", "/sys/devices/system/cpu",
	"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
}

// IsOutput reports whether an open file is the standard output or error of this process, by whatever name.
func IsOutput(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && slices.ContainsFunc([]string{"/dev/stdout", "/dev/stderr", openName("/dev/stderr")}, func(output string) bool {
		own, err := os.Stat(output)
		return err == nil && os.SameFile(info, own)
	})
}

// noStandard says that the standard input and outputs of this process are not those of its scripts.
var noStandard atomic.Bool //nolint:gochecknoglobals // a process has one of each

// HideStandard makes no script have access to the standard input and outputs of this process as files: in a worker, the host
// uses them.
func HideStandard() { noStandard.Store(true) }

// isHidden reports whether a path names a file that HideStandard has hidden.
func isHidden(path string) bool { return noStandard.Load() && isStandard(path) }

func isSpecial(real string) bool {
	in := func(dir string) bool { return real == dir || strings.HasPrefix(real, dir+"/") }
	return slices.ContainsFunc(specialTrees, in) && !slices.ContainsFunc(harmless, in)
}

// isStandard reports whether a path names the standard input or an output of this process, to which a script
// has access anyway.
func isStandard(path string) bool {
	return path == "/dev/stdin" || path == "/dev/stdout" || path == "/dev/stderr"
}
