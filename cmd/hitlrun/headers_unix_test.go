//go:build unix

package main

import (
	"strings"
	"testing"
)

// TestServeBoundsHeaders checks that the server counts the headers of its requests.
func TestServeBoundsHeaders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", patientFlow)
	_, url, _ := serving(t, dir, "flow.ts")
	addr := strings.TrimPrefix(url, "http://")
	get := "GET /ok HTTP/1.1\r\nHost: localhost\r\n"
	for lines, want := range map[int]string{900: "200 ", maxHeaderLines: "400 "} {
		_, r := send(t, addr, get+headerLines(lines)+"\r\n")
		if got := response(t, r); !strings.HasPrefix(got, want) {
			t.Errorf("a header of %d lines gets %q, want %s", lines, got, want)
		}
	}
}
