// This file has FS, the file system that forgets what was not synced.

package powercut

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// sector is what a disk writes whole or not at all.
const sector = 512

// FS is a directory of files without subdirectories. Its methods are safe for concurrent use.
type FS struct {
	dir    string
	server *fuse.Server

	mu      sync.Mutex
	names   map[string]*file // as processes see them
	durable map[string]*file // as they were when the directory was synced last
	frozen  bool             // the power is cut
	delay   time.Duration    // of each sync
	fails   func(name string) bool
	synced  int
	failed  int
}

// file is an inode.
type file struct {
	fs.Inode
	fsys *FS
	name string // that it was made with

	live, disk []byte
	dirty      map[int]struct{} // sectors of live that are not on the disk
	mode       uint32
	errors     int // how many syncs have failed
}

// handle is an open file. It reports each sync that failed since it was opened, once.
type handle struct{ reported int }

// root is the directory.
type root struct {
	fs.Inode
	fsys *FS
}

// Available returns an error if this machine cannot mount an FS: it takes Linux, /dev/fuse, and root.
func Available() error {
	f, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	f.Close()
	if os.Geteuid() != 0 {
		return errors.New("only root can mount it")
	}
	return nil
}

// Mount mounts a file system with some files, all of them durable, at the empty folder dir.
func Mount(dir string, content map[string][]byte) (*FS, error) {
	f := &FS{dir: dir, names: map[string]*file{}}
	r := &root{fsys: f}
	for name, data := range content {
		f.names[name] = &file{fsys: f, name: name, live: slices.Clone(data), disk: slices.Clone(data), dirty: map[int]struct{}{}, mode: 0o644}
	}
	f.durable = maps.Clone(f.names)
	forever := time.Hour // the kernel is the only one who changes anything
	var err error
	f.server, err = fs.Mount(dir, r, &fs.Options{
		AttrTimeout: &forever, EntryTimeout: &forever,
		MountOptions: fuse.MountOptions{DirectMountStrict: true, FsName: "powercut", Name: "powercut", MaxWrite: 1 << 17},
	})
	if err != nil {
		return nil, fmt.Errorf("mount a file system that forgets: %w", err)
	}
	return f, nil
}

// Dir is where it is mounted.
func (f *FS) Dir() string { return f.dir }

// SlowSyncs has each sync take that long: what leaves a process while it syncs is seen before the sync is done.
func (f *FS) SlowSyncs(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.delay = d
}

// FailSyncs has syncs fail of files for whose names fails returns true; nil is none. The writes before such a sync
// are lost: processes see them, and no later sync brings them to the disk.
func (f *FS) FailSyncs(fails func(name string) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fails = fails
}

// Counts returns how many syncs were done, and how many have failed.
func (f *FS) Counts() (synced, failed int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.synced, f.failed
}

// Cut cuts the power and returns what is on the disk: whatever processes do from now on fails, and they should be
// killed. With a nil r no write that was not synced is there; else each sector, and each name, is there or not as
// r has it. To cut again returns the same files, with other choices.
func (f *FS) Cut(r *rand.Rand) map[string][]byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.frozen = true
	names := maps.Clone(f.durable)
	if r != nil {
		for _, name := range slices.Sorted(maps.Keys(f.names)) {
			if names[name] != f.names[name] && r.IntN(2) == 0 {
				names[name] = f.names[name]
			}
		}
		for _, name := range slices.Sorted(maps.Keys(f.durable)) {
			if f.names[name] == nil && r.IntN(2) == 0 {
				delete(names, name)
			}
		}
	}
	content := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		content[name] = names[name].onDisk(r)
	}
	return content
}

// onDisk returns what the disk has of a file.
func (f *file) onDisk(r *rand.Rand) []byte {
	data := slices.Clone(f.disk)
	if r == nil || len(f.dirty) == 0 && len(f.live) == len(f.disk) {
		return data
	}
	if r.IntN(2) == 0 { // its size, too
		data = resized(data, len(f.live))
	}
	some := r.IntN(3) // none, all, or each by chance
	for _, s := range slices.Sorted(maps.Keys(f.dirty)) {
		if some == 0 || some == 2 && r.IntN(2) == 0 {
			continue
		}
		if from, to := s*sector, min((s+1)*sector, len(f.live), len(data)); from < to {
			copy(data[from:to], f.live[from:to])
		}
	}
	return data
}

