// This file gives workers cgroups (version 2) of their own on Linux, below a directory that was delegated to the host.

package worker

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// group is the cgroup of one worker and of the programs that it starts. The methods of a nil group do nothing.
type group struct {
	dir  string
	file *os.File // the directory, by which the kernel starts a process in the group
}

// groups counts the groups of this process. The number is a part of the name of a group.
var groups atomic.Uint64 //nolint:gochecknoglobals // the name of a group is one of the whole process

// newGroup makes a cgroup below parent, whose processes have at most memory bytes together. It returns nil if parent is empty.
func newGroup(parent string, memory uint64) (*group, error) {
	if parent == "" {
		return nil, nil //nolint:nilnil // nil means no group
	}
	if err := prepareParent(parent); err != nil {
		return nil, fmt.Errorf("cgroup %s: %w", parent, err)
	}
	g := &group{dir: filepath.Join(parent, fmt.Sprintf("worker-%d-%d", os.Getpid(), groups.Add(1)))}
	err := os.Mkdir(g.dir, 0o755)
	if err == nil {
		err = g.limit(memory)
	}
	if err == nil {
		g.file, err = os.Open(g.dir)
	}
	if err != nil {
		_ = os.Remove(g.dir)
		return nil, fmt.Errorf("make a cgroup for a worker: %w", err)
	}
	return g, nil
}

// limit sets the memory limit of the group. When the memory is used up, the kernel kills all processes of the group.
func (g *group) limit(memory uint64) error {
	if memory == 0 {
		return nil
	}
	if err := g.write("memory.max", strconv.FormatUint(memory, 10)); err != nil {
		return err
	}
	if err := g.write("memory.oom.group", "1"); err != nil {
		return err
	}
	if err := g.write("memory.swap.max", "0"); !errors.Is(err, os.ErrNotExist) { // a kernel without swap has no such file
		return err
	}
	return nil
}

func (g *group) write(name, value string) error {
	return os.WriteFile(filepath.Join(g.dir, name), []byte(value), 0)
}

// enter makes the kernel start a process in the group, so that it runs no instruction outside of the group.
func (g *group) enter(a *syscall.SysProcAttr) {
	if g != nil {
		a.UseCgroupFD, a.CgroupFD = true, int(g.file.Fd())
	}
}

// outOfMemory reports whether the kernel killed the processes of the group because their memory was used up.
func (g *group) outOfMemory() bool {
	if g == nil {
		return false
	}
	events, err := os.ReadFile(filepath.Join(g.dir, "memory.events"))
	if err != nil {
		return false
	}
	for line := range bytes.Lines(events) {
		if name, n, _ := strings.Cut(strings.TrimSpace(string(line)), " "); name == "oom_kill" {
			return n != "0"
		}
	}
	return false
}

// removeTime is how long the kernel may take to kill the processes of a group.
const removeTime = 10 * time.Second

// remove kills the processes of the group, and removes it. A group that cannot be removed now is removed by the next host.
func (g *group) remove() {
	if g == nil {
		return
	}
	_ = g.file.Close()
	_ = g.write("cgroup.kill", "1")
	for end := time.Now().Add(removeTime); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if err := os.Remove(g.dir); !errors.Is(err, unix.EBUSY) {
			return
		}
	}
}

// parents are the directories that prepareParent has prepared.
var parents sync.Map //nolint:gochecknoglobals // what is prepared is so for the whole process

// prepareParent changes a directory so that groups below it can have memory limits. Such a directory must not have processes of its
// own, so a host that is in it moves into a group below it.
func prepareParent(dir string) error {
	if _, done := parents.Load(dir); done {
		return nil
	}
	var fs unix.Statfs_t
	if err := unix.Statfs(dir, &fs); err != nil {
		return err
	}
	if fs.Type != unix.CGROUP2_SUPER_MAGIC {
		return errors.New("it is not a directory of cgroup v2")
	}
	controllers, err := os.ReadFile(filepath.Join(dir, "cgroup.controllers"))
	if err != nil {
		return err
	}
	if !slices.Contains(strings.Fields(string(controllers)), "memory") {
		return errors.New("its memory controller is not delegated")
	}
	if err := leave(dir); err != nil {
		return err
	}
	err = os.WriteFile(filepath.Join(dir, "cgroup.subtree_control"), []byte("+memory"), 0)
	switch {
	case errors.Is(err, unix.EBUSY):
		return errors.New("it has processes besides this one, which have to be in groups below it")
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("it is not delegated to the user of this process: %w", err)
	case err != nil:
		return err
	}
	removeEmpty(dir)
	parents.Store(dir, true)
	return nil
}

// leave moves this process into the group "host" if it is in dir itself.
func leave(dir string) error {
	procs, err := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
	if err != nil {
		return err
	}
	self := strconv.Itoa(os.Getpid())
	for line := range strings.Lines(string(procs)) {
		if strings.TrimSpace(line) != self {
			continue
		}
		host := filepath.Join(dir, "host")
		if err := os.Mkdir(host, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		return os.WriteFile(filepath.Join(host, "cgroup.procs"), []byte(self), 0)
	}
	return nil
}

// removeEmpty removes the groups of hosts that were killed. The kernel refuses to remove a group that has processes.
func removeEmpty(dir string) {
	old, _ := filepath.Glob(filepath.Join(dir, "worker-*"))
	for _, g := range old {
		_ = os.Remove(g)
	}
}
