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
