// This file reports the versions that the program was built from.

package hitlrun

import (
	"runtime"
	"runtime/debug"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Build has the versions that a program with this package was built from. A field whose value is unknown is empty.
type Build struct {
	Version  string `json:"version"`            // of hitlrun
	Commit   string `json:"commit,omitempty"`   // of the program
	Time     string `json:"time,omitempty"`     // of the commit
	Modified bool   `json:"modified,omitempty"` // the working tree had changes that are not in the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Goja     string `json:"goja,omitempty"` // versions of modules
	Esbuild  string `json:"esbuild,omitempty"`
	SQLite   string `json:"sqlite"` // of the library
	Format   int    `json:"format"` // the version of the schema of stores that it creates
}

// BuildInfo returns the versions that this program was built from.
func BuildInfo() Build {
	b := Build{
		Version: Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		SQLite: sqlite.LibraryVersion(), Format: sqlite.FormatVersion(),
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		switch m.Path {
		case "github.com/dop251/goja":
			b.Goja = m.Version
		case "github.com/evanw/esbuild":
			b.Esbuild = m.Version
		}
	}
	return b
}
