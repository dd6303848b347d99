// This file has the permissions and the limits of scripts.

package hitlrun

import (
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/files"
)

// Permissions say what a script may access outside of itself. The zero value allows nothing.
type Permissions struct {
	Env   Grant // names of environment variables; "OPENAI_*" is all with that prefix
	Read  Grant // files and folders
	Write Grant // files and folders
	Net   Grant // hosts, with or without a port; "*.example.org" is all below example.org
	Run   Grant // programs: names, which are looked up in PATH, or paths. Nothing limits what a program does
	// System adds /proc, /sys and /dev to Read.All and Write.All: the environment and memory of processes, open files,
	// devices.
	System bool

	given *Permissions // before resolve followed the links; nil for what was not resolved
}

// Grant is a permission: nothing, everything, or a list.
type Grant struct {
	All  bool
	List []string
}

// AllowAll grants everything.
func AllowAll() Permissions {
	all := Grant{All: true}
	return Permissions{Env: all, Read: all, Write: all, Net: all, Run: all, System: true}
}

// asGiven returns the permissions with their paths as they were given.
func (p *Permissions) asGiven() Permissions {
	if p.given != nil {
		return *p.given
	}
	return *p
}

// resolve follows the links in the paths of p; see files.Resolve.
func (p *Permissions) resolve() error {
	given := p.asGiven()
	read, write, err := files.Resolve(p.Read.List, p.Write.List)
	if err != nil {
		return err
	}
	p.Read.List, p.Write.List, p.given = read, write, &given
	return nil
}

// of converts the permissions for package jsapi. They must be resolved.
func (p *Permissions) of() *jsapi.Permissions {
	return &jsapi.Permissions{
		Env: jsapi.Grant(p.Env), Read: jsapi.Grant(p.Read), Write: jsapi.Grant(p.Write), Net: jsapi.Grant(p.Net), Run: jsapi.Grant(p.Run),
		System: p.System,
	}
}

// Limits bound what a script may use. A field that is 0 has its default; a negative one means no limit. A run that
// exceeds a limit ends with ErrLimit.
type Limits struct {
	// Turn is how long a script may run without returning to its event loop; the default is 60 s.
	Turn time.Duration
	// Wall is how long a script may run in all; 0 means no limit.
	Wall time.Duration
	// CallDepth is the number of nested calls; the default is 4,000.
	CallDepth int
	// PayloadBytes is the size of one value in a checkpoint; the default is 64 MiB.
	PayloadBytes int
	// StateBytes is the size of a state: of the values of a checkpoint together, as they are stored; the default is 256 MiB.
	// What the tasks of a superstep write has the same limit. A superstep that exceeds it fails, and is not stored.
	StateBytes int64
	// InputBytes is the size of the JSON text of an input, an answer or an update; the default is 32 MiB.
	InputBytes int64
	// OutputBytes is how much one run may print to stdout and stderr together; the default is 1 GiB.
	OutputBytes int64
	// BodyBytes is the size of a body that fetch sends as a whole, or reads as a whole (text, json, arrayBuffer, blob,
	// formData) after decoding it; the default is 64 MiB. Bodies that are read or sent as streams have no limit.
	// It is also the size of a line of standard input that node:readline reads.
	BodyBytes int64
	// MemoryBytes is the memory of one VM; the default is 4 GiB. The use is estimated every 40 ms, and every 4 ms near
	// the limit, from what the process allocated while the VM ran and what survived garbage collections. A single large
	// string can exceed the limit before it is noticed.
	MemoryBytes int64
}

// InputMost returns InputBytes, or its default if it is 0; a negative result means no limit.
func (l Limits) InputMost() int64 { return jsapi.Limits(l).InputMost() }
