// This file measures commits and reads. The shapes are those of the benchmarks in
// conformance: a small graph that loops, threads that wait, a list that grows.

package sqlite

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// looper makes the batches of a graph with the nodes a and b that take turns, and
// the channels n and log.
type looper struct {
	thread string
	ids    checkpoint.IDs
	parent string
	step   int
}

// jsonf is a value with this JSON text.
func jsonf(format string, args ...any) checkpoint.Blob {
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: fmt.Appendf(nil, format, args...)}
}

func (l *looper) next() checkpoint.Batch {
	i := int64(l.step)
	at := func(k int64) int64 { return max(i+2-k, 1) }
	node, other := "a", "b"
	if i%2 == 1 {
		node, other = other, node
	}
	n, log := jsonf("%d", i), jsonf("%d", i*3/2)
	cp := &checkpoint.Checkpoint{
		ID: l.ids.New(l.step), ParentID: l.parent, CreatedAt: time.Now(),
		Metadata: checkpoint.Metadata{Source: checkpoint.SourceLoop, Step: l.step, Parents: map[string]string{}},
		Versions: []checkpoint.Version{{Channel: "__start__", N: 2}, {Channel: "n", N: at(0)}, {Channel: "log", N: at(0)}, {Channel: "branch:to:" + other, N: at(0)}, {Channel: "branch:to:" + node, N: at(0)}},
		Seen: []checkpoint.Seen{
			{Node: "__input__"}, {Node: "__start__", Versions: []checkpoint.Version{{Channel: "__start__", N: 1}}},
			{Node: "a", Versions: []checkpoint.Version{{Channel: "branch:to:a", N: at(1)}}}, {Node: "b", Versions: []checkpoint.Version{{Channel: "branch:to:b", N: at(2)}}},
		},
		Values: []checkpoint.Value{{Channel: "n", Version: at(0), Blob: n}, {Channel: "log", Version: at(0), Blob: log}, {Channel: "branch:to:" + other, Version: at(0), Blob: jsonf("null")}},
	}
	b := checkpoint.Batch{Key: checkpoint.Key{ThreadID: l.thread, ID: l.parent}, Checkpoint: cp}
	if l.parent != "" {
		task := l.ids.New(0)[:24] + fmt.Sprintf("%012x", i*0x9e3779b97f4a7c1&0xffffffffffff)
		b.Writes = []checkpoint.TaskWrites{{TaskID: task, Writes: []checkpoint.PendingWrite{
			{TaskID: task, Channel: "n", Value: n}, {TaskID: task, Channel: "log", Value: jsonf("1")}, {TaskID: task, Channel: "branch:to:" + other, Value: jsonf("null")},
		}}}
	}
	l.parent = cp.ID
	l.step++
	return b
}

func commitAll(tb testing.TB, s *Store, b checkpoint.Batch) {
	if err := s.Commit(tb.Context(), b); err != nil {
		tb.Fatal(err)
	}
}

// reportSize reports the bytes per operation of the file after all was worked into it.
func reportSize(b *testing.B, s *Store) {
	b.StopTimer()
	b.ReportMetric(float64(sizeOf(b, s))/float64(b.N), "file-B/op")
}

func syncStore(b *testing.B, s *Store) {
	if err := s.Sync(b.Context()); err != nil {
		b.Error(err)
	}
}

func benchCommit(b *testing.B, s *Store, durable bool) {
	l := looper{thread: "t"}
	var times []time.Duration
	for b.Loop() {
		batch := l.next()
		start := time.Now()
		commitAll(b, s, batch)
		if durable {
			syncStore(b, s)
		}
		times = append(times, time.Since(start))
	}
	reportSize(b, s)
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "p50-ns")
	b.ReportMetric(float64(times[len(times)*99/100].Nanoseconds()), "p99-ns")
}

