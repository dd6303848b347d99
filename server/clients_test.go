// This file runs clients of npm, as they are, against a server.

package server_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// clientsVariable has the folder in which the packages of testdata/clients are installed: see "make clients".
const clientsVariable = "HITLRUN_CLIENTS"

func TestClients(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(clientsVariable)
	if dir == "" {
		t.Skip(clientsVariable + " is not set: \"make clients\" installs the packages and sets it")
	}
	source, err := os.ReadFile("testdata/clients/clients.mjs")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "clients.mjs")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		t.Fatal(err)
	}
	c := serve(t, nil)
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	out, err := exec.CommandContext(ctx, "node", file, c.url).CombinedOutput()
	if want := "Client\nv2-sse\nv2-websocket\nRemoteGraph\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}
