// This file has the disk of a store: a file system that forgets what was not synced, and cuts of its power.

package torture

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/conformance/powercut"
)

// disk is what a store is on. Without one, a store is in a folder of the machine, whose power nobody cuts.
type disk struct {
	dir   string
	power sync.RWMutex // read-locked by each process while it runs
	fs    *powercut.FS

	mu      sync.Mutex
	cuts    int
	dark    bool
	running map[int]func() // kills, by number
	next    int
}

// newDisk mounts an empty disk.
func newDisk(t *testing.T) *disk {
	dir, err := os.MkdirTemp("", "torture-disk-") //nolint:usetesting // it is removed in a way of its own
	if err != nil {
		t.Fatal(err)
	}
	fs, err := powercut.Mount(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &disk{dir: dir, fs: fs, running: map[int]func(){}}
}

// enter prevents a power cut until leave is called, or until cut kills the process with kill.
func (d *disk) enter(kill func()) (leave func() (cut bool)) {
	d.power.RLock()
	d.mu.Lock()
	for d.dark { // it was cut, and is not mounted again yet
		d.mu.Unlock()
		d.power.RUnlock()
		time.Sleep(time.Millisecond)
		d.power.RLock()
		d.mu.Lock()
	}
	defer d.mu.Unlock()
	n, cuts := d.next, d.cuts
	d.next++
	d.running[n] = kill
	return func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.running, n)
		d.power.RUnlock()
		return d.cuts != cuts
	}
}

// cut cuts the power: all processes die, and those that come next find what was on the disk.
func (d *disk) cut(r *rand.Rand) {
	d.mu.Lock()
	if d.dark {
		d.mu.Unlock()
		return // there is no power to cut
	}
	content := d.fs.Cut(r)
	d.cuts++
	d.dark = true
	for _, kill := range d.running {
		kill()
	}
	d.mu.Unlock()
	go d.restart(content)
}

// restart mounts what was on the disk, when all processes are gone.
func (d *disk) restart(content map[string][]byte) {
	d.power.Lock()
	defer d.power.Unlock()
	_ = d.fs.Close() // who has something open is gone
	fs, err := powercut.Mount(d.dir, content)
	if err != nil {
		panic(err) // without the disk the test cannot continue
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fs, d.dark = fs, false
}

// failSyncs has the next n syncs of the WAL fail.
func (d *disk) failSyncs(n int) {
	var left atomic.Int64
	left.Store(int64(n))
	d.fs.FailSyncs(func(name string) bool { return strings.HasSuffix(name, "-wal") && left.Add(-1) >= 0 })
}

// failed returns how many syncs have failed since the power was cut last.
func (d *disk) failed() int {
	_, failed := d.fs.Counts()
	return failed
}

func (d *disk) close() {
	d.power.Lock()
	defer d.power.Unlock()
	_ = d.fs.Close()
	os.RemoveAll(d.dir)
}

// copyOf copies the files of the store to a folder.
func (s *store) copyOf(dir string) error {
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(s.path() + suffix)
		if os.IsNotExist(err) {
			continue
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "copy.db"+suffix), data, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
