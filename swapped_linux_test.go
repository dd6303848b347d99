// This file tests that a script cannot open databases and sockets outside of a granted folder, while somebody replaces a
// folder in it by a link again and again.

package hitlrun_test

import (
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/longterm"
)

// opens opens the two databases and the socket in the folder d for a while, and returns what it found in them.
const opens = `
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { StateGraph, START, Annotation } from "@langchain/langgraph";
import { SqliteStore } from "hitlrun";
import net from "node:net";
const State = Annotation.Root({ folder: Annotation<string>(), ms: Annotation<number>(), found: Annotation<string[]>() });
export const graph = new StateGraph(State).addNode("open", async ({ folder, ms }) => {
  const found = new Set<string>();
  const tries = [
    () => new SqliteStore(folder + "/items.db").get(["a"], "k").then((item) => item?.value.of),
    async () => (await SqliteSaver.fromConnString(folder + "/threads.db").getTuple({ configurable: { thread_id: "t" } }))?.metadata.source,
    () => new Promise<string>((done) => {
      let text = "";
      net.connect(folder + "/s.sock").on("data", (data) => (text += data)).on("error", () => {}).on("close", () => done(text));
    }),
  ];
  for (const end = Date.now() + ms; Date.now() < end; )
    for (const attempt of tries) try { found.add(String(await attempt())) } catch { /* it was replaced */ }
  return { found: [...found] };
}).addEdge(START, "open").compile();
`

// fillFolder makes the databases and the socket of a folder. What is in them is the name of the folder.
func fillFolder(t *testing.T, dir string) {
	t.Helper()
	name := filepath.Base(dir)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	items, err := longterm.Open(filepath.Join(dir, "items.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := items.Put(t.Context(), []longterm.Write{{Namespace: []string{"a"}, Key: "k", Value: []byte(`{"of":"` + name + `"}`)}}); err != nil {
		t.Fatal(err)
	}
	threads, err := sqlite.Open(filepath.Join(dir, "threads.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cp := &checkpoint.Checkpoint{ID: "1ef00000-0000-6000-8000-000000000000", Metadata: checkpoint.Metadata{Source: name}}
	if err := threads.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: cp.ID}, Checkpoint: cp}); err != nil {
		t.Fatal(err)
	}
	if err := items.Close(); err != nil {
		t.Fatal(err)
	}
	if err := threads.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "s.sock")) // with the name of the test, the path is shorter than 108 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(conn, name)
			_ = conn.Close()
		}
	}()
}

func TestSwappedDatabases(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		t.Parallel()
		top := t.TempDir()
		granted := filepath.Join(top, "granted")
		if err := os.Mkdir(granted, 0o700); err != nil {
			t.Fatal(err)
		}
		own, link, secret := filepath.Join(granted, "own"), filepath.Join(granted, "link"), filepath.Join(top, "secret")
		fillFolder(t, own)
		fillFolder(t, secret)
		if err := os.Symlink(secret, link); err != nil {
			t.Fatal(err)
		}

		var swapper sync.WaitGroup
		stop := make(chan struct{})
		swapper.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					_ = unix.Renameat2(unix.AT_FDCWD, own, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE)
				}
			}
		})
		defer swapper.Wait()
		defer close(stop)

		o.Permissions = hitlrun.Permissions{Read: hitlrun.Grant{List: []string{granted}}, Write: hitlrun.Grant{List: []string{granted}}}
		store, script := open(t, ":memory:"), loadWith(t, opens, o)
		input, err := json.Marshal(map[string]any{"folder": own, "ms": 1500})
		if err != nil {
			t.Fatal(err)
		}
		res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: input})
		if err != nil {
			t.Fatal(err)
		}
		var state struct{ Found []string }
		if err := json.Unmarshal(res.Values, &state); err != nil {
			t.Fatal(err)
		}
		if found := strings.Join(state.Found, " "); strings.Contains(found, "secret") || !strings.Contains(found, "own") {
			t.Errorf("the script found %q, want only what is its own", state.Found)
		}
	})
}
