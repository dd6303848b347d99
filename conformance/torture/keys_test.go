// This file encrypts stores, and changes their keys while they are used.

package torture

import (
	"crypto/rand"
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// encrypt has all processes of the store use a file with some keys.
func (s *store) encrypt(t *testing.T) {
	for range 4 {
		key := make([]byte, 32)
		rand.Read(key)
		s.keys = append(s.keys, base64.StdEncoding.EncodeToString(key))
	}
	s.env = []string{"HITLRUN_ENCRYPT_KEY_FILE=" + s.keyFile()}
	if err := s.writeKeys(); err != nil {
		t.Fatal(err)
	}
}

func (s *store) keyFile() string { return filepath.Join(s.dir, "store.key") }

// writeKeys writes the keys, the first on top. Who reads the file finds it whole.
func (s *store) writeKeys() error {
	next := s.keyFile() + ".next"
	if err := os.WriteFile(next, []byte(strings.Join(s.keys, "\n")+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(next, s.keyFile())
}

// rekey has another key encrypt the store.
func (th *thread) rekey() {
	s := th.store
	s.changing.Lock()
	defer s.changing.Unlock()
	if th.r.IntN(2) == 0 { // else it is given again, or does nothing
		s.keys = append(s.keys[1:], s.keys[0])
		if err := s.writeKeys(); err != nil {
			th.fail("%v", err)
		}
	}
	c := &command{kind: "rekey", args: []string{"rekey", "--json"}, fate: th.fate("rekey", 0)}
	e := th.run(c)[0]
	s.note("a rekey: killed %v", e.killed)
	if !e.killed && e.code != 0 {
		th.fail("rekey: exit code %d: %s", e.code, e.stderr)
	}
}

// lastKey encrypts the store with one key and forgets the others.
func (s *store) lastKey() (problems []string) {
	if e := s.pool.run(s, &command{kind: "rekey", args: []string{"rekey"}})[0]; e.code != 0 {
		problems = append(problems, "rekey: "+e.stderr)
	}
	s.keys = slices.Clip(s.keys[:1])
	if err := s.writeKeys(); err != nil {
		problems = append(problems, err.Error())
	}
	return problems
}
