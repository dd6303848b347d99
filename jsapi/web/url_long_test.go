package web

import (
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// TestLongDataURLs checks that a long data: URL is written in the same form as by the parser.
func TestLongDataURLs(t *testing.T) {
	t.Parallel()
	fill := strings.Repeat("abc%20 +/", longDataURL)
	for _, text := range []string{
		"data:," + fill + "x", " \tDaTa:text/plain;base64," + fill + "=\n ", "data:,é😀\x00\x7f\x1b" + fill + "\r\n\ty", "data:" + fill + ",\"<>'`{}|^\\", "data:,\xff" + fill + "x",
		"\ndata://host/../" + fill + "x", "data:\n/../" + fill, "data:,?" + fill, "data:,#" + fill, "data:," + fill + "?x#y",
	} {
		u, ok := parseURL(text, nil)
		want, err := whatwg.Parse(text)
		if !ok || err != nil {
			t.Errorf("%.20q: %v, %v", text, ok, err)
			continue
		}
		for what, pair := range map[string][2]string{"href": {u.String(), want.Href(false)}, "pathname": {u.pathname(), want.Pathname()}} {
			if got, want := pair[0], pair[1]; got != want {
				t.Errorf("%s of %.20q is %.30q…%.30q, want %.30q…%.30q", what, text, got, got[max(0, len(got)-30):], want, want[max(0, len(want)-30):])
			}
		}
		if base, ok := parseURL("http://base/", nil); ok {
			if again, ok := parseURL(text, base); !ok || again.String() != want.Href(false) {
				t.Errorf("%.20q with a base is another", text)
			}
		}
	}
	if _, ok := parseURL("http://host/"+strings.Repeat("x", maxURL), nil); ok {
		t.Error("a URL of more than 2 MiB was parsed")
	}
}

// TestCostlyURLs checks that URLs for which the parser takes the square of a part are refused, and that a long part that costs
// little is not.
func TestCostlyURLs(t *testing.T) {
	t.Parallel()
	const n = 100_000
	base, ok := parseURL("http://base/", nil)
	if !ok {
		t.Fatal("no base")
	}
	for _, text := range []string{
		"http://a/" + strings.Repeat("b/", n), "x:/" + strings.Repeat("/", n), strings.Repeat(`\`, n), "http://" + strings.Repeat("a@", n) + "h", "HTTP:" + strings.Repeat("a@", n) + "h",
		"//" + strings.Repeat("@", n) + "h", "ht\ntp://" + strings.Repeat("@", n), "x://" + strings.Repeat("@", n), "file:" + strings.Repeat("丐", n), " \t//" + strings.Repeat("丐", n),
	} {
		if !isCostly(text) {
			t.Errorf("%.20q is not costly", text)
		} else if _, ok := parseURL(text, base); ok {
			t.Errorf("%.20q was parsed", text)
		}
	}
	for _, text := range []string{
		"http://a/" + strings.Repeat("b", n), "http://a/?" + strings.Repeat("/@", n), "http://a/#" + strings.Repeat("/@", n), "mailto:" + strings.Repeat("@/", n), "data:x#" + strings.Repeat("/", n),
		"path/" + strings.Repeat("@", n), "?" + strings.Repeat("/", n),
	} {
		if isCostly(text) {
			t.Errorf("%.20q is costly", text)
		}
	}
	for _, property := range []string{"host", "hostname", "username", "password", "pathname"} {
		u, _ := parseURL("http://host/x", nil)
		if u.set(property, strings.Repeat("丐@/", n)); u.String() != "http://host/x" {
			t.Errorf("%s became %.30q", property, u.String())
		}
	}
	// Escapes are three times as long as what they stand for.
	for property, value := range map[string]string{"username": strings.Repeat("\a", 4000), "password": strings.Repeat("\a", 4000), "search": strings.Repeat("é", maxURL/3), "hash": strings.Repeat("é", maxURL/3)} {
		u, _ := parseURL("http://host/x", nil)
		if u.set(property, value); u.String() != "http://host/x" {
			t.Errorf("%s became %.30q, which cannot be parsed", property, u.String())
		}
	}
	for _, text := range []string{"http://" + strings.Repeat("\a", 4000) + "@h", "http://a/" + strings.Repeat("é", maxURL/3)} {
		if u, ok := parseURL(text, base); ok {
			t.Errorf("%.20q gives %.30q, which cannot be parsed", text, u.String())
		}
	}
}
