// This file looks for what was deleted in the bytes of all files.

package main

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const secretScript = `
import { StateGraph, Annotation, interrupt, START, END } from "@langchain/langgraph";

const list = Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] });
const State = Annotation.Root({ name: Annotation<string>(), log: list, long: Annotation<string>() });
const inner = new StateGraph(State)
  .addNode("think", (s) => ({ log: ["thought of " + s.name], long: (s.name + " ").repeat(2000) }))
  .addNode("ask", (s) => ({ log: ["said " + interrupt({ question: "Is it " + s.name + "?", schema: { type: "string" } })] }))
  .addEdge(START, "think").addEdge("think", "ask").addEdge("ask", END)
  .compile();
export const graph = new StateGraph(State)
  .addNode("first", (s) => ({ log: ["first " + s.name] }))
  .addNode("inner", inner)
  .addNode("last", (s) => {
    console.log("last");
    if (s.name === "wait") return new Promise((resolve) => setTimeout(() => resolve({}), 60_000));
    throw new Error("no more " + s.name);
  })
  .addEdge(START, "first").addEdge("first", "inner").addEdge("inner", "last").addEdge("last", END)
  .compile();
`

// The thread of secretScript: what is in its state, questions and answers, and its id.
const (
	secretName   = "Rumpelstiltskin"
	secretAnswer = "yes-it-is-Rumpelstilz"
	secretThread = "thread-of-the-miller"
	secretUUID   = "7d2c1f0e-9b8a-4c3d-8e5f-1a2b3c4d5e6f"
)

// found returns what of the thread is in the files of the store.
func (k *killer) found() (list []string) {
	k.t.Helper()
	uuid, _ := hex.DecodeString(strings.ReplaceAll(secretUUID, "-", ""))
	sum := sha256.Sum256([]byte(secretThread))
	names, err := filepath.Glob(filepath.Join(k.dir, "hitlrun.db*"))
	if err != nil || len(names) == 0 {
		k.t.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			k.t.Fatal(err)
		}
		for _, secret := range []string{secretName, "pelstilts", secretAnswer, "is-Rumpel", secretThread, "of-the-mill", secretUUID, string(uuid), string(sum[:]), hex.EncodeToString(sum[:])} {
			if n := bytes.Count(content, []byte(secret)); n > 0 {
				list = append(list, fmt.Sprintf("%s has %q %d times", filepath.Base(name), secret, n))
			}
		}
	}
	return list
}

// fillSecret makes two threads with secrets, an ordinary one between them, and wants the secrets to be in the files.
func (k *killer) fillSecret() {
	k.t.Helper()
	if err := os.WriteFile(filepath.Join(k.dir, "secret.ts"), []byte(secretScript), 0o666); err != nil {
		k.t.Fatal(err)
	}
	for _, thread := range []string{secretThread, "other", secretUUID} {
		name := secretName
		if thread == "other" {
			name = "Ilse"
		}
		if code, _, errs := k.run("start", "secret.ts", "--thread", thread, "--input", fmt.Sprintf(`{"name":%q}`, name)); code != exitPaused {
			k.t.Fatalf("start: exit code %d\n%s", code, errs)
		}
		answer := secretAnswer
		if thread == "other" {
			answer = "no"
		}
		if code, _, errs := k.run("resume", "--thread", thread, "--text", answer); code != exitFailed || !strings.Contains(errs, "no more "+name) {
			k.t.Fatalf("resume: exit code %d\n%s", code, errs)
		}
	}
	if list := k.found(); len(list) < 6 {
		k.t.Fatalf("before it is deleted there is only %q", list)
	}
}

func (k *killer) delete(threads ...string) {
	k.t.Helper()
	for _, thread := range threads {
		if code, _, errs := k.run("delete", "--thread", thread); code != exitDone {
			k.t.Fatalf("delete: exit code %d\n%s", code, errs)
		}
	}
}

// What was deleted is in no file of the store.
func TestDeletedIsGone(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	k.fillSecret()
	k.delete(secretThread, secretUUID)
	if list := k.found(); list != nil {
		t.Errorf("after delete:\n%s", strings.Join(list, "\n"))
	}
	if code, out, errs := k.run("audit", "--thread", secretThread); code != exitDone || !strings.Contains(out, "delete") {
		t.Errorf("audit: exit code %d\n%s%s", code, out, errs)
	}
	if code, out, errs := k.run("audit", "verify"); code != exitDone {
		t.Errorf("audit verify: exit code %d\n%s%s", code, out, errs)
	}
	if document, _ := k.state("other"); !strings.Contains(document, "said no") {
		t.Errorf("the other thread has\n%s", document)
	}
}

// So it is while another process has the store open.
func TestDeletedWhileOpen(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	k.fillSecret()
	if code, _, errs := k.run("start", "secret.ts", "--thread", "waiting", "--input", `{"name":"wait"}`); code != exitPaused {
		t.Fatalf("start: exit code %d\n%s", code, errs)
	}
	other := k.command("resume", "--thread", "waiting", "--text", "yes")
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer other.Process.Kill()
	if _, err := out.Read(make([]byte, 5)); err != nil { // "last": it has the store open now, for a minute
		t.Fatal(err)
	}
	k.delete(secretThread, secretUUID)
	if list := k.found(); list != nil {
		t.Errorf("after delete:\n%s", strings.Join(list, "\n"))
	}
}

// A process that reads for long prevents the truncation of the WAL. delete reports this, and the next delete erases.
func TestDeletedWhileRead(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	k.fillSecret()
	db, err := sql.Open("sqlite3", filepath.Join(k.dir, "hitlrun.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRow("SELECT count(*) FROM threads").Scan(&n); err != nil {
		t.Fatal(err)
	}
	code, _, errs := k.run("delete", "--thread", secretThread, "--busy-timeout", "200ms")
	want := fmt.Sprintf("it is deleted, but its bytes are still in the WAL, which process %d uses (waited 200ms): the next delete erases them, of this thread or any other", os.Getpid())
	if code != exitFailed || !strings.Contains(errs, want) {
		t.Errorf("delete: exit code %d, stderr\n%s\nwant %s", code, errs, want)
	}
	if code, _, _ := k.run("state", "--thread", secretThread); code != exitUsage {
		t.Errorf("state of the thread: exit code %d, want %d", code, exitUsage)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	k.delete(secretUUID)
	if list := k.found(); list != nil {
		t.Errorf("after the next delete:\n%s", strings.Join(list, "\n"))
	}
}
