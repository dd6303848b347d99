// This file tests that only granted files are opened, also while someone replaces folders by links.

package files_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// TestSwappedFolders replaces a folder by a link to another one, and back, while files in it are read and written. The
// folder above is granted, or the folder itself.
func TestSwappedFolders(t *testing.T) {
	t.Parallel()
	t.Run("in the granted folder", func(t *testing.T) { t.Parallel(); swapFolders(t, "granted") })
	t.Run("the granted folder", func(t *testing.T) { t.Parallel(); swapFolders(t, "granted/at") })
}

func swapFolders(t *testing.T, grant string) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	granted, outside := filepath.Join(top, "granted"), filepath.Join(top, "outside")
	real, link, at := filepath.Join(granted, "real"), filepath.Join(granted, "link"), filepath.Join(granted, "at")
	for _, dir := range []string{real, outside} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range map[string]string{filepath.Join(real, "file"): "mine", filepath.Join(outside, "file"): "secret"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../outside", link); err != nil {
		t.Skipf("no symbolic links can be made here: %v", err)
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
			}
			for _, from := range []string{real, link} {
				_ = os.Rename(from, at)
				_ = os.Rename(at, from)
			}
		}
	}()
	grants := files.Grants{List: []string{filepath.Join(top, filepath.FromSlash(grant))}}
	seen := map[string]int{}
	for range 5000 {
		place, err := grants.At(filepath.Join(at, "file"), true)
		if err == nil {
			var f *os.File
			if f, err = place.OpenFile(os.O_RDONLY, 0); err == nil {
				text, _ := io.ReadAll(f)
				_ = f.Close()
				seen[string(text)]++
			}
		}
		if errors.Is(err, files.ErrDenied) {
			seen["denied"]++
		}
		if place, err = grants.At(filepath.Join(at, "new"), true); err == nil {
			if f, err := place.OpenFile(os.O_WRONLY|os.O_CREATE, 0o600); err == nil {
				_ = f.Close()
				_ = place.Remove()
			}
		}
	}
	close(stop)
	<-ended
	if seen["secret"] > 0 {
		t.Errorf("the secret was read %d times", seen["secret"])
	}
	if seen["mine"] == 0 || seen["denied"] == 0 {
		t.Errorf("read %d times, denied %d times: nothing was tested", seen["mine"], seen["denied"])
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) != 1 {
		t.Errorf("outside there is %v %v", left, err)
	}
	t.Logf("read %d times, denied %d times", seen["mine"], seen["denied"])
}

func TestReal(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(top, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"up": "a/b/..", "b": "a/b", "loop": "loop", "none": "a/none", "abs": filepath.Join(top, "a", "b"), "self": "."} {
		if err := os.Symlink(target, filepath.Join(top, name)); err != nil {
			t.Skipf("no symbolic links can be made here: %v", err)
		}
	}
	for path, want := range map[string]struct {
		real string
		err  error
	}{
		"a/b":                {"a/b", nil},
		"a/./b//":            {"a/b", nil},
		"b/..":               {"a", nil},
		"abs/../b":           {"a/b", nil},
		"up/b":               {"a/b", nil},
		"none":               {"a/none", nil},
		"none/x/y":           {"a/none/x/y", nil},
		"none/../x":          {"a/none", syscall.ENOENT},
		"file/..":            {"file", syscall.ENOTDIR},
		"file/":              {"file", syscall.ENOTDIR},
		"loop/x":             {"loop/x", syscall.ELOOP},
		"self/self/self/b/.": {"a/b", nil},
		"new":                {"new", nil},
	} {
		real, err := files.Real(top+"/"+path, true)
		if rel, _ := filepath.Rel(top, real); rel != want.real || !errors.Is(err, want.err) {
			t.Errorf("%s: %q %v, want %q %v", path, rel, err, want.real, want.err)
		}
	}
	if real, err := files.Real(filepath.Join(top, "b"), false); err != nil || real != filepath.Join(top, "b") {
		t.Errorf("the link itself: %q %v", real, err)
	}
}

// TestResolve resolves grants. A link that the script could have made is refused, also where a run before made it.
func TestResolve(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
	if err := os.MkdirAll(in("data/pub"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"data/out": "../..", "data/in": "pub", "ours": "data", "data/pub/deep": "../in"} {
		if err := os.Symlink(target, in(link)); err != nil {
			t.Skipf("no symbolic links can be made here: %v", err)
		}
	}
	tests := []struct {
		read, write string
		resolved    [2]string
		refused     string // the link
	}{
		{read: "ours/pub", resolved: [2]string{"data/pub", ""}},
		{read: "data/in", resolved: [2]string{"data/pub", ""}},
		{read: "data/in", write: "other", resolved: [2]string{"data/pub", "other"}},
		{read: "ours/pub", write: "ours", resolved: [2]string{"data/pub", "data"}},
		{read: "data/pub", write: "data", resolved: [2]string{"data/pub", "data"}},
		{read: "data/none/x", write: "data", resolved: [2]string{"data/none/x", "data"}},
		{read: "data/in", write: "data", refused: "data/in"},
		{read: "data/out/x", write: "data", refused: "data/out"},
		{read: "data/pub/deep/x", write: "data/pub", refused: "data/pub/deep"},
		{read: "data/in", write: "ours", refused: "data/in"},
	}
	for _, test := range tests {
		write := []string{}
		if test.write != "" {
			write = append(write, in(test.write))
		}
		r, w, err := files.Resolve([]string{in(test.read)}, write)
		if test.refused != "" {
			if want := in(test.refused) + " is a link in a directory that the script may write"; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("read %s, write %s: error %v, want %s", test.read, test.write, err, want)
			}
			continue
		}
		if err != nil || !slices.Equal(r, []string{in(test.resolved[0])}) || test.write != "" && !slices.Equal(w, []string{in(test.resolved[1])}) {
			t.Errorf("read %s, write %s: %v %v %v", test.read, test.write, r, w, err)
		}
	}
}
