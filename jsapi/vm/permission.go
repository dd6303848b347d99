// This file decides what a script may access outside of its VM.

package vm

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/web"
	"github.com/hitlrun/hitlrun/safetext"
)

// Grant is a permission: for nothing, for everything, or for a list.
type Grant struct {
	All  bool
	List []string
}

// Permissions are what a script is granted. The zero value grants nothing.
type Permissions struct {
	Env   Grant // names of environment variables; "OPENAI_*" matches all names with that prefix
	Read  Grant // files and directories, as files.Resolve returns them
	Write Grant // files and directories, as files.Resolve returns them
	Net   Grant // hosts, with or without a port; "*.example.org" matches all names below example.org
	Run   Grant // programs: names to find in PATH, or paths; what a program does is not limited
	// System extends Read.All and Write.All to /proc, /sys and /dev: the environment and memory of
	// processes, open files, devices.
	System bool
}

// AllowAll grants everything.
func AllowAll() Permissions {
	all := Grant{All: true}
	return Permissions{Env: all, Read: all, Write: all, Net: all, Run: all, System: true}
}

// PermissionError says which permission a script lacks, and which flag grants it.
type PermissionError struct {
	What string // "read access to notes.txt"
	Flag string // "--allow-read=notes.txt"
}

// Error returns one line with the flag.
func (e *PermissionError) Error() string {
	return fmt.Sprintf("%s is not allowed; run with %s to allow it", e.What, e.Flag)
}

// CheckEnv returns a *PermissionError if the script may not read the environment variable.
func (p *Permissions) CheckEnv(name string) error {
	granted := func(entry string) bool {
		prefix, all := strings.CutSuffix(entry, "*")
		return entry == name || all && strings.HasPrefix(name, prefix)
	}
	if p.Env.All || slices.ContainsFunc(p.Env.List, granted) {
		return nil
	}
	return &PermissionError{"reading the environment variable " + name, flagOf("--allow-env=", name)}
}

// ReadGrants returns the files that the script may read.
func (p *Permissions) ReadGrants() files.Grants { return p.grants(p.Read) }

// WriteGrants returns the files that the script may write.
func (p *Permissions) WriteGrants() files.Grants {
	g := p.grants(p.Write)
	g.Writes = true
	return g
}

func (p *Permissions) grants(g Grant) files.Grants {
	return files.Grants{All: g.All, System: g.All && p.System, List: g.List}
}

// CheckRead returns a *PermissionError if the script may not read path.
func (p *Permissions) CheckRead(path string) error {
	if p.ReadGrants().Check(path) == nil {
		return nil
	}
	return p.refuseRead(path)
}

// CheckWrite returns a *PermissionError if the script may not write path.
func (p *Permissions) CheckWrite(path string) error {
	if p.WriteGrants().Check(path) == nil {
		return nil
	}
	return p.refuseWrite(path)
}

// Refuse returns the *PermissionError for a file that was not granted.
func (p *Permissions) Refuse(path string, write bool) error {
	if write {
		return p.refuseWrite(path)
	}
	return p.refuseRead(path)
}

func (p *Permissions) refuseRead(path string) error {
	return &PermissionError{"reading " + path, flagFor(p.Read, "--allow-read=", path)}
}

func (p *Permissions) refuseWrite(path string) error {
	if real, _ := files.Real(path, true); files.IsSideFile(real) {
		return &PermissionError{"writing " + path + ", which belongs to a database,", "--allow-all"}
	}
	if real, _ := files.Real(path, true); files.IsThreads(real) {
		return &PermissionError{"writing " + path + ", which belongs to a store of threads,", flagFor(p.Write, "--allow-write=", path)}
	}
	if link, _ := files.Real(path, false); files.IsThreads(link) { // a grant of its name is one of what it leads to
		return &PermissionError{"replacing " + path + ", a link to the folder of a store of threads,", "--allow-all"}
	}
	return &PermissionError{"writing " + path, flagFor(p.Write, "--allow-write=", path)}
}

// flagFor returns the flag that grants path. If g already grants all files, only --allow-all grants
// path, which is a system file.
func flagFor(g Grant, flag, path string) string {
	if g.All {
		return "--allow-all"
	}
	for strings.Contains(path, ",") { // a comma separates paths: the folder can be granted
		path = filepath.Dir(path)
	}
	return flagOf(flag, path)
}

