// This file has what a script may touch, and how much it may use.

package hitlrun

import (
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
)

// Permissions are what a script may touch outside of itself. The zero value is nothing.
type Permissions struct {
	Env   Grant // names of environment variables; "OPENAI_*" is all that begin so
	Read  Grant // files and folders
	Write Grant // files and folders
	Net   Grant // hosts, with or without a port; "*.example.org" is all below example.org
	Run   Grant // programs: names, which are looked up in PATH, or paths. What they do is not limited
	// System adds to Read.All and Write.All what is in /proc, /sys and /dev: the environment and memory of processes,
	// open files, devices.
	System bool
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

// of returns the permissions as a VM takes them.
func (p *Permissions) of() *jsapi.Permissions {
	return &jsapi.Permissions{
		Env: jsapi.Grant(p.Env), Read: jsapi.Grant(p.Read), Write: jsapi.Grant(p.Write), Net: jsapi.Grant(p.Net), Run: jsapi.Grant(p.Run),
		System: p.System,
	}
}

// Limits bound what a script may use. Zero fields have the defaults, negative ones are no limit. A run that goes beyond one ends with
// ErrLimit.
type Limits struct {
	// Turn is the time a script may run without giving way, 60 s.
	Turn time.Duration
	// Wall is the time a script may take in all; 0 is no limit.
	Wall time.Duration
	// CallDepth is the number of nested calls, 4,000.
	CallDepth int
	// PayloadBytes is the size of a value in a checkpoint, 64 MiB.
	PayloadBytes int
	// InputBytes is the size of an input, an answer or an update, JSON text, 32 MiB.
	InputBytes int64
	// OutputBytes is how much one run may print, to stdout and stderr together, 1 GiB.
	OutputBytes int64
	// BodyBytes is the size of a body that fetch reads as a whole (text, json, arrayBuffer, blob, formData), after it was
	// decoded, or sends as a whole, 64 MiB. Bodies that are read or sent in parts have none.
	BodyBytes int64
	// MemoryBytes is the memory of one VM, 4 GiB. It is an estimate, taken every 40 ms, every 4 when it is near: what the process
	// allocated while the VM ran, and what survived the collections. A single large string can overshoot it.
	MemoryBytes int64
}

// InputMost is InputBytes with its default; negative for no limit.
func (l Limits) InputMost() int64 { return jsapi.Limits(l).InputMost() }
