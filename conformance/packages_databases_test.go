//go:build unix

// This file starts the databases that packages talk to, where they are installed. Each listens on a port of its own of this
// machine, has its files in a folder of the test, and ends with it.

package conformance_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program finds a server, on PATH or where Debian has it.
func program(t *testing.T, name, install string) string {
	t.Helper()
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin/", "/usr/sbin/"} {
		if found, _ := filepath.Glob(pattern + name); len(found) > 0 {
			return found[len(found)-1]
		}
	}
	t.Skipf("%s is not installed (make packages-servers, or apt-get install %s)", name, install)
	return ""
}

// freePort returns a port that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// asUser makes a server run as another user, if this one is root: some refuse that. It owns the folder then.
func asUser(t *testing.T, dir, name string, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	cmd.Dir = dir
	if os.Getuid() != 0 {
		return cmd
	}
	who, err := user.Lookup(name)
	if err != nil {
		t.Skipf("there is no user %s to run a server as", name)
	}
	uid, _ := strconv.Atoi(who.Uid)
	gid, _ := strconv.Atoi(who.Gid)
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	return cmd
}

// folder is a short path that other users can enter: socket files have names of at most 107 bytes.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "hr-") //nolint:usetesting // its name is too long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// serve starts a server, waits until it listens, and ends it with the test.
func serve(t *testing.T, cmd *exec.Cmd, port int, ready func() error) {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGQUIT)
		stop := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		stop.Stop()
	})
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			conn.Close()
			if err = ready(); err == nil {
				return
			}
		}
		if time.Now().After(end) {
			text, _ := os.ReadFile(log.Name())
			t.Fatalf("%s does not listen: %v\n%s", cmd.Path, err, text)
		}
	}
}

func startRedis(t *testing.T, _ string) []string {
	server, port := program(t, "redis-server", "redis-server"), freePort(t)
	cmd := exec.Command(server, "--port", fmt.Sprint(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
	cmd.Dir = t.TempDir()
	serve(t, cmd, port, func() error { return nil })
	return []string{fmt.Sprintf("REDIS_URL=redis://127.0.0.1:%d/0", port)}
}

func startPostgres(t *testing.T, _ string) []string {
	server, initdb, port, dir := program(t, "postgres", "postgresql"), program(t, "initdb", "postgresql"), freePort(t), folder(t)
	password := filepath.Join(dir, "password")
	if err := os.WriteFile(password, []byte("secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, "data")
	make := asUser(t, dir, "postgres", exec.Command(initdb, "-D", data, "-A", "scram-sha-256", "-U", "app", "--pwfile="+password, "--no-sync", "--locale=C", "-E", "UTF8"))
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	serve(t, asUser(t, dir, "postgres", exec.Command(server, "-D", data, "-p", fmt.Sprint(port), "-k", dir, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off")), port,
		func() error {
			state, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
			if err == nil && !strings.Contains(string(state), "ready") { // it listens a little before it answers
				err = errors.New("it is not ready")
			}
			return err
		})
	return []string{fmt.Sprintf("POSTGRES_URL=postgres://app:secret@127.0.0.1:%d/postgres", port), "POSTGRES_FOLDER=" + dir}
}

func startMariaDB(t *testing.T, _ string) []string {
	server, install, client := program(t, "mariadbd", "mariadb-server"), program(t, "mariadb-install-db", "mariadb-server"), program(t, "mariadb", "mariadb-server")
	port, dir := freePort(t), folder(t)
	data, socket := filepath.Join(dir, "data"), filepath.Join(dir, "s")
	make := asUser(t, dir, "mysql", exec.Command(install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db"))
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("mariadb-install-db: %v\n%s", err, out)
	}
	setup := "create database app; create user app@'%' identified by 'secret'; create user app@localhost identified by 'secret'; grant all on app.* to app@'%'; grant all on app.* to app@localhost"
	serve(t, asUser(t, dir, "mysql", exec.Command(server, "--no-defaults", "--datadir="+data, "--socket="+socket, "--port="+fmt.Sprint(port), "--bind-address=127.0.0.1", "--pid-file="+filepath.Join(dir, "pid"),
		"--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=16M")), port,
		func() error {
			out, err := exec.Command(client, "--no-defaults", "-S", socket, "-u", "root", "-e", setup).CombinedOutput()
			if err != nil {
				return fmt.Errorf("%w: %s", err, out)
			}
			return nil
		})
	return []string{fmt.Sprintf("MYSQL_PORT=%d", port)}
}
