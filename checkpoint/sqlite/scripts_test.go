// This file tests scripts and which threads run them.

package sqlite

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

func TestScripts(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	ctx := t.Context()
	if _, err := s.Script(ctx, "h"); !errors.Is(err, ErrNoScript) || err.Error() != "script h: no such script" {
		t.Errorf("Script: %v, want ErrNoScript", err)
	}
	if err := s.PutScript(ctx, checkpoint.Script{}); err == nil {
		t.Error("a script without a hash was accepted")
	}
	scripts := []checkpoint.Script{
		{Hash: "h", Name: "flow.ts", Code: []byte(strings.Repeat("const x = 1;\n", 10000)), Map: []byte(`{"version":3}`), Info: json.RawMessage(`{"files":["flow.ts"]}`)},
		{Hash: "empty"},
		{Hash: "binary", Code: []byte("\x00\xff")},
	}
	for _, script := range scripts {
		for range 2 {
			if err := s.PutScript(ctx, script); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Script(ctx, script.Hash)
		if err != nil || !reflect.DeepEqual(*got, script) {
			t.Errorf("Script: %.200v, %v\nwant %.200v", got, err, script)
		}
	}
	if n := numbers(t, s, "SELECT length(code) FROM scripts WHERE hash = 'h'"); n[0] > 2000 {
		t.Errorf("130000 bytes of the same line take %d bytes", n[0])
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if err := s.PutScript(ctx, checkpoint.Script{Hash: "same", Code: []byte("1")}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := numbers(t, s, "SELECT count(*) FROM scripts"); n[0] != 4 {
		t.Errorf("%d scripts, want 4", n[0])
	}
}

func TestThreadScript(t *testing.T) {
	t.Parallel()
	s, _ := openClock(t)
	ctx := t.Context()
	ref := ScriptRef{Hash: "h", Graph: "graph", Profile: "1", Info: json.RawMessage(`{"effects":"once"}`)}
	if err := s.SetThreadScript(ctx, "", ref, nil); !errors.Is(err, checkpoint.ErrNoThread) {
		t.Errorf("SetThreadScript without a thread: %v", err)
	}
	if err := s.SetThreadScript(ctx, "t", ref, nil); !errors.Is(err, ErrNoScript) || err.Error() != "set the script of thread t: no such script: h" {
		t.Errorf("SetThreadScript before PutScript: %v, want ErrNoScript", err)
	}
	if _, err := s.Thread(ctx, "t"); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("the thread was made all the same: %v", err)
	}
	for _, hash := range []string{"h", "h2", "h3"} {
		if err := s.PutScript(ctx, checkpoint.Script{Hash: hash, Code: []byte(hash)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SetThreadScript(ctx, "t", ref, nil); err != nil {
		t.Fatal(err)
	}
	got := mustThread(t, s, "t")
	if !reflect.DeepEqual(got.Script, ref) || got.Status != checkpoint.StatusRunning {
		t.Errorf("thread %+v, want one that runs %+v", got, ref)
	}
	l := looper{thread: "t"}
	b := l.next()
	b.Thread = &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone}
	commitAll(t, s, b)
	if got = mustThread(t, s, "t"); !reflect.DeepEqual(got.Script, ref) || got.Status != checkpoint.StatusDone {
		t.Errorf("after a commit: %+v", got)
	}
	for _, ref := range []ScriptRef{{Hash: "h2"}, {Graph: strings.Repeat("g", 100), Profile: "0.2"}, {Info: json.RawMessage("[]")}, {}, {Hash: "h2"}} {
		if err := s.SetThreadScript(ctx, "t", ref, nil); err != nil {
			t.Fatal(err)
		}
		if got := mustThread(t, s, "t"); !reflect.DeepEqual(got.Script, ref) || got.Status != checkpoint.StatusDone {
			t.Errorf("script %+v, want %+v", got.Script, ref)
		}
	}
	if err := s.Vacuum(ctx); err != nil {
		t.Fatal(err)
	}
	for hash, there := range map[string]bool{"h": false, "h2": true, "h3": false} {
		if _, err := s.Script(ctx, hash); (err == nil) != there {
			t.Errorf("after Vacuum, script %s: %v", hash, err)
		}
	}
	if err := s.DeleteThread(ctx, "t"); err != nil {
		t.Fatal(err)
	}
	if err := s.Vacuum(ctx); err != nil {
		t.Fatal(err)
	}
	if n := numbers(t, s, "SELECT count(*) FROM scripts"); n[0] != 0 {
		t.Errorf("%d scripts are left that nobody runs", n[0])
	}
}