// Close unmounts the file system. No process may use it.
func (f *FS) Close() error {
	var err error
	for range 100 {
		if err = f.server.Unmount(); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.Join(err, syscall.Unmount(f.dir, syscall.MNT_DETACH))
}

func resized(data []byte, size int) []byte {
	if size <= len(data) {
		return data[:size]
	}
	return append(data, make([]byte, size-len(data))...)
}

// Lookup implements fs.NodeLookuper.
func (r *root) Lookup(ctx context.Context, name string, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	r.fsys.mu.Lock()
	defer r.fsys.mu.Unlock()
	f := r.fsys.names[name]
	if f == nil {
		return nil, syscall.ENOENT
	}
	f.attr(&out.Attr)
	return r.inode(ctx, f), 0
}

// inode makes the kernel's node of a file. fsys.mu is held.
func (r *root) inode(ctx context.Context, f *file) *fs.Inode {
	if f.Inode.StableAttr().Ino != 0 {
		return &f.Inode
	}
	return r.NewPersistentInode(ctx, f, fs.StableAttr{Mode: syscall.S_IFREG})
}

// Create implements fs.NodeCreater.
func (r *root) Create(ctx context.Context, name string, flags uint32, mode uint32, out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	r.fsys.mu.Lock()
	defer r.fsys.mu.Unlock()
	if r.fsys.frozen {
		return nil, nil, 0, syscall.EIO
	}
	f := r.fsys.names[name]
	if f == nil {
		f = &file{fsys: r.fsys, name: name, dirty: map[int]struct{}{}, mode: mode & 0o7777}
		r.fsys.names[name] = f
	}
	f.attr(&out.Attr)
	return r.inode(ctx, f), &handle{f.errors}, 0, 0
}

// Unlink implements fs.NodeUnlinker.
func (r *root) Unlink(_ context.Context, name string) syscall.Errno {
	return r.change(func(names map[string]*file) { delete(names, name) })
}

// Rename implements fs.NodeRenamer.
func (r *root) Rename(_ context.Context, name string, _ fs.InodeEmbedder, to string, _ uint32) syscall.Errno {
	return r.change(func(names map[string]*file) {
		names[to] = names[name]
		delete(names, name)
	})
}

// Link implements fs.NodeLinker.
func (r *root) Link(ctx context.Context, target fs.InodeEmbedder, name string, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	f := target.(*file)
	r.fsys.mu.Lock()
	defer r.fsys.mu.Unlock()
	switch {
	case r.fsys.frozen:
		return nil, syscall.EIO
	case r.fsys.names[name] != nil:
		return nil, syscall.EEXIST
	}
	r.fsys.names[name] = f
	f.attr(&out.Attr)
	return &f.Inode, 0
}

func (r *root) change(do func(names map[string]*file)) syscall.Errno {
	r.fsys.mu.Lock()
	defer r.fsys.mu.Unlock()
	if r.fsys.frozen {
		return syscall.EIO
	}
	do(r.fsys.names)
	return 0
}

// Readdir implements fs.NodeReaddirer.
func (r *root) Readdir(context.Context) (fs.DirStream, syscall.Errno) {
	r.fsys.mu.Lock()
	defer r.fsys.mu.Unlock()
	var list []fuse.DirEntry
	for _, name := range slices.Sorted(maps.Keys(r.fsys.names)) {
		list = append(list, fuse.DirEntry{Name: name, Mode: syscall.S_IFREG})
	}
	return fs.NewListDirStream(list), 0
}

// Fsync implements fs.NodeFsyncer: the names of now are on the disk.
func (r *root) Fsync(context.Context, fs.FileHandle, uint32) syscall.Errno {
	r.fsys.mu.Lock()
	names, delay := maps.Clone(r.fsys.names), r.fsys.delay
	r.fsys.mu.Unlock()
	time.Sleep(delay)
	return r.change(func(map[string]*file) { r.fsys.durable, r.fsys.synced = names, r.fsys.synced+1 })
}

func (f *file) attr(out *fuse.Attr) {
	out.Mode, out.Size, out.Nlink, out.Blksize = syscall.S_IFREG|f.mode, uint64(len(f.live)), 1, 4096
	out.Blocks = (out.Size + sector - 1) / sector
	if !slices.ContainsFunc(slices.Collect(maps.Values(f.fsys.names)), func(other *file) bool { return other == f }) {
		out.Nlink = 0
	}
}

// Getattr implements fs.NodeGetattrer.
func (f *file) Getattr(_ context.Context, _ fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	f.fsys.mu.Lock()
	defer f.fsys.mu.Unlock()
	f.attr(&out.Attr)
	return 0
}

// Setattr implements fs.NodeSetattrer.
func (f *file) Setattr(_ context.Context, _ fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	f.fsys.mu.Lock()
	defer f.fsys.mu.Unlock()
	if f.fsys.frozen {
		return syscall.EIO
	}
	if mode, ok := in.GetMode(); ok {
		f.mode = mode & 0o7777
	}
	if size, ok := in.GetSize(); ok {
		for s := int(size) / sector; s <= len(f.live)/sector; s++ {
			f.dirty[s] = struct{}{}
		}
		f.live = resized(f.live, int(size))
	}
	f.attr(&out.Attr)
	return 0
}

// Open implements fs.NodeOpener.
func (f *file) Open(_ context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	f.fsys.mu.Lock()
	defer f.fsys.mu.Unlock()
	return &handle{f.errors}, fuse.FOPEN_KEEP_CACHE, 0
}

// Read implements fs.NodeReader.
func (f *file) Read(_ context.Context, _ fs.FileHandle, dest []byte, off int64) (fuse.ReadResult, syscall.Errno) {
	f.fsys.mu.Lock()
	defer f.fsys.mu.Unlock()
	if off >= int64(len(f.live)) {
		return fuse.ReadResultData(nil), 0
	}
	return fuse.ReadResultData(dest[:copy(dest, f.live[off:])]), 0
}

// Write implements fs.NodeWriter.
func (f *file) Write(_ context.Context, _ fs.FileHandle, data []byte, off int64) (uint32, syscall.Errno) {
	f.fsys.mu.Lock()
	defer f.fsys.mu.Unlock()
	if f.fsys.frozen {
		return 0, syscall.EIO
	}
	end := int(off) + len(data)
	if end > len(f.live) {
		f.live = resized(f.live, end)
	}
	copy(f.live[off:], data)
	for s := int(off) / sector; s*sector < end; s++ {
		f.dirty[s] = struct{}{}
	}
	return uint32(len(data)), 0
}

// Fsync implements fs.NodeFsyncer: what was written before it is on the disk when it returns.
func (f *file) Fsync(_ context.Context, h fs.FileHandle, _ uint32) syscall.Errno {
	f.fsys.mu.Lock()
	now, size, delay := map[int][]byte{}, len(f.live), f.fsys.delay
	for s := range f.dirty {
		if from, to := s*sector, min((s+1)*sector, size); from < to {
			now[s] = slices.Clone(f.live[from:to])
		}
	}
	f.dirty = map[int]struct{}{}
	f.fsys.mu.Unlock()
	time.Sleep(delay)
	f.fsys.mu.Lock()
	defer f.fsys.mu.Unlock()
	restore := func() { // it is as unsynced as it was
		for s := range now {
			f.dirty[s] = struct{}{}
		}
	}
	if f.fsys.frozen {
		restore()
		return syscall.EIO
	}
	if f.fsys.fails != nil && f.fsys.fails(f.name) {
		f.errors++
		f.fsys.failed++
	}
	if h, ok := h.(*handle); ok && h.reported < f.errors {
		h.reported = f.errors
		return syscall.EIO
	}
	f.disk = resized(f.disk, size)
	for s, data := range now {
		copy(f.disk[s*sector:], data)
	}
	f.fsys.synced++
	return 0
}
