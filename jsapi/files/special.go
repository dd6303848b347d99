// This file knows the files that are none: views of processes, of the kernel and of devices. A grant of everything is meant
// for files, and does not have them. /proc/self/environ is the environment, which has a permission of its own;
// /proc/self/mem is the memory, with the keys of stores in it.

package files

import (
	"slices"
	"strings"
)

// specialTrees are the directories in which nothing is granted by a grant of everything, or of a directory that they are in.
var specialTrees = []string{"/proc", "/sys", "/dev"}

// harmless are the files in them that tell nothing of processes, and that programs are used to having: the machine in
// numbers, the limits of the container, the devices of which each process may use its own.
var harmless = []string{
	"/proc/cpuinfo", "/proc/meminfo", "/proc/loadavg", "/proc/uptime", "/proc/version", "/proc/stat", "/proc/filesystems",
	"/sys/fs/cgroup", "/sys/devices/system/cpu",
	"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
}

func isSpecial(real string) bool {
	in := func(dir string) bool { return real == dir || strings.HasPrefix(real, dir+"/") }
	return slices.ContainsFunc(specialTrees, in) && !slices.ContainsFunc(harmless, in)
}

// isStandard reports whether a path names the input or an output of this process, which a script has anyway.
func isStandard(path string) bool {
	return path == "/dev/stdin" || path == "/dev/stdout" || path == "/dev/stderr"
}
