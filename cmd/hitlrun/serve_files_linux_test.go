// This file tests that a server opens no file for a script: what is wrong with the file ends the worker of the script, and
// nothing else.

package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

const openingFlow = `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
export const flow = new StateGraph(Annotation.Root({ file: Annotation<string>(), waits: Annotation<boolean>(), found: Annotation<any>() }))
  .addNode("look", async ({ file, waits }) => {
    if (!file) return { found: "nothing" };
    const tuple = await SqliteSaver.fromConnString(file).getTuple({ configurable: { thread_id: "t" } });
    if (waits) {
      console.log("it is open");
      await new Promise((done) => setTimeout(done, 2000));
    }
    return { found: tuple ? tuple.checkpoint.channel_values.a.length : "no thread" };
  }).addEdge(START, "look").compile();`

// makeFile makes a database with one thread, whose state has so many letters.
func makeFile(t *testing.T, path string, letters int, keys *sqlite.Keys) {
	t.Helper()
	s, err := sqlite.Open(path, sqlite.Options{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	text := slices.Concat([]byte(`"`), bytes.Repeat([]byte("x"), letters), []byte(`"`))
	cp := &checkpoint.Checkpoint{
		ID: "1ef00000-0000-6000-8000-000000000000", Versions: []checkpoint.Version{{Channel: "a", N: 1}},
		Values: []checkpoint.Value{{Channel: "a", Version: 1, Blob: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: text}}},
	}
	if err := s.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: cp.ID}, Checkpoint: cp}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// makeEndless makes a database whose schema refers to itself: SQLite reads the row of an index, which it takes any number of
// times, 570 to the power of 12 times.
func makeEndless(t *testing.T, path string) {
	t.Helper()
	const size, used, fan, levels = 4096, 4088, 570, 12
	s, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	d, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(d[40:42]) // the mark of a store of threads, which scripts do not open
	for at := 0; at < len(d); at += size {
		clear(d[at+used : at+size]) // the checksums
	}
	u16, u32 := binary.BigEndian.PutUint16, binary.BigEndian.PutUint32
	add := func(page []byte) uint32 { // the pages behind the others
		d = append(d, page...)
		return uint32(len(d) / size)
	}
	leafOf := func(cell []byte) []byte {
		page := make([]byte, size)
		page[0] = 13
		u16(page[3:], 1)
		u16(page[5:], uint16(used-len(cell)))
		u16(page[8:], uint16(used-len(cell)))
		copy(page[used-len(cell):], cell)
		return page
	}
	interiorTo := func(child uint32) []byte {
		page := make([]byte, size)
		page[0] = 5
		u16(page[3:], fan)
		u16(page[5:], used-5*fan)
		u32(page[8:], child)
		for i := range fan {
			at := used - 5*(i+1)
			u16(page[12+2*i:], uint16(at))
			u32(page[at:], child)
			page[at+4] = 1
		}
		return page
	}
	const kind, name, table = "index", "sqlite_autoindex_threads_1", "threads"
	found := bytes.Index(d, []byte(kind+name+table))
	if found < 0 {
		t.Fatal("the schema has no such row")
	}
	record := []byte{6, 13 + 2*byte(len(kind)), 13 + 2*byte(len(name)), 13 + 2*byte(len(table)), 1, 0}
	record = append(append(record, kind+name+table...), d[found+len(kind+name+table)])
	next := add(leafOf(append([]byte{byte(len(record)), 1}, record...)))
	for range levels {
		next = add(interiorTo(next))
	}
	first := make([]byte, size) // the schema as it is, on a page of its own
	n := int(binary.BigEndian.Uint16(d[103:]))
	head := 8
	if d[100] == 5 {
		head = 12
	}
	copy(first, d[100:100+head+2*n])
	lowest := used
	for i := range n {
		lowest = min(lowest, int(binary.BigEndian.Uint16(d[100+head+2*i:])))
	}
	copy(first[lowest:used], d[lowest:used])
	u16(first[1:], 0)
	u16(first[5:], uint16(lowest))
	old := add(first)
	clear(d[100:used])
	d[100] = 5
	u16(d[103:], 1)
	u16(d[105:], used-7)
	u32(d[108:], next)
	u16(d[112:], used-7)
	u32(d[used-7:], old)
	copy(d[used-3:], "\x81\xff\x7f") // the key of the last row there
	u32(d[28:], uint32(len(d)/size))
	if err := os.WriteFile(path, d, 0o600); err != nil {
		t.Fatal(err)
	}
}