func BenchmarkCommitNormal(b *testing.B) { benchCommit(b, openNew(b), false) }
func BenchmarkCommitSync(b *testing.B)   { benchCommit(b, openNew(b), true) }

func BenchmarkCommitEncrypted(b *testing.B) {
	benchCommit(b, openKeys(b, filepath.Join(b.TempDir(), "test.db"), "a"), false)
}

func benchWriters(b *testing.B, durable bool) {
	s := openNew(b)
	var left atomic.Int64
	left.Store(int64(b.N))
	var wg sync.WaitGroup
	b.ResetTimer()
	for i := range 8 {
		wg.Go(func() {
			l := looper{thread: fmt.Sprint("t", i)}
			for left.Add(-1) >= 0 {
				batch := l.next()
				commitAll(b, s, batch)
				if durable {
					syncStore(b, s)
				}
			}
		})
	}
	wg.Wait()
	reportSize(b, s)
}

func BenchmarkCommit8Writers(b *testing.B)     { benchWriters(b, false) }
func BenchmarkCommitSync8Writers(b *testing.B) { benchWriters(b, true) }

func BenchmarkGetNewest(b *testing.B) {
	for _, history := range []int{10, 10000} {
		b.Run(fmt.Sprint(history), func(b *testing.B) {
			s := openNew(b)
			l := looper{thread: "t"}
			for range history {
				commitAll(b, s, l.next())
			}
			for b.Loop() {
				if _, err := s.Get(b.Context(), checkpoint.Key{ThreadID: "t"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkGrowingList adds 1 KB to a list in each of 1600 steps: the last steps
// must cost what the first ones cost, in time and in bytes.
func BenchmarkGrowingList(b *testing.B) {
	const steps = 1600
	for b.Loop() {
		s := openNew(b)
		body := strings.Repeat("x", 1000)
		var ids checkpoint.IDs
		parent := ""
		var times [4]time.Duration
		for i := range int64(steps) {
			element := jsonf(`[{"role":"ai","content":"%d %s"}]`, i, body)
			value := element
			if i > 0 {
				value.Base = i
			}
			cp := &checkpoint.Checkpoint{
				ID: ids.New(int(i)), ParentID: parent, CreatedAt: time.Now(),
				Versions: []checkpoint.Version{{Channel: "messages", N: i + 1}},
				Values:   []checkpoint.Value{{Channel: "messages", Version: i + 1, Blob: value}},
			}
			batch := checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Checkpoint: cp}
			if parent != "" {
				batch.Writes = []checkpoint.TaskWrites{{TaskID: "x", Writes: []checkpoint.PendingWrite{{TaskID: "x", Channel: "messages", Value: element}}}}
			}
			start := time.Now()
			commitAll(b, s, batch)
			times[i*4/steps] += time.Since(start)
			parent = cp.ID
		}
		for i, d := range times {
			b.ReportMetric(float64(d.Microseconds())*4/steps, fmt.Sprintf("us/step-%d", i+1))
		}
		start := time.Now()
		tuple, err := s.Get(b.Context(), checkpoint.Key{ThreadID: "t"})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(start).Microseconds()), "us/get")
		b.ReportMetric(float64(len(tuple.Checkpoint.Values[0].Blob.Data))/1e6, "MB-value")
		start = time.Now()
		n := 0
		for _, err := range s.List(b.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms/list")
		b.ReportMetric(float64(sizeOf(b, s))/1e6, "MB-file")
	}
}

// BenchmarkPaused10000 makes 10,000 threads that wait for an answer.
func BenchmarkPaused10000(b *testing.B) {
	for b.Loop() {
		s := openNew(b)
		var ids checkpoint.IDs
		start := time.Now()
		for i := range 10000 {
			pause(b, s, &ids, fmt.Sprint("p", i), fmt.Sprintf("%s%d", strings.Repeat("x", 200), i))
		}
		b.ReportMetric(float64(time.Since(start).Microseconds())/10000, "us/thread")
		start = time.Now()
		threads, err := s.Threads(b.Context(), ThreadFilter{Status: checkpoint.StatusInterrupted, Limit: 20})
		if err != nil || len(threads) != 20 {
			b.Fatal(len(threads), err)
		}
		b.ReportMetric(float64(time.Since(start).Microseconds()), "us/threads")
		b.ReportMetric(float64(sizeOf(b, s))/1e6, "MB-file")
	}
}

// pause commits what a thread does until its first question, which has its input in it.
func pause(tb testing.TB, s *Store, ids *checkpoint.IDs, thread, q string) {
	input := &checkpoint.Checkpoint{
		ID: ids.New(-1), CreatedAt: time.Now(), Metadata: checkpoint.Metadata{Source: checkpoint.SourceInput, Step: -1, Parents: map[string]string{}},
		Versions: []checkpoint.Version{{Channel: "__start__", N: 1}}, Seen: []checkpoint.Seen{{Node: "__input__"}},
		Values: []checkpoint.Value{{Channel: "__start__", Version: 1, Blob: jsonf(`{"q":%q}`, q)}},
	}
	commitAll(tb, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: thread}, Checkpoint: input})
	first := &checkpoint.Checkpoint{
		ID: ids.New(0), ParentID: input.ID, CreatedAt: time.Now(), Metadata: checkpoint.Metadata{Source: checkpoint.SourceLoop, Step: 0, Parents: map[string]string{}},
		Versions: []checkpoint.Version{{Channel: "__start__", N: 2}, {Channel: "q", N: 2}, {Channel: "branch:to:ask", N: 2}},
		Seen:     []checkpoint.Seen{{Node: "__input__"}, {Node: "__start__", Versions: []checkpoint.Version{{Channel: "__start__", N: 1}}}},
		Values:   []checkpoint.Value{{Channel: "q", Version: 2, Blob: jsonf("%q", q)}, {Channel: "branch:to:ask", Version: 2, Blob: jsonf("null")}},
	}
	task := ids.New(0)
	commitAll(tb, s, checkpoint.Batch{
		Key: checkpoint.Key{ThreadID: thread, ID: input.ID}, Checkpoint: first,
		Writes: []checkpoint.TaskWrites{{TaskID: task, Writes: []checkpoint.PendingWrite{
			{TaskID: task, Channel: "q", Value: jsonf("%q", q)}, {TaskID: task, Channel: "branch:to:ask", Value: jsonf("null")},
		}}},
	})
	task = ids.New(0)
	commitAll(tb, s, checkpoint.Batch{
		Key: checkpoint.Key{ThreadID: thread, ID: first.ID},
		Writes: []checkpoint.TaskWrites{{TaskID: task, Writes: []checkpoint.PendingWrite{
			{TaskID: task, Channel: checkpoint.ChannelInterrupt, Value: jsonf(`{"question":%q}`, q)},
		}}},
		Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted, Interrupts: []checkpoint.ThreadInterrupt{
			{ID: "0123456789abcdef" + task[24:28] + "0123456789ab", Node: "ask", NS: "ask:" + task, Value: jsonf(`{"question":%q}`, q)},
		}},
	})
}

func BenchmarkOpen(b *testing.B) {
	for _, kind := range []string{"New", "Existing", "ExistingAndGet"} {
		b.Run(kind, func(b *testing.B) {
			dir := b.TempDir()
			path := filepath.Join(dir, "0.db")
			n := 0
			if kind != "New" {
				commitAll(b, openAt(b, path), (&looper{thread: "t"}).next())
			}
			for b.Loop() {
				if kind == "New" {
					n++
					path = filepath.Join(dir, fmt.Sprint(n, ".db"))
				}
				s, err := Open(path, Options{})
				if err == nil && kind == "ExistingAndGet" {
					_, err = s.Get(b.Context(), checkpoint.Key{ThreadID: "t"})
				}
				if err == nil {
					err = s.Close()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
