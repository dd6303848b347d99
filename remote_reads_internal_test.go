// This file has workers that read what is large.

package hitlrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
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

// countingStore counts the checkpoints that are listed, and those whose sizes are looked up.
type countingStore struct {
	*sqlite.Store
	listed, measured int
}

func (s *countingStore) List(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) iter.Seq2[*checkpoint.Tuple, error] {
	return func(yield func(*checkpoint.Tuple, error) bool) {
		for tuple, err := range s.Store.List(ctx, key, o) {
			if s.listed++; !yield(tuple, err) {
				return
			}
		}
	}
}

func (s *countingStore) LargestState(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) (int64, int, error) {
	largest, n, err := s.Store.LargestState(ctx, key, o)
	s.measured += n
	return largest, n, err
}

// A list that a worker requests in parts reads each checkpoint once, in all namespaces, with a filter and without. It is the list of the saver, also if
// that does not know the namespaces of a thread.
func TestListsOfWorkersAreLinear(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(filepath.Join(t.TempDir(), "threads.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var batches []checkpoint.Batch
	for i, ns := range slices.Repeat([]string{"b:2", "", "a:1"}, 450) {
		cp := &checkpoint.Checkpoint{ID: fmt.Sprintf("%05d", i), Metadata: checkpoint.Metadata{Source: checkpoint.SourceLoop, Step: i % 5}}
		batches = append(batches, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", NS: ns}, Checkpoint: cp})
	}
	if err := db.CommitAll(t.Context(), batches); err != nil {
		t.Fatal(err)
	}
	filter := map[string]json.RawMessage{"step": json.RawMessage("1")}
	for name, o := range map[string]checkpoint.ListOptions{
		"one namespace": {}, "all": {AllNS: true}, "the first ones of all": {AllNS: true, Limit: 777}, "older ones of all": {AllNS: true, Before: "01000"},
		"some of all": {AllNS: true, Filter: filter}, "some": {Filter: filter}, "some older ones": {Filter: filter, Before: "01000", Limit: 50},
	} {
		key := checkpoint.Key{ThreadID: "t"}
		var want []string
		for tuple, err := range db.List(t.Context(), key, o) {
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, tuple.Key.NS+" "+tuple.Checkpoint.ID)
		}
		counting := &countingStore{Store: db}
		for _, saver := range []checkpoint.Saver{counting, struct{ checkpoint.Saver }{db}} {
			var got []string
			m := &readMessage{Key: key, List: o}
			for more := true; more; {
				if _, err := sizeOfList(t.Context(), counting, m); err != nil {
					t.Fatal(err)
				}
				found, err := (&bound{saver: saver}).list(t.Context(), m)
				if err != nil {
					t.Fatal(err)
				}
				for _, tuple := range found.Tuples {
					got = append(got, tuple.Key.NS+" "+tuple.Checkpoint.ID)
				}
				more = found.More
				m.next(found.Tuples)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %d checkpoints, want %d", name, len(got), len(want))
			}
		}
		if n := len(want); counting.listed > n || counting.measured > 2*n { // measured for both savers
			t.Errorf("%s: %d checkpoints are listed and %d measured for %d", name, counting.listed, counting.measured, n)
		}
	}
}