// has reports whether one of the processes has the file open.
func has(path string, pids ...int) bool {
	for _, pid := range pids {
		links, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/fd/*") // the pattern is well formed
		for _, link := range links {
			if to, _ := os.Readlink(link); to == path {
				return true
			}
		}
	}
	return false
}

// processorTime returns the time that a process has used, in hundredths of a second.
func processorTime(t *testing.T, pid int) int {
	t.Helper()
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func TestServeOpensNoFilesOfScripts(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	own, large, endless := filepath.Join(dir, "own.db"), filepath.Join(dir, "large.db"), filepath.Join(dir, "endless.db")
	makeFile(t, own, 7, nil)
	makeFile(t, large, 100<<20, nil)
	makeEndless(t, endless)
	writeScript(t, dir, "flow.ts", openingFlow)
	cmd, first, out := servingTo(t, dir, "flow.ts", "--allow-read=.", "--allow-write=.", "--max-memory", "32MiB", "--max-time", "5s", "--workers", "1")
	url := strings.TrimSpace(first[strings.Index(first, "http"):])
	look := func(input string) string { return postTo(t, url+"/chat", `{"input":{`+input+`}}`) }
	server := cmd.Process.Pid

	answer, _ := openedInWorker(t, server, own, out, look)
	if got := <-answer; !strings.Contains(got, `"found":7`) {
		t.Errorf("the script found %s", got)
	}
	for deadline := time.Now().Add(20 * time.Second); has(own, childrenOf(t, server)...); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the worker has the file open after the run")
		}
	}

	const outOfMemory = "memory|died 3 times" // the race detector has words of its own for it
	for file, want := range map[string]string{large: outOfMemory, endless: "open store|ran for more than 5s"} {
		if got := look(`"file":"` + file + `"`); !strings.Contains(got, `"error"`) || !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s: got %.300s, want an error with %q", file, got, want)
		}
		if got := look(`"waits":false`); !strings.Contains(got, `"found":"nothing"`) {
			t.Errorf("after %s another thread says %.300s", file, got)
		}
	}
	before := processorTime(t, server)
	time.Sleep(time.Second)
	if used := processorTime(t, server) - before; used > 30 {
		t.Errorf("the server computes on: %d ms in a second", used*10)
	}
	if peak := memoryOf(t, server, "VmHWM"); peak > 200<<10 {
		t.Errorf("the server had %d KiB of memory", peak)
	}
	endServing(t, cmd)
}

// With a key, too, it is the worker that opens the files of scripts. Of the key of the store it has nothing.
func TestServeOpensNoEncryptedFilesOfScripts(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("0123456789abcdef", 4)
	keys, err := sqlite.ParseKeys([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	keyFile := filepath.Join(t.TempDir(), "store.key")
	if err := os.WriteFile(keyFile, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	own, large, ofStore := filepath.Join(dir, "own.db"), filepath.Join(dir, "large.db"), filepath.Join(dir, "store.db")
	makeFile(t, own, 7, keys.ForScripts())
	makeFile(t, large, 100<<20, keys.ForScripts())
	makeFile(t, ofStore, 9, keys)
	writeScript(t, dir, "flow.ts", openingFlow)
	cmd, first, out := servingTo(t, dir, "flow.ts", "--allow-read=.", "--allow-write=.", "--max-memory", "32MiB", "--max-time", "5s", "--workers", "1", "--encrypt-key-file", keyFile)
	url := strings.TrimSpace(first[strings.Index(first, "http"):])
	look := func(input string) string { return postTo(t, url+"/chat", `{"input":{`+input+`}}`) }
	server := cmd.Process.Pid

	answer, workers := openedInWorker(t, server, own, out, look)
	raw, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range workers {
		for _, secret := range [][]byte{raw, []byte(text), []byte(base64.StdEncoding.EncodeToString(raw))} {
			if memoryHas(t, pid, secret) {
				t.Errorf("the worker %d has the key of the store in its memory", pid)
			}
		}
	}
	if got := <-answer; !strings.Contains(got, `"found":7`) {
		t.Errorf("the script found %s", got)
	}
	if got := look(`"file":"` + large + `"`); !strings.Contains(got, `"error"`) || !regexp.MustCompile("memory|died 3 times").MatchString(got) {
		t.Errorf("the large file: %.300s", got)
	}
	if got := look(`"file":"` + ofStore + `"`); !strings.Contains(got, "hitlrun rekey --for-scripts") {
		t.Errorf("a file with the key of the store: %.300s", got)
	}
	if peak := memoryOf(t, server, "VmHWM"); peak > 200<<10 {
		t.Errorf("the server had %d KiB of memory", peak)
	}
	fresh := filepath.Join(dir, "fresh.db")
	if got := look(`"file":"` + fresh + `"`); !strings.Contains(got, `"no thread"`) {
		t.Errorf("a new file: %.300s", got)
	}
	const other = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
	if _, err := hitlrun.Open(fresh, hitlrun.Options{Keys: keysOf(t, other)}); err == nil || !strings.Contains(err.Error(), "the store is encrypted with key") {
		t.Errorf("the new file is not encrypted: %v", err)
	}
	// Who has the key of the store reads and writes such a file, and it remains one of a worker.
	s, err := hitlrun.Open(own, hitlrun.Options{Keys: keysOf(t, text)})
	if err == nil {
		err = errors.Join(s.Rekey(t.Context(), keysOf(t, other+"\n"+text)), s.Rekey(t.Context(), keysOf(t, text+"\n"+other)), s.Close())
	}
	if err != nil {
		t.Error(err)
	}
	s, err = hitlrun.Open(ofStore, hitlrun.Options{Keys: keysOf(t, text)})
	if err == nil {
		err = errors.Join(s.Rekey(t.Context(), keysOf(t, text).ForScripts()), s.Close())
	}
	if err != nil {
		t.Error(err)
	}
	for file, want := range map[string]string{own: `"found":7`, ofStore: `"found":9`} {
		if got := look(`"file":"` + file + `"`); !strings.Contains(got, want) {
			t.Errorf("%s after rekey: %.300s", file, got)
		}
	}
	endServing(t, cmd)
}

// openedInWorker has the script open a file, and sees that a worker of the server opens it, and not the server. answer gets what the script
// answers later.
func openedInWorker(t *testing.T, server int, file string, out *bufio.Reader, look func(input string) string) (answer <-chan string, workers []int) {
	t.Helper()
	answers := make(chan string, 1)
	go func() { answers <- look(`"file":"` + file + `","waits":true`) }()
	if line, err := out.ReadString('\n'); err != nil || line != "it is open\n" {
		t.Fatalf("%q %v", line, err)
	}
	workers = childrenOf(t, server)
	if has(file, server) || !has(file, workers...) {
		t.Errorf("the server has the file open: %t; its workers: %t", has(file, server), has(file, workers...))
	}
	return answers, workers
}

func keysOf(t *testing.T, text string) *hitlrun.Keys {
	t.Helper()
	keys, err := hitlrun.ParseKeys([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// memoryHas reports whether the memory of a process has the bytes.
func memoryHas(t *testing.T, pid int, what []byte) bool {
	t.Helper()
	proc := "/proc/" + strconv.Itoa(pid)
	maps, err := os.ReadFile(proc + "/maps")
	if err != nil {
		t.Fatal(err)
	}
	mem, err := os.Open(proc + "/mem")
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	for line := range strings.Lines(string(maps)) {
		var from, to int64
		var mode string
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &from, &to, &mode); n != 3 || !strings.HasPrefix(mode, "rw") {
			continue
		}
		part := make([]byte, to-from)
		n, _ := mem.ReadAt(part, from) // some are not readable
		if bytes.Contains(part[:n], what) {
			return true
		}
	}
	return false
}
