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
	Env   Grant // names of environment variables
	Read  Grant // files and directories
	Write Grant // files and directories
	Net   Grant // hosts, with or without a port
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
	if p.Env.All || slices.Contains(p.Env.List, name) {
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
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	if p.Net.All || slices.Contains(p.Net.List, host) || slices.Contains(p.Net.List, address) {
		return nil
	}
	return &PermissionError{"connecting to " + address, "--allow-net=" + address}
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
