// This file decides what a script may touch outside of itself.

package jsapi

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Grant is a permission: nothing, everything, or a list.
type Grant struct {
	All  bool
	List []string
}

// Permissions are what a script is granted. The zero value grants nothing.
type Permissions struct {
	Env   Grant // names of environment variables; "OPENAI_*" is all that begin so
	Read  Grant // files and directories
	Write Grant // files and directories
	Net   Grant // hosts, with or without a port; "*.example.org" is all below example.org
}

// AllowAll grants everything.
func AllowAll() Permissions {
	all := Grant{All: true}
	return Permissions{all, all, all, all}
}

// PermissionError says what a script was not granted, and the flag that grants it.
type PermissionError struct {
	What string // "read access to notes.txt"
	Flag string // "--allow-read=notes.txt"
}

// Error is one line with the flag.
func (e *PermissionError) Error() string {
	return fmt.Sprintf("%s is not allowed; run with %s to allow it", e.What, e.Flag)
}

// CheckEnv returns a *PermissionError if the script may not read the variable.
func (p *Permissions) CheckEnv(name string) error {
	granted := func(entry string) bool {
		prefix, all := strings.CutSuffix(entry, "*")
		return entry == name || all && strings.HasPrefix(name, prefix)
	}
	if p.Env.All || slices.ContainsFunc(p.Env.List, granted) {
		return nil
	}
	return &PermissionError{"reading the environment variable " + name, "--allow-env=" + name}
}

// CheckRead returns a *PermissionError if the script may not read path.
func (p *Permissions) CheckRead(path string) error {
	if p.Read.covers(path) {
		return nil
	}
	return &PermissionError{"reading " + path, "--allow-read=" + path}
}

// CheckWrite returns a *PermissionError if the script may not write path.
func (p *Permissions) CheckWrite(path string) error {
	if p.Write.covers(path) {
		return nil
	}
	return &PermissionError{"writing " + path, "--allow-write=" + path}
}

// CheckNet returns a *PermissionError if the script may not connect to the address, "host:port".
func (p *Permissions) CheckNet(address string) error {
	host, port := splitAddress(address)
	if p.Net.All || slices.ContainsFunc(p.Net.List, func(entry string) bool { return reaches(entry, host, port) }) {
		return nil
	}
	flag := address
	if port == "80" || port == "443" {
		flag = strings.TrimSuffix(address, ":"+port)
	}
	return &PermissionError{"connecting to " + address, "--allow-net=" + flag}
}

// reaches reports whether an entry of Net covers a host and port: "host" and "host:port", where "*.host" stands for
// what is below host.
func reaches(entry, host, port string) bool {
	entryHost, entryPort := splitAddress(entry)
	if entryPort != "" && entryPort != port {
		return false
	}
	if below, ok := strings.CutPrefix(entryHost, "*"); ok && strings.HasPrefix(below, ".") {
		return strings.HasSuffix(host, below)
	}
	return entryHost == host
}

// splitAddress takes "host:port" apart; the port may be missing. IPv6 addresses stand in brackets if there is one.
func splitAddress(address string) (host, port string) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host, port = strings.Trim(address, "[]"), ""
	}
	return strings.TrimSuffix(strings.ToLower(host), "."), port
}

// covers reports whether path is one of the list, or below one. Symbolic links
// are followed on both sides, so that none leads out of a directory.
func (g Grant) covers(path string) bool {
	if g.All {
		return true
	}
	path = resolve(path)
	for _, dir := range g.List {
		rel, err := filepath.Rel(resolve(dir), path)
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(os.PathSeparator)) {
			return true
		}
	}
	return false
}

// resolve returns path with all links followed, as far as it exists.
func resolve(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	rest := ""
	for dir := abs; ; {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return abs
		}
		rest = filepath.Join(filepath.Base(dir), rest)
		dir = parent
	}
}
