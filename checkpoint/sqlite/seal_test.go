// This file tests encrypted stores: what is in the file, who can open it, and what is
// said of columns that were changed.

package sqlite

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/savertest"
	"github.com/hitlrun/hitlrun/dbfile"
)

// keysOf returns keys that are all one letter: the keys of "ab" are aaaa… and bbbb….
func keysOf(letters string) *Keys {
	var file strings.Builder
	for _, letter := range letters {
		fmt.Fprintln(&file, hex.EncodeToString(bytes.Repeat([]byte(string(letter)), keySize)))
	}
	keys, err := ParseKeys([]byte(file.String()))
	if err != nil {
		panic(err)
	}
	return keys
}

// openKeys opens a store with keys, none for "", and closes it at the end of the test.
func openKeys(tb testing.TB, path, letters string) *Store {
	tb.Helper()
	var o Options
	if letters != "" {
		o.Keys = keysOf(letters)
	}
	s, err := Open(path, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

func TestSaverEncrypted(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver {
		return openKeys(t, filepath.Join(t.TempDir(), "test.db"), "a")
	})
}

func TestSaverEncryptedInMemory(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver { return openKeys(t, dbfile.Memory, "a") })
}

// TestSaverOfTwoKeys uses two stores with the same file in turn, each of which encrypts
// with a key of its own.
func TestSaverOfTwoKeys(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver {
		path := filepath.Join(t.TempDir(), "test.db")
		return &inTurn{stores: [2]*Store{openKeys(t, path, "ab"), openKeys(t, path, "ba")}}
	})
}

func FuzzEncryptedStore(f *testing.F) {
	savertest.Fuzz(f, func(t *testing.T) checkpoint.Saver { return openKeys(t, dbfile.Memory, "a") })
}

func TestParseKeys(t *testing.T) {
	t.Parallel()
	secret := bytes.Repeat([]byte{0xfb, 0xff}, keySize/2)
	want := fmt.Sprint(&Keys{list: []*key{newKey(secret)}})
	for _, text := range []string{
		hex.EncodeToString(secret), strings.ToUpper(hex.EncodeToString(secret)),
		base64.StdEncoding.EncodeToString(secret), base64.RawStdEncoding.EncodeToString(secret),
		base64.URLEncoding.EncodeToString(secret), base64.RawURLEncoding.EncodeToString(secret),
		"# the key\r\n\r\n  " + hex.EncodeToString(secret) + " \r\n#",
	} {
		keys, err := ParseKeys([]byte(text))
		if err != nil || fmt.Sprint(keys) != want || len(want) != len("0123abcd…") {
			t.Errorf("%q: %v, %v, want %s", text, keys, err, want)
		}
	}
	good := hex.EncodeToString(secret)
	for _, tt := range []struct{ file, want string }{
		{"", "there is no key in it"},
		{"# nothing\n\n", "there is no key in it"},
		{good + "\nnot a key!\n", "line 2: a key is 32 bytes in base64 or hexadecimal digits; this is neither"},
		{good[2:], "line 1: a key is 32 bytes in base64 or hexadecimal digits; this is 46 bytes"},
		{"AAAA", "line 1: a key is 32 bytes in base64 or hexadecimal digits; this is 3 bytes"},
		{"#\n" + good + "\n\n" + base64.StdEncoding.EncodeToString(secret), "line 4: the key is there twice"},
	} {
		if keys, err := ParseKeys([]byte(tt.file)); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, %v\nwant %s", tt.file, keys, err, tt.want)
		}
	}
	if _, err := Open(dbfile.Memory, Options{Keys: &Keys{}}); err == nil || err.Error() != "open store :memory:: the keys are empty: ParseKeys makes them" {
		t.Errorf("no keys: %v", err)
	}
	keys := keysOf("a")
	if text, want := fmt.Sprintf("%v %+v %#v %s", keys, keys, keys, keys), keys.String(); text != strings.Join([]string{want, want, want, want}, " ") {
		t.Errorf("keys are printed: %s", text)
	}
}

