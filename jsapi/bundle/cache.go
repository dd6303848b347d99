// This file stores bundles on disk.

package bundle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// cacheFormat must be changed when the stored form changes, or when Bundle makes another result of the same
// input.
const cacheFormat = "hitlrun bundle 2\n"

// Cache stores the last bundle of each script in a directory. A stored bundle is used again if all files in it,
// all files on which its imports depend, and all Modules are unchanged. Anyone who can write to Dir can make
// scripts do anything, so only its owner gets access when it is created. The zero value stores nothing. A Cache
// is safe for concurrent use, also by several processes.
type Cache struct {
	// Dir is created when needed. If it cannot be used, bundling continues without it.
	Dir string
	// Version is stored with each bundle; bundles of another version are not used. The
	// executable's size and time are compared anyway.
	Version string
	// MaxBytes is the limit on the size of all bundles in Dir; 0 means 256 MiB. MaxAge is the time after which
	// an unused bundle is removed; 0 means 30 days. Both are applied when a bundle is stored.
	MaxBytes int64
	MaxAge   time.Duration
}

const bundleSuffix = ".bundle"

// Bundle is like the function Bundle. Bundles that match files by pattern (import of a template
// string), and those with a tsconfig.json whose "extends" names a package, are not stored.
func (c Cache) Bundle(o Options) (*Result, error) {
	b, err := newBuild(o)
	if err != nil {
		return nil, err
	}
	if c.Dir == "" {
		return b.run()
	}
	path := filepath.Join(c.Dir, c.key(b)+bundleSuffix)
	if r := c.load(path, b); r != nil {
		used(path, time.Now())
		return r, nil
	}
	r, err := b.run()
	if err != nil {
		return nil, err
	}
	if m := c.manifest(b, r); m != nil {
		// If it cannot be stored, the next start is only slower.
		if c.store(path, m, r) == nil {
			c.prune(path, time.Now())
		}
	}
	return r, nil
}

// key returns the name of the file for a script. It includes all options that affect the result and are not in
// files.
func (c Cache) key(b *build) string {
	h := sha256.New()
	var defines []string
	for name, value := range b.opts.Define {
		defines = append(defines, fmt.Sprintf("%q=%q", name, value))
	}
	sort.Strings(defines)
	fmt.Fprintf(h, "%q %t %t %q", b.entryReal, filepath.IsAbs(b.opts.Entry), b.opts.Source != nil, defines)
	fmt.Fprintf(h, "%q %t %t %t %q", b.area.root, b.area.home, b.area.read.All, b.area.read.System, b.area.read.List)
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// executable identifies the program that made a bundle.
func executable() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
}

// A stored bundle is cacheFormat, the lengths of its three parts, the parts (the manifest, the
// code, the map), and a checksum of all that.
func (c Cache) store(path string, m *manifest, r *Result) error {
	head, err := json.Marshal(m)
	if err != nil {
		return err
	}
	var data bytes.Buffer
	data.WriteString(cacheFormat)
	for _, part := range [][]byte{head, r.Code, r.Map} {
		var length [8]byte
		binary.LittleEndian.PutUint64(length[:], uint64(len(part)))
		data.Write(length[:])
	}
	data.Write(head)
	data.Write(r.Code)
	data.Write(r.Map)
	sum := xxh3.Hash128(data.Bytes()).Bytes()
	data.Write(sum[:])
	return writeFile(path, data.Bytes())
}

// writeFile writes a file atomically.
func writeFile(path string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

const sumSize = 16

var (
	errCorrupt = errors.New("corrupt bundle")
	errForeign = errors.New("others can write to the bundle")
)

// parseStored splits a stored bundle into its parts.
func parseStored(data []byte) (head, code, mapData []byte, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(cacheFormat))
	if !ok || len(rest) < 3*8+sumSize {
		return nil, nil, nil, errCorrupt
	}
	sum := xxh3.Hash128(data[:len(data)-sumSize]).Bytes()
	if !bytes.Equal(sum[:], data[len(data)-sumSize:]) {
		return nil, nil, nil, errCorrupt
	}
	body := rest[3*8 : len(rest)-sumSize]
	var parts [3][]byte
	for i := range parts {
		length := binary.LittleEndian.Uint64(rest[i*8:])
		if length > uint64(len(body)) {
			return nil, nil, nil, errCorrupt
		}
		parts[i], body = body[:length:length], body[length:]
	}
	return parts[0], parts[1], parts[2], nil
}

// readOwn reads a file to which only the user of this process, and root, can write: what it contains is executed.
func readOwn(path string) ([]byte, error) {
	f, info, err := files.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !files.OnlyOwn(info) {
		return nil, errForeign
	}
	text := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	_, err = text.ReadFrom(f)
	return text.Bytes(), err
}

// load returns the stored bundle if it is still valid, else nil.
func (c Cache) load(path string, b *build) *Result {
	data, err := readOwn(path)
	if err != nil {
		return nil
	}
	head, code, mapData, err := parseStored(data)
	if err != nil {
		return nil
	}
	var m manifest
	if json.Unmarshal(head, &m) != nil || m.Version != c.Version || m.Executable != executable() {
		return nil
	}
	texts, ok := m.holds(b)
	if !ok {
		return nil
	}
	r := &Result{Code: code, Hash: m.Hash, CodeHash: m.CodeHash, Warnings: m.Warnings, texts: map[string]string{}}
	for path, text := range texts {
		r.texts[filepath.Clean(b.display(path))] = text
	}
	for _, in := range m.Inputs {
		r.parts = append(r.parts, b.part(in.Path, in.Hash, texts[in.Path]))
		if b.opts.Source == nil || in.Path != b.entryReal {
			r.Files = append(r.Files, in.File)
		}
	}
	if r.Map, err = m.displayMap(mapData, b); err != nil {
		return nil
	}
	return r
}

// displayMap returns the map with paths relative to the current working directory, since the stored bundle may
// have been made in another one.
func (m *manifest) displayMap(mapData []byte, b *build) ([]byte, error) {
	if m.Entry == b.opts.Entry && m.Cwd == b.cwd {
		return mapData, nil
	}
	const start, end = `{"version":3,"sources":`, `,"names":[],"mappings":`
	rest, ok := strings.CutPrefix(string(mapData), start)
	_, mappings, found := strings.Cut(rest, end)
	if !ok || !found {
		return nil, errCorrupt
	}
	var names []string
	for _, s := range m.Sources {
		if s.Path != "" {
			s.Name = b.display(s.Path)
		}
		names = append(names, s.Name)
	}
	list, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	return []byte(start + string(list) + end + mappings), nil
}
