// This file looks at the cgroups of workers, in a kernel that it starts for that: user-mode Linux, whose root may delegate.

package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// guestInit is the first program of the kernel. It delegates a cgroup, in which the test is then, and stops the kernel.
const guestInit = `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 cgroup /sys/fs/cgroup
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
echo +memory > /sys/fs/cgroup/cgroup.subtree_control
mkdir -p /sys/fs/cgroup/delegated/worker-1-1
PATH=/usr/bin:/bin CGROUP=/sys/fs/cgroup/delegated sh -c 'echo $$ > $CGROUP/cgroup.procs; exec "$0" -test.v -test.run "^TestGroupsInKernel$"' %[1]q > %[2]q 2>&1
sync
echo o > /proc/sysrq-trigger
sleep 60
`

// Each worker has a cgroup: the kernel ends it when it and its programs use too much, and what runs in it ends with the worker.
func TestGroups(t *testing.T) {
	t.Parallel()
	kernel := os.Getenv("UML_KERNEL")
	if kernel == "" {
		t.Skip(`UML_KERNEL does not name user-mode Linux, as "make cgroups" does: the cgroups of workers were not tested`)
	}
	dir := t.TempDir()
	script, output := filepath.Join(dir, "init"), filepath.Join(dir, "output")
	if err := os.WriteFile(script, fmt.Appendf(nil, guestInit, os.Args[0], output), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, kernel, "root=/dev/root", "rootfstype=hostfs", "rw", "mem=768M", "con=null", "con0=null,fd:1", "uml_dir="+dir, "init="+script)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	console, err := os.Create(filepath.Join(dir, "console"))
	if err != nil {
		t.Fatal(err)
	}
	defer console.Close()
	cmd.Stdout, cmd.Stderr = console, console
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := cmd.Wait()                                   // how the kernel ends says nothing of the test
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // processes of a kernel that did not end well
	said, _ := os.ReadFile(output)
	if !strings.Contains(string(said), "\n--- PASS: TestGroupsInKernel") {
		messages, _ := os.ReadFile(console.Name())
		t.Errorf("the test in the kernel (%v):\n%s\n%s", end, said, messages)
	}
}

func TestGroupsInKernel(t *testing.T) { //nolint:paralleltest // it moves the process
	dir := os.Getenv("CGROUP")
	if dir == "" {
		t.Skip("TestGroups runs it in a kernel of its own")
	}
	const memory = 192 << 20
	p := startBad(t, Options{Cgroup: dir, MemoryBytes: memory})
	if at := groupOf(t, os.Getpid()); at != dir+"/host" {
		t.Errorf("the host is in %s", at)
	}
	if _, err := os.Stat(dir + "/worker-1-1"); err == nil {
		t.Error("the group of a host that was killed is still there")
	}
	own := groupOf(t, p.PID())
	if filepath.Dir(own) != dir {
		t.Errorf("the worker is in %s", own)
	}
	for name, want := range map[string]string{"memory.max": strconv.Itoa(memory), "memory.oom.group": "1"} {
		if got, err := os.ReadFile(own + "/" + name); strings.TrimSpace(string(got)) != want {
			t.Errorf("%s is %s (%v)", name, got, err)
		}
	}
	spawned, err := p.Call(t.Context(), doSpawn, nil)
	if err != nil {
		t.Fatal(err)
	}
	child, _ := strconv.Atoi(string(spawned))
	if at := groupOf(t, child); at != own {
		t.Errorf("the program of the worker is in %s", at)
	}

	q := startBad(t, Options{Cgroup: dir, MemoryBytes: memory})
	if answer, err := q.Call(t.Context(), doFill, []byte("/dev/shm/much")); err == nil { // no limit of a process counts it
		t.Errorf("it wrote more than it may: %s", answer)
	}
	if err := q.Death(); !errors.Is(err, ErrMemory) {
		t.Errorf("it died of %v", err)
	}
	if answer, err := p.Call(t.Context(), doEcho, []byte("there")); err != nil || string(answer) != "there" {
		t.Errorf("the other worker says %q, %v", answer, err)
	}

	p.Kill(nil)
	_ = p.Death()
	if err := syscall.Kill(child, 0); err == nil && !strings.Contains(status(child), "(zombie)") {
		t.Errorf("the program of a dead worker runs: %s", status(child))
	}
	if left, _ := filepath.Glob(dir + "/worker-*"); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func groupOf(t *testing.T, pid int) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	if err != nil {
		t.Error(err)
	}
	return "/sys/fs/cgroup" + strings.TrimPrefix(strings.TrimSpace(string(text)), "0::")
}

func status(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	return string(text)
}

// A directory that is none of cgroup v2 is refused, and a worker without its group does not start.
func TestNoGroup(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{
		t.TempDir():           "it is not a directory of cgroup v2",
		t.TempDir() + "/none": "no such file or directory",
	} {
		if _, err := Start(t.Context(), Options{Cgroup: dir}); err == nil || err.Error() != "start a worker: cgroup "+dir+": "+want {
			t.Errorf("got %v", err)
		}
	}
}
