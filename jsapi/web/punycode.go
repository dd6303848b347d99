// This file holds Punycode (RFC 3492), the ASCII form of international domain labels.

package web

import (
	"math"
	"strings"
	"unicode/utf8"
)

// The parameters of RFC 3492, section 5.
const (
	punyBase, punyMin, punyMax   = 36, 1, 26
	punySkew, punyDamp, punyBias = 38, 700, 72
	punyFirst                    = 0x80
)

const punyDigits = "abcdefghijklmnopqrstuvwxyz0123456789"

func punyAdapt(delta, count int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / count
	k := 0
	for ; delta > (punyBase-punyMin)*punyMax/2; k += punyBase {
		delta /= punyBase - punyMin
	}
	return k + (punyBase-punyMin+1)*delta/(delta+punySkew)
}

func punyThreshold(k, bias int) int { return min(max(k-bias, punyMin), punyMax) }

// punycode encodes a label, without the prefix xn--.
func punycode(label string) (string, bool) {
	var out []byte
	runes := []rune(label)
	for _, r := range runes {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(punyFirst), 0, punyBias
	for handled := basic; handled < len(runes); {
		least := rune(math.MaxInt32)
		for _, r := range runes {
			if r >= n && r < least {
				least = r
			}
		}
		if int(least-n) > (math.MaxInt32-delta)/(handled+1) {
			return "", false
		}
		delta += int(least-n) * (handled + 1)
		n = least
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r == n {
				out = appendPuny(out, delta, bias)
				bias = punyAdapt(delta, handled+1, handled == basic)
				delta = 0
				handled++
			}
		}
		delta++
		n++
	}
	return string(out), true
}

// appendPuny writes delta as a number of variable length.
func appendPuny(out []byte, delta, bias int) []byte {
	for k := punyBase; ; k += punyBase {
		t := punyThreshold(k, bias)
		if delta < t {
			return append(out, punyDigits[delta])
		}
		out = append(out, punyDigits[t+(delta-t)%(punyBase-t)])
		delta = (delta - t) / (punyBase - t)
	}
}

// unpunycode decodes a label that had the prefix xn--.
func unpunycode(s string) (string, bool) {
	var out []rune
	if i := strings.LastIndexByte(s, '-'); i >= 0 {
		out, s = []rune(s[:i]), s[i+1:]
	}
	n, at, bias := punyFirst, 0, punyBias
	for len(s) > 0 {
		before, weight := at, 1
		for k := punyBase; ; k += punyBase {
			if s == "" {
				return "", false
			}
			digit := strings.IndexByte(punyDigits, s[0])
			s = s[1:]
			if digit < 0 || digit > (math.MaxInt32-at)/weight {
				return "", false
			}
			at += digit * weight
			t := punyThreshold(k, bias)
			if digit < t {
				break
			}
			weight *= punyBase - t
			if weight > math.MaxInt32 {
				return "", false
			}
		}
		bias = punyAdapt(at-before, len(out)+1, before == 0)
		n += at / (len(out) + 1)
		at %= len(out) + 1
		if n > utf8.MaxRune {
			return "", false
		}
		out = append(out[:at], append([]rune{rune(n)}, out[at:]...)...)
		at++
	}
	return string(out), true
}
