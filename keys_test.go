// This file tests runs on encrypted stores.

package hitlrun_test

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

const secretFlow = `
import { StateGraph, Annotation, Command, interrupt, START, END } from "@langchain/langgraph";
// a comment of Rumpelstiltskin
const State = Annotation.Root({ name: Annotation<string>(), guess: Annotation<string>(), more: Annotation<string>() });
export const graph = new StateGraph(State)
  .addNode("ask", (s) => ({ guess: interrupt({ question: "Are you " + s.name + "?" }) }))
  .addNode("check", (s) => { if (s.guess.startsWith("wrong")) throw new Error("no, not " + s.guess); return {}; })
  .addEdge(START, "ask")
  .addEdge("ask", "check")
  .addEdge("check", END)
  .compile();
`

// secretRuns runs threads that wait, are done and failed, and closes the store.
func secretRuns(t *testing.T, path string, keys *hitlrun.Keys, marker string) (whileOpen int) {
	t.Helper()
	s, err := hitlrun.Open(path, hitlrun.Options{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	script := load(t, secretFlow)
	input, _ := json.Marshal(map[string]string{"name": marker + strings.Repeat(" or "+marker, 100)})
	for _, id := range []string{"waits", "done", "failed"} {
		if _, err := s.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: input}); err != nil {
			t.Fatal(err)
		}
	}
	answer := func(id, value string) error {
		_, err := s.Resume(t.Context(), id, hitlrun.Answer{
			Value: fmt.Appendf(nil, "%q", value), Update: fmt.Appendf(nil, `{"more": %q}`, "update "+marker),
		})
		return err
	}
	if err := answer("done", "right "+marker); err != nil {
		t.Fatal(err)
	}
	if err := answer("failed", "wrong "+marker); err == nil || !strings.Contains(err.Error(), marker) {
		t.Fatalf("the thread that fails: %v", err)
	}
	whileOpen = count(t, path, marker)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return whileOpen
}

// count counts the marker in the file and the files beside it.
func count(t *testing.T, path, marker string) (n int) {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(content, []byte(marker))
	}
	return n
}

func TestEncryptedRuns(t *testing.T) {
	t.Parallel()
	const marker = "Rumpelstiltskin"
	keys, err := hitlrun.ParseKeys([]byte(strings.Repeat("0f", 32)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "plain.db")
	if n := secretRuns(t, path, nil, marker); n == 0 || count(t, path, marker) == 0 {
		t.Errorf("a plain store has the marker %d times, %d times when it is closed", n, count(t, path, marker))
	}
	path = filepath.Join(t.TempDir(), "sealed.db")
	if n := secretRuns(t, path, keys, marker); n > 0 || count(t, path, marker) > 0 {
		t.Errorf("an encrypted store has the marker %d times, %d times when it is closed", n, count(t, path, marker))
	}

	s := open(t, path)
	threads, err := s.Threads(t.Context(), hitlrun.ThreadFilter{})
	if err != nil || len(threads) != 3 {
		t.Fatalf("Threads without the key: %v, %v", threads, err)
	}
	for _, thread := range threads {
		if text, _ := json.Marshal(thread); !thread.Encrypted || strings.Contains(string(text), marker) {
			t.Errorf("without the key: %s", text)
		}
	}
	script := load(t, secretFlow)
	for what, err := range map[string]error{
		"State":  func() error { _, err := s.State(t.Context(), "waits"); return err }(),
		"Resume": func() error { _, err := s.Resume(t.Context(), "waits", hitlrun.Answer{}); return err }(),
		"Delete": s.Delete(t.Context(), "done"),
		"Start": func() error {
			_, err := s.Start(t.Context(), script, hitlrun.Start{Input: json.RawMessage(`{"name":"?"}`)})
			return err
		}(),
	} {
		if !errors.Is(err, hitlrun.ErrKey) {
			t.Errorf("%s without the key: %v", what, err)
		}
	}
	if err := s.Rekey(t.Context(), keys); err != nil { // the keys are known from here on
		t.Fatal(err)
	}
	res, err := s.Resume(t.Context(), "waits", hitlrun.Answer{Value: json.RawMessage(`"right"`)})
	if err != nil || res.Status != hitlrun.StatusDone || !strings.Contains(string(res.Values), marker) {
		t.Errorf("Resume with the key: %+v, %v", res, err)
	}
}

func TestReadKeys(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode there")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, mode := range map[string]os.FileMode{"good": 0o600, "group": 0o640, "all": 0o604, "large": 0o600} {
		text := []byte(strings.Repeat("0f", 32) + "\n")
		if name == "large" {
			text = bytes.Repeat([]byte("#\n"), 1<<20)
		}
		if err := os.WriteFile(at(name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(at(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(at("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if keys, err := hitlrun.ReadKeys(at("good")); err != nil || keys == nil {
		t.Error(keys, err)
	}
	for name, want := range map[string]string{
		"none":   "key file " + at("none") + ": no such file or directory",
		"group":  "key file " + at("group") + " can be read or written by others (mode 0640): make it yours alone with chmod 600 " + at("group"),
		"all":    "key file " + at("all") + " can be read or written by others (mode 0604): make it yours alone with chmod 600 " + at("all"),
		"large":  "key file " + at("large") + ": it has more than 1048576 bytes",
		"folder": "key file " + at("folder") + ": it is a folder",
	} {
		if _, err := hitlrun.ReadKeys(at(name)); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", name, err, want)
		}
	}
}

func TestReadKeysOfAnotherUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to another user")
	}
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(strings.Repeat("0f", 32)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	want := "key file " + path + " belongs to another user, who knows and can replace the keys: use a file of your own"
	if _, err := hitlrun.ReadKeys(path); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// Somebody without the key cannot make a thread run another script of the store.
func TestExchangedScript(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	keys, err := hitlrun.ParseKeys([]byte(strings.Repeat("ab", 32)))
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(path, hitlrun.Options{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"good", "evil"} {
		source := `import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ out: Annotation() })).addNode("n", () => ({ out: "` + word + `" + interrupt("?") })).addEdge(START, "n").compile();`
		if _, err := store.Start(t.Context(), load(t, source), hitlrun.Start{ThreadID: word, Input: []byte(`{}`)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "UPDATE threads SET script = 3 - script"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size := int(binary.BigEndian.Uint16(file[16:]))
	for page := size; page <= len(file); page += size {
		clear(file[page-8 : page]) // pages that another program has written have no checksum
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if store, err = hitlrun.Open(path, hitlrun.Options{Keys: keys}); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	res, err := store.Resume(t.Context(), "good", hitlrun.Answer{Value: []byte(`1`)})
	if err == nil || !strings.Contains(err.Error(), "someone without the key has given it another script") {
		t.Errorf("%v %v", res, err)
	}
}