// TestXAES tries the vectors of c2sp.org/XAES-256-GCM.
func TestXAES(t *testing.T) {
	t.Parallel()
	const nonce = "ABCDEFGHIJKLMNOPQRSTUVWX"
	for _, tt := range []struct {
		secret     byte
		data, want string
	}{
		{1, "", "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"},
		{3, "c2sp.org/XAES-256-GCM", "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"},
	} {
		k := newKey(bytes.Repeat([]byte{tt.secret}, keySize))
		got := hex.EncodeToString(k.aead([]byte(nonce[:12])).Seal(nil, []byte(nonce[12:]), []byte("XAES-256-GCM"), []byte(tt.data)))
		if got != tt.want {
			t.Errorf("key %d: %s, want %s", tt.secret, got, tt.want)
		}
		sealed, _ := hex.DecodeString(got)
		if plain, err := k.open(append([]byte(nonce), sealed...), []byte(tt.data)); err != nil || string(plain) != "XAES-256-GCM" {
			t.Errorf("key %d: %q, %v", tt.secret, plain, err)
		}
	}
}

const marker = "Rumpelstiltskin"

// fillMarked puts the marker into all that a store has of a thread, in small and in large
// values, and returns what can be read of it.
func fillMarked(tb testing.TB, s *Store, thread string) string {
	tb.Helper()
	var ids checkpoint.IDs
	large := jsonf(`[%q]`, strings.Repeat(marker+" ", 100))
	small := jsonf("%q", marker)
	task := ids.New(0)
	first := &checkpoint.Checkpoint{
		ID: ids.New(0), Metadata: checkpoint.Metadata{Source: checkpoint.SourceInput, Extra: map[string]json.RawMessage{"who": small.Data}},
		Versions: []checkpoint.Version{{Channel: "large", N: 1}, {Channel: "small", N: 1}},
		Values:   []checkpoint.Value{{Channel: "large", Version: 1, Blob: large}, {Channel: "small", Version: 1, Blob: small}},
	}
	write := func(channel string, value checkpoint.Blob) []checkpoint.TaskWrites {
		return []checkpoint.TaskWrites{{TaskID: task, Writes: []checkpoint.PendingWrite{{TaskID: task, Channel: channel, Value: value}}}}
	}
	key := checkpoint.Key{ThreadID: thread}
	commitAll(tb, s, checkpoint.Batch{Key: key, Checkpoint: first})
	key.ID = first.ID
	second := &checkpoint.Checkpoint{ID: ids.New(1), ParentID: first.ID, Versions: []checkpoint.Version{{Channel: "large", N: 1}, {Channel: "small", N: 1}}}
	commitAll(tb, s, checkpoint.Batch{Key: key, Checkpoint: second, Writes: write("small", jsonf(`{"update":%q}`, marker))})
	key.ID = second.ID
	commitAll(tb, s, checkpoint.Batch{Key: key, Writes: write(checkpoint.ChannelInterrupt, jsonf(`{"question":%q}`, marker)), Thread: &checkpoint.ThreadUpdate{
		Status: checkpoint.StatusInterrupted, Interrupts: []checkpoint.ThreadInterrupt{{ID: "12ab", Node: "ask", Value: jsonf(`{"question":%q}`, marker)}},
	}})
	commitAll(tb, s, checkpoint.Batch{Key: key, Writes: write(checkpoint.ChannelResume, jsonf(`["answer %s"]`, marker))})
	commitAll(tb, s, checkpoint.Batch{Key: key, Writes: write(checkpoint.ChannelError, jsonf(`["error %s"]`, marker))})
	commitAll(tb, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: thread + "-failed"}, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusError, Error: "no " + marker}})
	script := checkpoint.Script{Hash: "h", Name: "flow.ts", Code: []byte(marker), Map: []byte(marker), Info: jsonf("%q", marker).Data}
	if err := s.PutScript(tb.Context(), script); err != nil {
		tb.Fatal(err)
	}
	if err := s.SetThreadScript(tb.Context(), thread, ScriptRef{Hash: "h", Info: jsonf("%q", marker).Data}, nil); err != nil {
		tb.Fatal(err)
	}
	if err := s.ChangeMeta(tb.Context(), thread, func([]byte) ([]byte, error) { return jsonf(`{"who":%q}`, marker).Data, nil }); err != nil {
		tb.Fatal(err)
	}
	change := &Change{
		Put: []Document{{Kind: "kind", Key: thread, ThreadID: thread, Body: []byte(marker)}},
		Events: []Event{
			{ThreadID: thread, Kind: "kind", Body: []byte(marker)},
			{ThreadID: thread, Kind: "kind", Body: []byte(strings.Repeat(marker+" ", 2000))},
			{ThreadID: thread, Kind: "kind", Body: []byte(strings.Repeat(marker+" ", 2000) + marker)}, // in pieces
		},
	}
	if err := s.Write(tb.Context(), change); err != nil {
		tb.Fatal(err)
	}
	return allOf(tb, s)
}

