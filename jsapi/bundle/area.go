// This file decides which files a script may import without a grant: those of its package and of the packages
// that are installed for it.

package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// area has the folders from which a script may import without a grant.
type area struct {
	entry   string   // without links
	root    string   // of the package of the script, or of its workspace
	home    bool     // root is the home folder or above it: only the scripts beside the entry count
	modules []string // node_modules folders in which packages were found
	read    files.Grants
}

func newArea(entry string, read files.Grants) area {
	homes := homeFolders()
	root := packageRoot(filepath.Dir(entry), homes)
	return area{entry: entry, root: root, home: isAbove(root, homes), read: read}
}

// homeFolders returns the home folders without links: that of the environment, and that of the user database, which has the
// keys if the environment says otherwise (HOME=/).
func homeFolders() (homes []string) {
	add := func(home string) {
		if real, err := filepath.EvalSymlinks(home); err == nil {
			home = real
		}
		homes = append(homes, home)
	}
	if home, err := os.UserHomeDir(); err == nil {
		add(home)
	}
	if u, err := user.Current(); err == nil {
		add(u.HomeDir)
	}
	return homes
}

// isAbove reports whether a folder is one of the home folders, or above it.
func isAbove(dir string, homes []string) bool {
	return slices.ContainsFunc(homes, func(home string) bool { return files.Below(dir, home) })
}

// packageRoot returns the folder of the package that a folder belongs to, which is the folder with the nearest
// package.json. If a workspace is declared in it or above it, packageRoot returns the root of the workspace,
// since packages of a workspace import each other. A folder without a package is its own root. The home folder
// and the folders above it never count as a package: a package.json is there by mistake, and the home folder
// has keys.
func packageRoot(dir string, homes []string) string {
	root := ""
	for at := dir; filepath.Dir(at) != at && !isAbove(at, homes); at = filepath.Dir(at) {
		found, workspaces := readRoot(at)
		if workspaces && (found || root != "") {
			return at
		}
		if found && root == "" {
			root = at
		}
		if found && filepath.Base(filepath.Dir(at)) == "node_modules" {
			break // an installed package is not part of a workspace
		}
	}
	if root == "" {
		return dir
	}
	return root
}

// readRoot reports whether a folder has a package.json, and whether that declares a workspace.
func readRoot(dir string) (found, workspaces bool) {
	data, err := readFile(filepath.Join(dir, "package.json"))
	found = err == nil
	var p struct{ Workspaces json.RawMessage }
	if found && json.Unmarshal(data, &p) == nil && len(p.Workspaces) > 0 {
		return true, true
	}
	info, err := os.Stat(filepath.Join(dir, "pnpm-workspace.yaml"))
	return found, err == nil && info.Mode().IsRegular()
}

// addPackage adds the node_modules folder of a package to the area. A package may be a link into another
// node_modules folder, as in the stores of pnpm and Bun. A link to any other place only counts if the place is
// in the area, as in a workspace.
func (a *area) addPackage(folder string) {
	const name = string(filepath.Separator) + "node_modules"
	if i := strings.LastIndex(folder, name+string(filepath.Separator)); i >= 0 {
		if dir := folder[:i+len(name)]; a.dirOf(dir) == "" {
			a.modules = append(a.modules, dir)
		}
	}
}

// InstalledFolders returns the node_modules folders in which Node finds packages for a script: in its folder and in
// the folders above. Links are followed: a link that leads to a folder with another name is left out. A script
// without an absolute path has none.
func InstalledFolders(script string) []string {
	if !filepath.IsAbs(script) {
		return nil
	}
	if real, err := files.Real(script, true); err == nil {
		script = real
	}
	var folders []string
	for dir := filepath.Dir(script); ; dir = filepath.Dir(dir) {
		folder, err := files.Real(filepath.Join(dir, "node_modules"), true)
		if err == nil && filepath.Base(folder) == "node_modules" {
			if info, err := os.Lstat(folder); err == nil && info.IsDir() {
				folders = append(folders, folder)
			}
		}
		if dir == filepath.Dir(dir) {
			return folders
		}
	}
}

// dirOf returns the folder of the area that contains a path, or "". The path must have no links.
func (a *area) dirOf(real string) string {
	if files.Below(a.root, real) && (!a.home || a.isBeside(real)) {
		return a.root
	}
	for _, dir := range a.modules {
		if files.Below(dir, real) {
			return dir
		}
	}
	// Packages in the folders above, which Node also finds.
	const name = string(filepath.Separator) + "node_modules"
	if i := strings.Index(real, name+string(filepath.Separator)); i >= 0 && files.Below(real[:i]+string(filepath.Separator), a.root) {
		return real[:i+len(name)]
	}
	return ""
}

// isBeside reports whether a file is a script in the folder of the entry, and not hidden. In a home folder others can be keys.
func (a *area) isBeside(real string) bool {
	name := filepath.Base(real)
	return real == a.root || filepath.Dir(real) == a.root && name[0] != '.' && slices.Contains(ScriptExtensions(), filepath.Ext(name))
}

// has reports whether the file at a path may be read. real is the path without links.
func (a *area) has(path string) (real string, ok bool) {
	real, err := files.Real(path, true)
	return real, err == nil && (real == a.entry || a.dirOf(real) != "" || a.read.Covers(real))
}

// outsideError is the error for a file that was not granted.
type outsideError struct{ root, path string }

func (e *outsideError) Error() string {
	return fmt.Sprintf("it is outside of the script's package (%s); run with --allow-read=%s to allow it", e.root, e.path)
}

// open opens a file of the area. It opens the file below a folder of the area, so that a link that someone makes
// meanwhile cannot lead out of it.
func (a *area) open(path string) (*os.File, error) {
	real, err := files.Real(path, true)
	if err != nil {
		return nil, err
	}
	switch dir := a.dirOf(real); {
	case dir != "":
		return files.OpenBelow(dir, real)
	case real == a.entry:
		return files.OpenBelow(filepath.Dir(real), real)
	}
	place, err := a.read.At(real, true)
	if err != nil {
		return nil, &outsideError{a.root, real}
	}
	return place.OpenFile(os.O_RDONLY|files.NoWait, 0)
}

// readFile reads a source file that may be imported.
func (a *area) readFile(path string) ([]byte, error) {
	// A pipe is not opened, since that waits until someone writes to it.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if _, ok := a.has(path); ok {
			return nil, files.ErrNotRegular
		}
	}
	f, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readRegular(f, new(bytes.Buffer))
}

// ReadSource reads a file that a script may import. The path of the script has no links.
func ReadSource(script, path string, read files.Grants) ([]byte, error) {
	a := newArea(script, read)
	return a.readFile(path)
}

// readRegular reads a regular file up to the limit of its size.
func readRegular(f *os.File, buffer *bytes.Buffer) ([]byte, error) {
	info, err := files.CheckRegular(f)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxSourceBytes {
		return nil, errTooLarge()
	}
	buffer.Reset()
	buffer.Grow(int(info.Size()) + bytes.MinRead)
	if _, err := buffer.ReadFrom(io.LimitReader(f, maxSourceBytes+1)); err != nil {
		return nil, err
	}
	if buffer.Len() > maxSourceBytes {
		return nil, errTooLarge()
	}
	return buffer.Bytes(), nil
}
