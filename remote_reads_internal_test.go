// This file has workers that read what is large.

package hitlrun

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/longterm"
)

// All workers have a bounded number of bytes in memory of what they read. What is small does not wait, and a read that is given up leaves
// nothing behind.
func TestReadsOfWorkersShareMemory(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	items, err := longterm.Open(filepath.Join(t.TempDir(), "items.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { items.Close() })
	large := `"` + strings.Repeat("x", 2<<20) + `"`
	for id, text := range map[string]string{"own": "1", "large": large} {
		batch := batchOf(id, text)
		answer := checkpoint.Event{Kind: checkpoint.EventAnswer, Interrupt: "i", Value: []byte("1" + strings.Repeat("0", 100))}
		batch.Audit = &checkpoint.Audit{Events: slices.Repeat([]checkpoint.Event{answer}, 1+len(text)/100)}
		if err := b.store.saver.Commit(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		if err := items.Put(t.Context(), []longterm.Write{{Namespace: []string{id}, Key: "k", Value: []byte(text)}}); err != nil {
			t.Fatal(err)
		}
	}
	own, end := b.p.bind(&bound{saver: b.store.only("own", nil), items: items}, "own")
	defer end()
	ref, end := b.p.bind(&bound{saver: b.store.only("large", nil), items: items}, "large")
	defer end()
	reads := func(id string, ref saverRef) map[string]func(ctx context.Context) (int, error) {
		read := func(method byte, m *readMessage) func(ctx context.Context) (int, error) {
			return func(ctx context.Context) (int, error) {
				m.Saver, m.Key = ref, checkpoint.Key{ThreadID: id}
				found, err := calls[tuplesMessage](ctx, b.line, method, m)
				n := 0
				for _, tuple := range found.Tuples {
					n += tuple.Checkpoint.Values[0].Blob.Size()
				}
				return n, err
			}
		}
		item := func(method byte) func(ctx context.Context) (int, error) {
			return func(ctx context.Context) (int, error) {
				found, err := calls[foundItems](ctx, b.line, method, &itemsMessage{Saver: ref, Namespace: []string{id}, Key: "k", Limit: -1})
				n := 0
				for i := range found.Items {
					n += len(found.Items[i].Value)
				}
				return n, err
			}
		}
		audit := func(method byte) func(ctx context.Context) (int, error) {
			return func(ctx context.Context) (int, error) {
				found, err := calls[auditedMessage](ctx, b.line, method, &auditMessage{Saver: ref, Filter: checkpoint.AuditFilter{ThreadID: id}, Prefix: "i"})
				n := 0
				for _, e := range found.Entries {
					n += len(e.Events) // each has 100 bytes and more
				}
				if id == "large" && n == 1+len(large)/100 {
					n = len(large)
				}
				return n, err
			}
		}
		return map[string]func(ctx context.Context) (int, error){
			"audit log": audit(toAudit), "answer in it": audit(toFindAnswer),
			"get": read(toGet, &readMessage{}), "head": read(toHead, &readMessage{}), "list": read(toList, &readMessage{}),
			"list of all namespaces": read(toList, &readMessage{List: checkpoint.ListOptions{AllNS: true}}),
			"get item":               item(toGetItem), "find items": item(toFindItems),
		}
	}
	all, err := b.p.reads.Take(t.Context(), "others", maxWorkerReads)
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range reads("large", ref) {
		ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if n, err := read(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %d bytes, %v; there is no memory", name, n, err)
		}
		stop()
	}
	for name, read := range reads("own", own) {
		if n, err := read(t.Context()); n < 1 || err != nil {
			t.Errorf("%s of what is small: %d bytes, %v", name, n, err)
		}
	}
	all.Free()
	for name, read := range reads("large", ref) {
		if n, err := read(t.Context()); n != len(large) || err != nil {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
	if n := b.p.reads.InUse(); n != 0 {
		t.Errorf("%d bytes are taken", n)
	}
	big := bytes.Repeat([]byte("1"), 60<<20)
	for _, key := range []string{"1", "2", "3", "4", "5"} {
		if err := items.Put(t.Context(), []longterm.Write{{Namespace: []string{"big"}, Key: key, Value: big}}); err != nil {
			t.Fatal(err)
		}
	}
	b.refused("items that no message holds", toFindItems, &itemsMessage{Saver: ref, Namespace: []string{"big"}, Limit: -1}, "would have 300 MiB")
}