// wantAll compares all that can be read of a store.
func wantAll(t *testing.T, s *Store, want string) {
	t.Helper()
	if got := allOf(t, s); got != want {
		t.Errorf("the store has\n%s\nwant\n%s", got, want)
	}
}

// allOf returns all that can be read of a store.
func allOf(tb testing.TB, s *Store) string {
	tb.Helper()
	var b strings.Builder
	threads, err := s.Threads(tb.Context(), ThreadFilter{})
	if err != nil {
		tb.Fatal(err)
	}
	for _, thread := range threads {
		fmt.Fprintf(&b, "%s %s %q %s %s %v\n", thread.ID, thread.Status, thread.Error, thread.Script.Info, thread.Meta, thread.Sealed)
		events, _, err := s.Events(tb.Context(), EventFilter{ThreadID: thread.ID})
		if err != nil && !errors.Is(err, ErrKey) {
			tb.Fatal(err)
		}
		documents, err := s.Documents(tb.Context(), DocumentFilter{Kind: "kind", ThreadID: thread.ID})
		if err != nil && !errors.Is(err, ErrKey) {
			tb.Fatal(err)
		}
		for i := range events {
			fmt.Fprintf(&b, "%s\n", events[i].Body)
		}
		for i := range documents {
			fmt.Fprintf(&b, "%s\n", documents[i].Body)
		}
		for _, in := range thread.Interrupts {
			fmt.Fprintf(&b, "\t%s %s\n", in.ID, in.Value.Data)
		}
		for tuple, err := range s.List(tb.Context(), checkpoint.Key{ThreadID: thread.ID}, checkpoint.ListOptions{AllNS: true}) {
			if err != nil {
				tb.Fatal(err)
			}
			fmt.Fprintf(&b, "\t%s %s\n", tuple.Checkpoint.ID, tuple.Checkpoint.Metadata.Extra)
			for _, v := range tuple.Checkpoint.Values {
				fmt.Fprintf(&b, "\t\t%s %s\n", v.Channel, v.Blob.Whole().Data)
			}
			for _, w := range tuple.Writes {
				fmt.Fprintf(&b, "\t\t%s: %s %s\n", w.TaskID, w.Channel, w.Value.Data)
			}
		}
	}
	if script, err := s.Script(tb.Context(), "h"); err == nil {
		fmt.Fprintf(&b, "%s %s %s %s\n", script.Name, script.Code, script.Map, script.Info)
	} else if !errors.Is(err, ErrNoScript) {
		tb.Fatal(err)
	}
	return b.String()
}

// inFiles counts the marker in the files of a store.
func inFiles(tb testing.TB, path string) int {
	tb.Helper()
	n := 0
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			tb.Fatal(err)
		}
		n += bytes.Count(content, []byte(marker))
	}
	return n
}

func TestNothingIsPlain(t *testing.T) {
	t.Parallel()
	for _, letters := range []string{"", "a"} {
		path := filepath.Join(t.TempDir(), "test.db")
		s := openKeys(t, path, letters)
		written := fillMarked(t, s, "t")
		if n := strings.Count(written, marker); n < 100 {
			t.Errorf("keys %q: the store has the marker %d times", letters, n)
		}
		open := inFiles(t, path)
		closeNow(t, s)
		closed := inFiles(t, path)
		if plain := letters == ""; plain != (open > 0) || plain != (closed > 0) {
			t.Errorf("keys %q: the marker is in the files %d times, %d times after Close", letters, open, closed)
		}
		if again := allOf(t, openKeys(t, path, letters)); again != written {
			t.Errorf("keys %q: opened again it has\n%s\nwant\n%s", letters, again, written)
		}
	}
}

func TestOpenWithOtherKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain, sealed := filepath.Join(dir, "plain.db"), filepath.Join(dir, "sealed.db")
	closeNow(t, openKeys(t, plain, ""))
	s := openKeys(t, sealed, "a")
	fillMarked(t, s, "t")
	closeNow(t, s)
	before := snapshot(t, dir)
	a, b := keysOf("a").String(), keysOf("b").String()
	for _, tt := range []struct{ path, letters, want string }{
		{plain, "a", "the store is not encrypted: hitlrun rekey encrypts it"},
		{sealed, "b", "the store is encrypted with key " + a + "; the key file has " + b},
	} {
		for _, readOnly := range []bool{false, true} {
			s, err := Open(tt.path, Options{Keys: keysOf(tt.letters), ReadOnly: readOnly})
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, ErrKey) || err.Error() != "open store "+tt.path+": "+tt.want {
				t.Errorf("%s with %s: %v", tt.path, tt.letters, err)
			}
		}
	}
	want := "the store is encrypted with key " + a + ": give --encrypt-key-file"
	for _, readOnly := range []bool{false, true} {
		s, err := Open(sealed, Options{ReadOnly: readOnly})
		if err != nil {
			t.Fatal(err)
		}
		threads, err := s.Threads(t.Context(), ThreadFilter{})
		if err != nil || len(threads) != 2 {
			t.Errorf("Threads without the key: %v, %v", threads, err)
		}
		for _, thread := range threads {
			if !thread.Sealed || thread.Error != "" || thread.Interrupts != nil || thread.Script.Info != nil {
				t.Errorf("Threads without the key: %+v", thread)
			}
		}
		calls := map[string]func() error{
			"Get":    func() error { _, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); return err },
			"Thread": func() error { _, err := s.Thread(t.Context(), "t"); return err },
			"Script": func() error { _, err := s.Script(t.Context(), "h"); return err },
		}
		if !readOnly {
			l := looper{thread: "new"}
			calls["Commit"] = func() error { return s.Commit(t.Context(), l.next()) }
			calls["DeleteThread"] = func() error { return s.DeleteThread(t.Context(), "t") }
			calls["Prune"] = func() error { return s.Prune(t.Context(), "t", 1) }
			calls["Vacuum"] = func() error { return s.Vacuum(t.Context()) }
			calls["Rekey"] = func() error { return s.Rekey(t.Context(), nil) }
			calls["PutScript"] = func() error { return s.PutScript(t.Context(), checkpoint.Script{Hash: "new"}) }
		}
		for name, call := range calls {
			if err := call(); !errors.Is(err, ErrKey) || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s without the key: %v", name, err)
			}
		}
		closeNow(t, s)
	}
	s, err := Open(sealed, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Rekey(t.Context(), keysOf("b")); !errors.Is(err, ErrKey) {
		t.Errorf("Rekey without the key: %v", err)
	}
	closeNow(t, s)
	if after := snapshot(t, dir); after != before {
		t.Errorf("files were touched:\n%s\nbefore:\n%s", after, before)
	}
}

