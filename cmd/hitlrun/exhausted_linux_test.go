// This file tests a server that has no file descriptor left, and a command whose file system has no inode left.

package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// limitFiles sets how many file descriptors a process may have, and returns how many it could have before.
func limitFiles(t *testing.T, pid int, n uint64) uint64 {
	t.Helper()
	var old unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_NOFILE, nil, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Prlimit(pid, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: n, Max: old.Max}, nil); err != nil {
		t.Fatal(err)
	}
	return old.Cur
}

// Answers that a server accepts while it cannot open a file, or start a worker, are applied when it can.
func TestServeWithoutFiles(t *testing.T) {
	t.Parallel()
	for _, isolation := range []string{"process", "in-process"} {
		t.Run(isolation, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			writeScript(t, dir, "flow.ts", patientFlow)
			log, err := os.Create(filepath.Join(dir, "log"))
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			cmd, first, _ := servingWith(t, dir, log, "flow.ts", "--isolation", isolation)
			url := strings.TrimSpace(first[strings.Index(first, "http"):])
			pid := cmd.Process.Pid
			c := http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}} // the connection that is open already
			post := func(path, body string) string {
				t.Helper()
				for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
					resp, err := c.Post(url+path, "application/json", strings.NewReader(body)) //nolint:noctx // the test ends with its server
					if err != nil {
						t.Fatal(err)
					}
					data, err := io.ReadAll(resp.Body)
					resp.Body.Close()
					if err == nil && resp.StatusCode == http.StatusOK {
						return string(data)
					}
					if err != nil || resp.StatusCode != http.StatusServiceUnavailable || time.Now().After(deadline) {
						t.Fatal(resp.Status, string(data), err)
					} // else nothing was accepted, because no connection for reading was free
				}
			}
			var threads, runs []string
			for range 12 {
				thread := "/threads/" + valueIn(post("/threads", "{}"), "thread_id")
				post(thread+"/runs/wait", slow("first", 0, ""))
				threads = append(threads, thread)
			}
			limit := limitFiles(t, pid, 3)
			for _, worker := range childrenOf(t, pid) {
				if err := unix.Kill(worker, unix.SIGKILL); err != nil {
					t.Fatal(err)
				}
			}
			for i, thread := range threads {
				body := fmt.Sprintf(`{"assistant_id":"flow","command":{"resume":"answer %d"}}`, i)
				runs = append(runs, thread+"/runs/"+valueIn(post(thread+"/runs", body), "run_id"))
			}
			if isolation == "process" {
				for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
					data, err := os.ReadFile(log.Name())
					if err != nil {
						t.Fatal(err)
					}
					if strings.Count(string(data), `msg="run waits"`) == len(runs) && strings.Contains(string(data), "start a worker: ") {
						break
					} else if time.Now().After(deadline) {
						t.Fatalf("the log has\n%s", data)
					}
				}
			}
			limitFiles(t, pid, limit)
			for i := range threads {
				want := fmt.Sprintf(`["first","got answer %d"]`, i)
				if status, got := awaitRun(t, url+runs[i]), logOf(t, url+threads[i]); status != "success" || got != want {
					t.Errorf("the run is %s, and the state has %s", status, got)
				}
			}
		})
	}
}

// Connections of strangers leave file descriptors for the store and for workers.
func TestServeBoundsConnections(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", patientFlow)
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	const files = 120
	cmd := exec.Command("sh", "-c", fmt.Sprintf("ulimit -n %d && exec hitlrun serve --addr 127.0.0.1:0 --db test.db flow.ts", files))
	cmd.Dir, cmd.Stderr = dir, log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	first, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	addr := strings.TrimSpace(first[strings.Index(first, "http://")+len("http://"):])
	thread := newThread(t, "http://"+addr) // its connection stays open
	for range 2 * files {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	used := func() int {
		list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	for deadline := time.Now().Add(20 * time.Second); used() < files/2; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d files are open", used())
		}
	}
	for _, worker := range childrenOf(t, cmd.Process.Pid) {
		if err := unix.Kill(worker, unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	if got := postTo(t, "http://"+addr+thread+"/runs/wait", slow("first", 0, "")); !strings.Contains(got, `"log":["first"]`) {
		t.Errorf("a run gives %s", got)
	}
	if data, err := os.ReadFile(log.Name()); err != nil || len(data) > 0 {
		t.Errorf("the log has %s %v", data, err)
	}
}

// Where no file can be made, because all inodes are in use, doctor does not say that the folder is not writable.
func TestDoctorWithoutInodes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", patientFlow)
	if err := os.Mkdir(filepath.Join(dir, "small"), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", filepath.Join(dir, "small")).CombinedOutput(); err != nil {
		t.Skipf("no file system of a few inodes can be mounted here: %v %s", err, out)
	}
	cmd := exec.Command("unshare", "-rm", "sh", "-ec", `
mount -t tmpfs -o nr_inodes=40,size=20m tmpfs small
hitlrun start flow.ts --db small/s.db --thread t --input '{}' >/dev/null || [ $? = 3 ]
rm -f small/s.db-shm
n=0; while touch small/$n 2>/dev/null; do n=$((n+1)); done
! hitlrun doctor --db small/s.db 2>&1`)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "no file can be made in folder "+dir+"/small: its file system has no inode left (see df -i)\n") {
		t.Errorf("%v: %s", err, out)
	}
}
