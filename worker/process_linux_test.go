// This file checks what the kernel reports of workers.

package worker

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestWorkersHaveNothing(t *testing.T) {
	t.Setenv("SECRET", "x")
	t.Setenv("GOCOVERDIR", "")
	file, err := os.CreateTemp(t.TempDir(), "open")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p := startBad(t, Options{MemoryBytes: 1 << 30, CPU: 90 * time.Second, Env: []string{"TZ=UTC"}})
	answer, err := p.Call(t.Context(), doReport, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := string(answer)
	if !strings.Contains(text, `env ["TZ=UTC"]`) {
		t.Errorf("the environment: %s", text)
	}
	for _, fd := range regexp.MustCompile(`(?m)^fd (.*)$`).FindAllStringSubmatch(text, -1) {
		if !regexp.MustCompile(`^/dev/null$|^pipe:|^anon_inode:|^/proc/\d+/fd$|^/sys/`).MatchString(fd[1]) {
			t.Errorf("it has %s open", fd[1])
		}
	}
	for _, want := range []string{`Max core file size +0 +0`, `Max data size +1073741824 +1073741824`, `Max cpu time +90 +90`} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if group, err := syscall.Getpgid(p.PID()); err != nil || group != p.PID() {
		t.Errorf("it is in the process group %d (%v), and a signal of the terminal reaches it", group, err)
	}
}

// A host that is killed takes its workers with it, also those that hear nothing.
func TestWorkersDieWithTheirHost(t *testing.T) {
	t.Parallel()
	if os.Getenv("WORKER_HOST") != "" {
		p := startBad(t, Options{})
		fmt.Println("worker", p.PID())
		_, _ = p.Call(t.Context(), doFall, nil)
		return
	}
	host := exec.Command(os.Args[0], "-test.run", "^TestWorkersDieWithTheirHost$")
	host.Env = append(os.Environ(), "WORKER_HOST=1")
	out, err := host.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 100)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(string(line[:n]), "worker ")))
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = host.Wait()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); errors.Is(err, os.ErrNotExist) || strings.Contains(string(stat), ") Z ") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("worker %d lives on", pid)
		}
	}
}
