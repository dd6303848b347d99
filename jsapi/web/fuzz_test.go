// This file looks for what no list of cases covers: texts that break the URL parser, chunks that break a decoder.

package web

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzURL checks that the text of a parsed URL is parsed to the same URL.
func FuzzURL(f *testing.F) {
	for _, s := range []string{
		"http://u:p@ex.com:81/a/../b?q#f", "file:///C|/x", "foo:/..//p", "http://[::ffff:1.2.3.4]", "http://0x7f.1", "http://bücher.de", "x:y  ?", "",
	} {
		f.Add(s, "http://base/a/b")
		f.Add("http://ex.com/", s)
	}
	f.Add("http://b\u00fc"+strings.Repeat("q", 1100)+"/", "b\u00fc"+strings.Repeat("q", 1100))
	f.Add("http://ex.com/", "b\u00fc"+strings.Repeat("q", 1100))
	f.Fuzz(func(t *testing.T, s, base string) {
		if !utf8.ValidString(s) || !utf8.ValidString(base) {
			return
		}
		b, ok := parseURL(base, nil)
		if !ok {
			b = nil
		}
		u, ok := parseURL(s, b)
		if !ok {
			return
		}
		href := u.String()
		again, ok := parseURL(href, nil)
		if !ok {
			t.Fatalf("%.100q gives %.100q, which is no URL", s, href)
		}
		if again.String() != href {
			t.Errorf("%.100q gives %.100q, and that %.100q", s, href, again.String())
		}
		for _, property := range []string{"href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"} {
			changed, _ := parseURL(href, nil)
			changed.set(property, base)
			if _, ok := parseURL(changed.String(), nil); !ok {
				t.Errorf("%.100q with %s = %.100q gives %.100q, which is no URL", href, property, base, changed.String())
			}
		}
	})
}

// FuzzDecoder checks that decoding in chunks has the same result as decoding at once.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte("a€😀\xff\xe2\x82"), uint8(3))
	f.Add([]byte{0xef, 0xbb, 0xbf, 0x61}, uint8(1))
	f.Add([]byte{0x3d, 0xd8, 0x61, 0, 0xde}, uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, step uint8) {
		for _, encoding := range []string{"utf-8", "utf-16le", "utf-16be", "windows-1252"} {
			whole := decoder{encoding: encoding}
			want, _ := whole.decode(slices.Clone(data), false)
			parts := decoder{encoding: encoding}
			var got []uint16
			for chunk := range slices.Chunk(data, int(step%7)+1) {
				units, _ := parts.decode(slices.Clone(chunk), true)
				got = append(got, units...)
			}
			units, _ := parts.decode(nil, false)
			got = append(got, units...)
			if !slices.Equal(got, want) {
				t.Errorf("%s %x: got %x, want %x", encoding, data, got, want)
			}
		}
	})
}
