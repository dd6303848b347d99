// This file compares the script that a thread is pinned to with another version of it.

package hitlrun

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/files"
)

// ScriptChange says how the script file of a thread, with everything it imports, differs from the version that the
// thread is pinned to. It compares what people wrote: if another version of hitlrun bundles the same files differently,
// that is not a change.
type ScriptChange struct {
	ThreadID string
	Path     string       // of the script, as it was given when the thread was started
	Gone     bool         // the file does not exist any more; the fields below are then empty
	Files    []FileChange // sorted by name; empty if the thread was started by a version of hitlrun that stored no files
	Broken   error        // why the current file cannot be bundled; nil if it can be
}

// FileChange is a file that was changed, added or removed.
type FileChange struct {
	Name string // relative to the folder of the script; for a package, its folder
	// Kind is FileChanged, FileNew (imported only now) or FileGone (imported only then).
	Kind string
	// Added and Removed count lines. At has the places of these changes, as line numbers of the current file. All are
	// empty for packages and for very large files.
	Added, Removed int
	At             []int
}

// The kinds of a FileChange.
const (
	FileChanged = "changed"
	FileNew     = "new"
	FileGone    = "gone"
)

// String returns one line: "flow.ts: 3 lines added, 1 removed at 12, 40".
func (f FileChange) String() string {
	const most = 6
	if f.Added+f.Removed == 0 {
		return f.Name + ": " + f.Kind
	}
	lines := func(n int) string {
		if n == 1 {
			return "1 line"
		}
		return fmt.Sprint(n, " lines")
	}
	text := f.Name + ": "
	switch {
	case f.Removed == 0:
		text += lines(f.Added) + " added"
	case f.Added == 0:
		text += lines(f.Removed) + " removed"
	default:
		text += fmt.Sprint(lines(f.Added), " added, ", f.Removed, " removed")
	}
	for i, at := range f.At {
		switch i {
		case most:
			return text + ", …"
		case 0:
			text += " at "
		default:
			text += ", "
		}
		text += fmt.Sprint(at)
	}
	return text
}

// Err returns the ErrScript that refuses a resume, never nil: it says what changed and what to do.
func (c *ScriptChange) Err() error {
	const most = 10
	if c.Gone {
		return errorf(ErrScript, "thread %q: its script %s is gone: resume with the version that the thread is pinned to",
			c.ThreadID, c.Path)
	}
	text := fmt.Sprintf("thread %q is pinned to another version of its script:", c.ThreadID)
	for i, f := range c.Files {
		if i == most {
			text += fmt.Sprintf("\n  and %d more", len(c.Files)-most)
			break
		}
		text += "\n  " + f.String()
	}
	if len(c.Files) == 0 {
		text += "\n  " + c.Path + ": changed"
	}
	if c.Broken != nil {
		return errorf(ErrScript,
			"%s\n  the current file cannot run: %v\nresume with the version that the thread is pinned to", text, c.Broken)
	}
	return errorf(ErrScript, "%s\nresume with the version that the thread is pinned to, or with the current file", text)
}

// ScriptChange compares the current file of a thread's script with the version that the thread is pinned to. It returns
// nil if there is no change, if the thread is done, and if its script did not come from a file. It does not run the
// script. With ScriptOptions.CacheDir an unchanged file takes a few milliseconds at most. A file that cannot be bundled
// is not an error: see ScriptChange.Broken.
func (s *Store) ScriptChange(ctx context.Context, threadID string) (*ScriptChange, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, err
	}
	return s.changeOf(ctx, t)
}

// changeOf is ScriptChange of a thread that was read.
func (s *Store) changeOf(ctx context.Context, t *sqlite.Thread) (*ScriptChange, error) {
	if t.Status == checkpoint.StatusDone || t.Script.Hash == "" {
		return nil, nil //nolint:nilnil // there is no change
	}
	info, err := readScriptInfo(t)
	if err != nil || info.File == "" {
		return nil, err
	}
	path, there := info.current()
	if !there {
		return &ScriptChange{ThreadID: t.ID, Path: info.Path, Gone: true}, nil
	}
	b, err := jsapi.BundleWith(path, nil, s.o.Script.CacheDir, s.o.Script.Permissions.of().ReadGrants())
	if err != nil {
		parts := s.partsOf(ctx, t)
		return &ScriptChange{ThreadID: t.ID, Path: info.Path, Broken: explain(err), Files: compareParts(parts, partsOnDisk(path, parts, s.o.Script.Permissions.of().ReadGrants()))}, nil
	}
	if b.Hash == info.Hash {
		return nil, nil
	}
	return s.changeTo(ctx, t, info, b), nil
}

// currentHashes has the hashes of script files as they are now, by path.
type currentHashes struct {
	cacheDir string
	byFile   map[string]string
}

