// This file parses the hosts of URLs: domains, IPv4 and IPv6 addresses, opaque hosts.

package web

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// forbiddenHost are the characters no host may have; a domain may not have those of forbiddenDomain either.
const (
	forbiddenHost   = "\x00\t\n\r #/:<>?@[\\]^|"
	forbiddenDomain = forbiddenHost + "%\x7f"
)

// parseHost returns a host as it is written in a URL. Only special URLs have domains; the hosts of others are opaque.
func parseHost(s string, special bool) (string, bool) {
	if strings.HasPrefix(s, "[") {
		inner, ok := strings.CutSuffix(s[1:], "]")
		if !ok {
			return "", false
		}
		return parseIPv6(inner)
	}
	if !special {
		if strings.ContainsAny(s, forbiddenHost) {
			return "", false
		}
		return percentEncode(s, c0Set), true
	}
	domain, ok := domainToASCII(decodeText(percentDecode(s)))
	if !ok || domain == "" {
		return "", false
	}
	for i := range len(domain) {
		if domain[i] <= 0x1f || strings.IndexByte(forbiddenDomain, domain[i]) >= 0 {
			return "", false
		}
	}
	if endsInNumber(domain) {
		return parseIPv4(domain)
	}
	return domain, true
}

// parseIPv6 takes what stands between the brackets. A zone is not allowed.
func parseIPv6(s string) (string, bool) {
	addr, err := netip.ParseAddr(s)
	if err != nil || !addr.Is6() || addr.Zone() != "" {
		return "", false
	}
	// netip writes the last 32 bits of a mapped address as IPv4, the URL standard never does.
	b := addr.As16()
	if addr.Is4In6() {
		hex := func(i int) string { return strconv.FormatUint(uint64(b[i])<<8|uint64(b[i+1]), 16) }
		return "[::ffff:" + hex(12) + ":" + hex(14) + "]", true
	}
	return "[" + addr.String() + "]", true
}

// endsInNumber tells whether the last label makes a host an IPv4 address, be it a wrong one.
func endsInNumber(s string) bool {
	labels := strings.Split(s, ".")
	last := labels[len(labels)-1]
	if last == "" && len(labels) > 1 {
		last = labels[len(labels)-2]
	}
	if last != "" && strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := parseIPv4Number(last)
	return ok
}

// parseIPv4Number reads a decimal, octal (0) or hexadecimal (0x) number.
func parseIPv4Number(s string) (uint64, bool) {
	base := 10
	switch {
	case s == "":
		return 0, false
	case strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	if s == "" {
		return 0, true
	}
	if strings.ContainsAny(s, "+-_") {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 1 << 63, true // a number, too large for an address
	}
	return n, err == nil
}

func parseIPv4(s string) (string, bool) {
	labels := strings.Split(strings.TrimSuffix(s, "."), ".")
	if len(labels) > 4 {
		return "", false
	}
	var addr uint64
	for i, label := range labels {
		n, ok := parseIPv4Number(label)
		if !ok {
			return "", false
		}
		rest := 8 // bits
		if i == len(labels)-1 {
			rest = 8 * (5 - len(labels))
		}
		if n >= 1<<rest {
			return "", false
		}
		addr = addr<<rest | n
	}
	return netip.AddrFrom4([4]byte{byte(addr >> 24), byte(addr >> 16), byte(addr >> 8), byte(addr)}).String(), true
}

// ignoredInDomain are dropped from domains: soft hyphen, zero width space, word joiner, byte order mark.
const ignoredInDomain = "\u00ad\u200b\u2060\ufeff"

// domainToASCII maps a domain as UTS 46 does in the main: compatibility forms, lower case, Punycode. It knows nothing of
// the characters that newer Unicode versions forbid in domains.
func domainToASCII(domain string) (string, bool) {
	domain = mapDomain(domain)
	labels := strings.Split(domain, ".")
	for i, label := range labels {
		ok := true
		if rest, coded := strings.CutPrefix(label, "xn--"); coded {
			ok = validPunycode(rest)
		} else if !isASCIIString(label) {
			labels[i], ok = punycode(label)
			labels[i] = "xn--" + labels[i]
		}
		if !ok {
			return "", false
		}
	}
	return strings.Join(labels, "."), true
}

// mapDomain is the mapping that comes before Punycode.
func mapDomain(domain string) string {
	domain = strings.Map(func(r rune) rune {
		switch {
		case r == '\u3002' || r == '\uff0e' || r == '\uff61':
			return '.'
		case strings.ContainsRune(ignoredInDomain, r) || 0xfe00 <= r && r <= 0xfe0f:
			return -1
		}
		return r
	}, domain)
	return norm.NFC.String(strings.ToLower(norm.NFKC.String(domain)))
}

func isASCIIString(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// validPunycode tells whether s is what punycode makes of some text that needs it.
func validPunycode(s string) bool {
	text, ok := unpunycode(s)
	if !ok || isASCIIString(text) || mapDomain(text) != text || strings.ContainsFunc(text, unicode.IsControl) {
		return false
	}
	again, ok := punycode(text)
	return ok && again == s
}
