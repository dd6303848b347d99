package bundle

import (
	"os/user"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// TestHomeFolders checks that a script in the home folder of the user database cannot import what is in there, although HOME names
// another folder.
func TestHomeFolders(t *testing.T) {
	u, err := user.Current()
	if err != nil || u.HomeDir == "/" || u.HomeDir == "" {
		t.Skip("the user has no home folder")
	}
	home, err := filepath.EvalSymlinks(u.HomeDir)
	if err != nil {
		t.Skipf("the home folder of the user is not there: %v", err)
	}
	for _, set := range []string{"/", t.TempDir(), ""} {
		t.Setenv("HOME", set)
		a := newArea(filepath.Join(home, "flow.ts"), files.Grants{})
		if a.dirOf(filepath.Join(home, ".ssh", "id_rsa")) != "" || a.dirOf(filepath.Join(home, "keys", "key.json")) != "" || a.dirOf(filepath.Join(home, "beside.ts")) == "" {
			t.Errorf("HOME=%s: a script in %s can import what is in there", set, home)
		}
	}
}