// change returns how the file of a script changed: FileChanged, FileGone, or "".
func (c *currentHashes) change(info scriptInfo) string {
	if info.File == "" {
		return ""
	}
	hash, known := c.byFile[info.File]
	if !known {
		hash = FileGone
		if path, there := info.current(); there {
			hash = FileChanged // a file that cannot be bundled has changed
			if b, err := jsapi.BundleWith(path, nil, c.cacheDir, files.Grants{All: true}); err == nil {
				hash = b.Hash
			}
		}
		if c.byFile == nil {
			c.byFile = map[string]string{}
		}
		c.byFile[info.File] = hash
	}
	switch hash {
	case info.Hash:
		return ""
	case FileGone:
		return FileGone
	}
	return FileChanged
}

// changeTo compares the version that a thread is pinned to with a bundle of another hash.
func (s *Store) changeTo(ctx context.Context, t *sqlite.Thread, info scriptInfo, b *bundle.Result) *ScriptChange {
	c := &ScriptChange{ThreadID: t.ID, Path: info.Path}
	if stored := s.partsOf(ctx, t); stored != nil {
		c.Files = compareParts(stored, b.Parts())
	}
	return c
}

// current returns the name of the script's file as it is to be opened here, and
// whether there is one. The name is that which was given, if it still leads there.
func (i scriptInfo) current() (path string, there bool) {
	path = i.File
	if abs, err := filepath.Abs(i.Path); err == nil && abs == i.File {
		path = i.Path
	}
	return path, isFile(path)
}

func isFile(path string) bool {
	stat, err := os.Stat(path)
	// One that may not be looked at is there: opening it says why not.
	return err == nil && stat.Mode().IsRegular() || errors.Is(err, os.ErrPermission)
}

// storedPart is a bundle.Part as it is stored with a script.
type storedPart struct {
	Name    string `json:"name"`
	Hash    string `json:"hash"`
	Text    string `json:"text,omitempty"`
	Package bool   `json:"package,omitempty"`
}

// mostText is the greatest size, in bytes, of a file whose text is stored for a later comparison.
const mostText = 1 << 20

// storedParts returns what is stored about the files that a script was bundled from.
func storedParts(parts []bundle.Part) json.RawMessage {
	if len(parts) == 0 {
		return nil
	}
	stored := make([]storedPart, len(parts))
	for i, p := range parts {
		stored[i] = storedPart(p)
		if len(p.Text) > mostText {
			stored[i].Text = ""
		}
	}
	data, _ := json.Marshal(stored) // texts and hashes
	return data
}

// partsOf returns the files that the script of a thread was bundled from; nil if they were not stored.
func (s *Store) partsOf(ctx context.Context, t *sqlite.Thread) []bundle.Part {
	script, err := s.db.Script(ctx, t.Script.Hash)
	if err != nil {
		return nil
	}
	return readParts(script.Info)
}

// readParts decodes what storedParts returned.
func readParts(data json.RawMessage) []bundle.Part {
	var stored []storedPart
	if json.Unmarshal(data, &stored) != nil {
		return nil
	}
	parts := make([]bundle.Part, len(stored))
	for i, p := range stored {
		parts[i] = bundle.Part(p)
	}
	return parts
}

// partsOnDisk returns the current text of the user's own files among parts. It is for a script that cannot be bundled
// now.
func partsOnDisk(script string, parts []bundle.Part, read files.Grants) []bundle.Part {
	script, _ = files.Real(script, true)
	var now []bundle.Part
	for _, p := range parts {
		if p.Package {
			now = append(now, p)
			continue
		}
		data, err := bundle.ReadSource(script, filepath.Join(filepath.Dir(script), filepath.FromSlash(p.Name)), read)
		if err != nil {
			continue
		}
		sum := sha256.Sum256(data)
		p.Text, p.Hash = strings.TrimPrefix(string(data), "\uFEFF"), hex.EncodeToString(sum[:])
		now = append(now, p)
	}
	return now
}

// compareParts returns the files that differ, sorted by name. Both lists must be sorted.
func compareParts(before, now []bundle.Part) []FileChange {
	byName := func(parts []bundle.Part) map[string]bundle.Part {
		m := map[string]bundle.Part{}
		for _, p := range parts {
			m[p.Name] = p
		}
		return m
	}
	old, current := byName(before), byName(now)
	var changes []FileChange
	for _, p := range before {
		n, ok := current[p.Name]
		switch {
		case !ok:
			changes = append(changes, FileChange{Name: p.Name, Kind: FileGone})
		case n.Hash != p.Hash:
			c := FileChange{Name: p.Name, Kind: FileChanged}
			if !p.Package && (p.Text != "" || p.Hash == emptyHash) && len(n.Text) <= mostText {
				c.Added, c.Removed, c.At = diffLines(p.Text, n.Text)
			}
			changes = append(changes, c)
		}
	}
	for _, p := range now {
		if _, ok := old[p.Name]; !ok {
			changes = append(changes, FileChange{Name: p.Name, Kind: FileNew})
		}
	}
	slices.SortFunc(changes, func(a, b FileChange) int { return strings.Compare(a.Name, b.Name) })
	return changes
}

// emptyHash is the hash of an empty file.
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
