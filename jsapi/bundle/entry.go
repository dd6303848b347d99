// This file finds and checks the entry of a build.

package bundle

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// maxSourceBytes bounds one source file.
const maxSourceBytes = 32 << 20

func newBuild(o Options) (*build, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, fileError("", "working directory: %v", err)
	}
	if o.Entry == "" {
		if o.Source == nil {
			return nil, fileError("", "no script given")
		}
		o.Entry = "script.ts"
	}
	b := &build{opts: o, cwd: cwd, entry: filepath.Clean(o.Entry)}
	if !filepath.IsAbs(b.entry) {
		b.entry = filepath.Join(cwd, b.entry)
	}
	if err := b.findEntry(); err != nil {
		return nil, err
	}
	b.dir = filepath.Dir(b.entryReal)
	b.area = newArea(b.entryReal, o.Read)
	b.reset()
	return b, nil
}

// findEntry checks that the entry can be read, since the messages of esbuild for this are about its internals.
func (b *build) findEntry() error {
	b.entryReal = b.entry
	info, err := os.Stat(b.entry)
	switch {
	case b.opts.Source != nil && (err != nil || !info.Mode().IsRegular()):
		return b.realDir()
	case os.IsNotExist(err):
		return fileError(b.opts.Entry, "no such file")
	case err != nil:
		return fileError(b.opts.Entry, "%s", plainError(err))
	case info.IsDir():
		return fileError(b.opts.Entry, "is a directory; give the script file to run")
	case !info.Mode().IsRegular() && !mayBePipe(b.entry):
		return fileError(b.opts.Entry, "%v", files.ErrNotRegular)
	case !info.Mode().IsRegular():
		return b.readPipe()
	}
	if real, err := filepath.EvalSymlinks(b.entry); err == nil {
		b.entryReal = real
	}
	b.onDisk = true
	return nil
}

// realDir resolves links in the directory of an entry that is not on disk.
func (b *build) realDir() error {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(b.entry)); err == nil {
		b.entryReal = filepath.Join(dir, filepath.Base(b.entry))
	}
	return nil
}

// mayBePipe reports whether a script that is not a regular file is read: from /dev, where <(command) of a shell is, and stdin. Somebody
// writes to these. Another pipe could wait for ever.
func mayBePipe(path string) bool { return strings.HasPrefix(filepath.Clean(path), "/dev/") }

// readPipe reads an entry that can be read only once.
func (b *build) readPipe() error {
	f, err := os.Open(b.entry)
	if err != nil {
		return fileError(b.opts.Entry, "%s", plainError(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSourceBytes+1))
	if err != nil {
		return fileError(b.opts.Entry, "%s", plainError(err))
	}
	b.opts.Source = text
	return b.realDir()
}

// plainError removes the operation and the path from an error, since the message already has them.
func plainError(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
