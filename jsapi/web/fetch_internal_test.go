// This file tests the URL that fetch gives to net/http.

package web

import (
	"net/url"
	"testing"
)

func TestRequestURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		href    string
		proxied bool
		target  string
	}{
		{"http://h/a%2Fb", false, "/a%2Fb"},
		{"http://h/a%2Fb|c", false, "/a%2Fb|c"},
		{"http://h/a%2Fb|c", true, "http://h/a%2Fb|c"},
		{"http://h:81/%zz?q", true, "http://h:81/%zz?q"},
		{"http://h/100%?%zz", false, "/100%?%zz"},
		{"http://h//x", false, "//x"},
		{"http://h//x|y", false, "http://h//x|y"}, // net/http has no way to write it without the host
		{"http://h/?", false, "/"},
	} {
		u, ok := parseURL(c.href, nil)
		if !ok {
			t.Fatal(c.href)
		}
		got := requestURL(u, func(*url.URL) bool { return c.proxied })
		if got.RequestURI() != c.target || got.Host != u.hostPort() {
			t.Errorf("%s: got %s for %s, want %s", c.href, got.RequestURI(), got.Host, c.target)
		}
	}
}