// flagOf returns a flag with its value as a word of a command line: it is copied, and the value is of the script.
func flagOf(flag, value string) string { return safetext.ShellLine(flag + value) }

// CheckNet returns a *PermissionError if the script may not connect to the address "host:port".
func (p *Permissions) CheckNet(address string) error {
	host, port := splitAddress(address)
	if p.Net.All || slices.ContainsFunc(p.Net.List, func(entry string) bool { return reaches(entry, host, port) }) {
		return nil
	}
	flag := address
	if port == "80" || port == "443" {
		flag = strings.TrimSuffix(address, ":"+port)
	}
	return &PermissionError{"connecting to " + address, flagOf("--allow-net=", flag)}
}

// CheckHost returns a *PermissionError if no port of the host was granted. Then the script may not
// resolve its name either.
func (p *Permissions) CheckHost(host string) error {
	name, _ := splitAddress("[" + host + "]")
	granted := func(entry string) bool {
		_, port := splitAddress(entry)
		return reaches(entry, web.ASCIIHost(name), port)
	}
	if p.Net.All || slices.ContainsFunc(p.Net.List, granted) {
		return nil
	}
	return &PermissionError{"looking up " + host, flagOf("--allow-net=", host)}
}

// CheckSocket returns a *PermissionError if the script may not connect to the socket file at path.
// It needs the permissions to read and to write the file.
func (p *Permissions) CheckSocket(path string) error {
	if strings.HasPrefix(path, "\x00") && !p.System {
		return &PermissionError{"connecting to a socket without a file", "--allow-all"}
	}
	if err := p.CheckRead(path); err != nil {
		return err
	}
	return p.CheckWrite(path)
}

// HoldSocket returns a path by which a program connects to the socket file at path, until it calls release. If the script may
// not do so, the error is that of CheckSocket, or it matches files.ErrDenied. The path leads to the file that was checked, also
// if somebody replaces a part of path by a link meanwhile. Some systems cannot do this: check again after the connection.
func (p *Permissions) HoldSocket(path string) (at string, release func(), err error) {
	release = func() {}
	if err := p.CheckSocket(path); err != nil {
		return "", release, err
	}
	if strings.HasPrefix(path, "\x00") { // an abstract socket of Linux
		return path, release, nil
	}
	real, err := files.Real(path, true)
	if err == nil {
		err = p.CheckSocket(real)
	}
	if err != nil {
		return "", release, err
	}
	held, err := files.Hold(real)
	if errors.Is(err, errors.ErrUnsupported) {
		return real, release, nil
	}
	if err != nil {
		return "", release, err
	}
	return files.HeldPath(held), func() { _ = held.Close() }, nil // nothing was written through it
}

// CheckRun returns a *PermissionError if the script may not run the program: a name to find in
// PATH, or a path. The grant of a name does not grant a path, and the grant of a path does not
// grant a name.
func (p *Permissions) CheckRun(program string) error {
	same := func(entry string) bool {
		if entry == program {
			return true
		}
		isPath := strings.ContainsRune(entry, filepath.Separator)
		abs, err := filepath.Abs(entry)
		return isPath && err == nil && filepath.IsAbs(program) && abs == filepath.Clean(program)
	}
	if p.Run.All || slices.ContainsFunc(p.Run.List, same) {
		return nil
	}
	return &PermissionError{"running " + program, flagOf("--allow-run=", program)}
}

// reaches reports whether an entry of Net covers a host and port. An entry is "host" or
// "host:port"; "*.host" matches all names below host.
func reaches(entry, host, port string) bool {
	entryHost, entryPort := splitAddress(entry)
	if below, ok := strings.CutPrefix(entryHost, "*."); ok {
		entryHost = "*." + web.ASCIIHost(below)
	} else {
		entryHost = web.ASCIIHost(entryHost)
	}
	if entryPort != "" && entryPort != port {
		return false
	}
	if below, ok := strings.CutPrefix(entryHost, "*"); ok && strings.HasPrefix(below, ".") {
		return strings.HasSuffix(host, below)
	}
	return entryHost == host
}

// splitAddress splits "host:port"; the port may be missing. An IPv6 address with a port is in
// brackets.
func splitAddress(address string) (host, port string) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host, port = strings.Trim(address, "[]"), ""
	}
	return strings.TrimSuffix(strings.ToLower(host), "."), port
}
