// This file checks who may do what: tokens, which are stored as hashes, and their scopes.

package server

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// scope is what a token allows. Each scope includes those before it.
type scope int

const (
	open   scope = iota // no token is needed
	review              // read threads, and answer questions
	run                 // start and cancel runs, make and delete threads, use the store
	admin               // assistants, crons, metrics
)

var scopeNames = [...]string{review: "review", run: "run", admin: "admin"}

// Tokens are the tokens that a server accepts, stored as hashes. ReadTokens makes them.
type Tokens struct {
	list []token
}

type token struct {
	name  string
	scope scope
	hash  [sha256.Size]byte
}

// caller is the sender of a request.
type caller struct {
	name   string // for the audit log
	scope  scope
	client string    // key of the client in limits: the name, or the address of a client without one
	until  time.Time // when the token expires; zero if it does not
}

// ReadTokens reads tokens in the format of NewToken, one a line. It ignores empty lines and lines that begin with #.
// An error names the line, or is that of r; a text without a token is an error too.
func ReadTokens(r io.Reader) (*Tokens, error) {
	t := &Tokens{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %d has %d fields and not 3: a name, a scope and a hash", n, len(fields))
		}
		one := token{name: fields[0]}
		var err error
		if one.scope, err = scopeOf(fields[1]); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		sum, err := hex.DecodeString(fields[2])
		if err != nil || len(sum) != sha256.Size {
			return nil, fmt.Errorf("line %d: the hash has not 64 hexadecimal digits", n)
		}
		one.hash = [sha256.Size]byte(sum)
		t.list = append(t.list, one)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(t.list) == 0 {
		return nil, fmt.Errorf("there is no token: hitlrun token add NAME makes one")
	}
	return t, nil
}

func scopeOf(name string) (scope, error) {
	for s, n := range scopeNames {
		if n != "" && n == name {
			return scope(s), nil
		}
	}
	return 0, fmt.Errorf("there is no scope %q: use review, run or admin", name)
}

// NewToken makes a token. The secret is what clients send. The line is what ReadTokens reads; it has a hash of the
// secret, and not the secret. The scopes are "review", "run" and "admin"; another one is an error, and so is a name that
// is empty or has a space, a control character or #.
func NewToken(name, scope string) (secret, line string, err error) {
	if name == "" || strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c == '#' || c == 0x7f }) {
		return "", "", fmt.Errorf("the name of a token has no spaces and no #")
	}
	if _, err := scopeOf(scope); err != nil {
		return "", "", err
	}
	secret = "hitl_" + rand.Text()
	sum := sha256.Sum256([]byte(secret)) // a secret of 128 random bits needs no slow hash
	return secret, fmt.Sprintf("%s %s %s\n", name, scope, hex.EncodeToString(sum[:])), nil
}

// bearerOf returns the token of the header Authorization: Bearer. The case of the scheme does not matter (RFC 9110, section 11.1).
func bearerOf(r *http.Request) (token string, ok bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimLeft(token, " "), strings.EqualFold(scheme, "Bearer")
}

// check returns the sender of a request, or an error if the token is missing, unknown, or lacks the scope.
func (t *Tokens) check(r *http.Request, needs scope) (caller, error) {
	secret := r.Header.Get("X-Api-Key")
	if bearer, ok := bearerOf(r); ok {
		secret = bearer
	}
	sum := sha256.Sum256([]byte(secret))
	var found *token
	for i := range t.list {
		if subtle.ConstantTimeCompare(t.list[i].hash[:], sum[:]) == 1 {
			found = &t.list[i]
		}
	}
	switch {
	case found == nil || secret == "":
		return caller{}, errorf(http.StatusUnauthorized, "a token is needed: send it as x-api-key, or as Authorization: Bearer")
	case found.scope < needs:
		return caller{}, errorf(http.StatusForbidden, "the token %q has the scope %s, and this takes %s", found.name, scopeNames[found.scope], scopeNames[needs])
	}
	return caller{name: found.name, scope: found.scope}, nil
}

// mayRun returns an error if the caller has only the scope review.
func (c caller) mayRun() error {
	if c.scope < run {
		return errorf(http.StatusForbidden, "the token %q has the scope review: it answers questions, and starts nothing else", c.name)
	}
	return nil
}

func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return strings.Trim(address, "[]")
	}
	return host
}

// networkOf returns the key of an address in limits: its network of 24 bits (IPv4) or 64 bits (IPv6), since one client may use all
// addresses of its network. All loopback addresses are one.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(hostOf(address))
	if err != nil {
		return hostOf(address)
	}
	bits := 64
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		bits = 24
	}
	if ip.IsLoopback() {
		return "this machine"
	}
	network, err := ip.Prefix(bits)
	if err != nil {
		return hostOf(address)
	}
	return network.String()
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
