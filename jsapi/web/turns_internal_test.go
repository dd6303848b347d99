package web

import (
	"context"
	"net"
	"testing"
	"time"
)

// No more operations run at the same time than may, and each of the others begins when one ends.
func TestTurns(t *testing.T) {
	t.Parallel()
	turns, began := Turns{Most: 2}, 0
	for range 5 {
		turns.Begin(func() { began++ })
	}
	for want := 2; want <= 5; want++ {
		if began != want {
			t.Fatalf("%d began, want %d", began, want)
		}
		turns.End()
	}
	turns.End()
	if turns.running != 0 || began != 5 {
		t.Errorf("%d are running, %d began", turns.running, began)
	}
}

// Requests have at most so many connections as they may: another one is made when one is closed.
func TestBoundedConnections(t *testing.T) {
	t.Parallel()
	dial := bounded(func(context.Context, string, string) (net.Conn, error) {
		one, _ := net.Pipe()
		return one, nil
	})
	var all []net.Conn
	for range maxFetches {
		conn, err := dial(t.Context(), "tcp", "x:1")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, conn)
	}
	short, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if _, err := dial(short, "tcp", "x:1"); err == nil {
		t.Error("there is a connection too many")
	}
	for range 2 { // closing again frees nothing more
		all[0].Close()
	}
	if _, err := dial(t.Context(), "tcp", "x:1"); err != nil {
		t.Error(err)
	}
	short, stop = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if _, err := dial(short, "tcp", "x:1"); err == nil {
		t.Error("there is a connection too many after one was closed twice")
	}
}
