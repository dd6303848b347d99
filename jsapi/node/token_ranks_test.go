// This file tests which lists of tokens are read in Go.

package node

import (
	"strings"
	"testing"
)

func TestParseRanks(t *testing.T) {
	t.Parallel()
	r, ok := parseRanks("! 0 YQ== Yg==\n\n! 7 aGVsbG8=\n")
	if !ok || r.byToken["b"] != 1 || r.byToken["hello"] != 7 || r.byRank[7] != "hello" || len(r.byRank) != 3 {
		t.Errorf("got %v %v", r, ok)
	}
	for name, list := range map[string]string{
		"two spaces": "! 0  YQ==", "no rank": "! YQ== Yg==", "a negative rank": "! -1 YQ==", "a rank that is too large": "! 2147483647 YQ== Yg==",
		"bits left over": "! 0 YR==", "no padding": "! 0 YQ", "letters of URLs": "! 0 _w==", "a carriage return": "! 0 YQ==\r", "a token twice": "! 0 YQ== YQ==",
		"a rank twice": "! 0 YQ==\n! 0 Yg==", "a long token": "! 0 " + strings.Repeat("YWFh", 100), "a line without tokens": "!\n",
	} {
		if r, ok := parseRanks(list); ok {
			t.Errorf("%s: read as %v", name, r)
		}
	}
}

func TestJoinedBytes(t *testing.T) {
	t.Parallel()
	if got, ok := joinedBytes("0,104,255"); !ok || string(got) != "\x00h\xff" {
		t.Errorf("got %q %v", got, ok)
	}
	for _, text := range []string{"", "256", "+1", "01", "1,", "-1", "1.0", " 1"} {
		if got, ok := joinedBytes(text); ok {
			t.Errorf("%q: got %q", text, got)
		}
	}
}