// TestEncryptedFromTheStart has one store make a file with keys and others not.
func TestEncryptedFromTheStart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	var wg sync.WaitGroup
	var mu sync.Mutex
	opened := map[string]int{}
	for i := range 12 {
		letters := []string{"", "a", "b"}[i%3]
		wg.Go(func() {
			var o Options
			if letters != "" {
				o.Keys = keysOf(letters)
			}
			s, err := Open(path, o)
			if err != nil {
				if !errors.Is(err, ErrKey) {
					t.Error(err)
				}
				return
			}
			defer s.Close()
			l := looper{thread: fmt.Sprint(i)}
			if err := s.Commit(context.Background(), l.next()); err == nil {
				mu.Lock()
				opened[letters]++
				mu.Unlock()
			} else if !errors.Is(err, ErrKey) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(opened) != 1 {
		t.Errorf("written to with %v", opened)
	}
	for letters, n := range opened {
		threads, err := openKeys(t, path, letters).Threads(t.Context(), ThreadFilter{})
		if err != nil || len(threads) != n {
			t.Errorf("%d threads, want %d: %v", len(threads), n, err)
		}
	}
}

// TestTampered changes an encrypted store without the key.
func TestTampered(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openKeys(t, path, "a")
	fillMarked(t, s, "t")
	fillMarked(t, s, "u")
	closeNow(t, s)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const number = "(SELECT id FROM threads WHERE ext = 't')"
	const other = "(SELECT id FROM threads WHERE ext = 'u')"
	// The first byte is the number of a key, the others are covered by the tag.
	flip := func(column string, at int) string {
		return fmt.Sprintf("%s = CAST(substr(%[1]s, 1, %[2]d) || CASE WHEN substr(%[1]s, %[3]d, 1) = x'00' THEN x'01' ELSE x'00' END || substr(%[1]s, %[4]d) AS BLOB)", column, at, at+1, at+2)
	}
	var changes []string
	for _, table := range sealedTables() {
		if table.name == "audit" {
			continue
		}
		for _, column := range table.columns {
			for _, at := range []int{0, 1, 30, 41} {
				changes = append(changes, "UPDATE "+table.name+" SET "+flip(column, at))
			}
			changes = append(changes,
				"UPDATE "+table.name+" SET "+column+" = substr("+column+", 1, 10)",
				"UPDATE "+table.name+" SET "+column+" = substr("+column+", 1, length("+column+") - 1)",
				"UPDATE "+table.name+" SET "+column+" = zeroblob(0)",
				"UPDATE "+table.name+" SET "+column+" = x'ffffffffffffffffffffff00'")
		}
	}
	swap := func(table, column, where string) string {
		return fmt.Sprintf("UPDATE %s AS a SET %s = (SELECT %[2]s FROM %[1]s b WHERE b.%[3]s) WHERE a.%[4]s", table, column, fmt.Sprintf(where, other), fmt.Sprintf(where, number))
	}
	changes = append(changes,
		swap("threads", "interrupts", "id = %s"), swap("threads", "ref", "id = %s"),
		swap("checkpoints", "body", "thread = %s AND writes IS NULL"), swap("checkpoints", "writes", "thread = %s AND writes IS NOT NULL"),
		swap("writes", "body", "thread = %s AND kind = 2"), swap("blobs", "data", "id >> 32 = %s"),
		"UPDATE scripts SET code = map", "UPDATE checkpoints SET writes = body WHERE writes IS NOT NULL",
		"UPDATE keys SET fingerprint = x'0102030405060708'", "DELETE FROM keys", "UPDATE keys SET "+flip("probe", 30), "UPDATE keys SET id = 2",
	)
	found := 0
	for i, change := range changes {
		path := filepath.Join(filepath.Dir(path), fmt.Sprint(i, ".db"))
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := connect(path, "mode=rw", 0)
		if err != nil {
			t.Fatal(err)
		}
		result, err := c.Exec(change)
		if err != nil {
			t.Fatal(change, err)
		}
		if n, _ := result.RowsAffected(); n == 0 {
			t.Fatalf("%s: no row", change)
		}
		closeNow(t, c)
		err = readAll(path, keysOf("a"))
		switch {
		case err == nil:
			t.Errorf("%s: nobody sees it", change)
		case errors.Is(err, errTampered):
			found++
		case errors.Is(err, ErrKey) && strings.Contains(change, "keys"):
		default:
			t.Errorf("%s: %v", change, err)
		}
	}
	if found < len(changes)-2 {
		t.Errorf("%d of %d were found out", found, len(changes))
	}
}

// readAll returns the first error of reading all of a store.
func readAll(path string, keys *Keys) error {
	s, err := Open(path, Options{Keys: keys})
	if err != nil {
		return err
	}
	defer s.Close()
	for _, id := range []string{"t", "u", "t-failed", "u-failed"} {
		if _, err := s.Thread(context.Background(), id); err != nil {
			return err
		}
		if _, _, err := s.Events(context.Background(), EventFilter{ThreadID: id}); err != nil {
			return err
		}
		if _, err := s.Documents(context.Background(), DocumentFilter{Kind: "kind", ThreadID: id}); err != nil {
			return err
		}
		for _, err := range s.List(context.Background(), checkpoint.Key{ThreadID: id}, checkpoint.ListOptions{}) {
			if err != nil {
				return err
			}
		}
	}
	_, err = s.Script(context.Background(), "h")
	return err
}
