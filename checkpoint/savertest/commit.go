// This file tests Saver.Commit: what a batch stores, and that it stores all of it or nothing.

package savertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// bigText is a JSON string of n bytes.
func bigText(c byte, n int) string { return `"` + strings.Repeat(string(c), n-2) + `"` }

var commitTests = []test{
	{"NoThread", func(t *testing.T, s checkpoint.Saver) {
		if err := s.Commit(t.Context(), checkpoint.Batch{}); !errors.Is(err, checkpoint.ErrNoThread) {
			t.Errorf("Commit without a thread: %v, want ErrNoThread", err)
		}
	}},
	{"Refused", func(t *testing.T, s checkpoint.Saver) {
		key := checkpoint.Key{ThreadID: "t", ID: "1"}
		cp := func(values ...checkpoint.Value) *checkpoint.Checkpoint {
			return &checkpoint.Checkpoint{ID: "2", ParentID: "1", Versions: []checkpoint.Version{{Channel: "a", N: 1}, {Channel: "b", N: 2}}, Values: values}
		}
		write := []checkpoint.TaskWrites{task("x", "a", "1")}
		based := task("x", "a", "[1]")
		based.Writes[0].Value.Base = 1
		for _, tt := range []struct {
			name string
			b    checkpoint.Batch
			want string
		}{
			{"writes without id", checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Writes: write}, "the writes of a batch have no checkpoint: the id of its key is empty"},
			{"write of another task", checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{{TaskID: "y", Writes: write[0].Writes}}}, "the writes of task y have one of task x"},
			{"write with a base", checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{based}}, `the write of task x to "a" has a base: only values of channels grow`},
			{"checkpoint without id", checkpoint.Batch{Key: key, Checkpoint: &checkpoint.Checkpoint{}}, "a checkpoint has no id"},
			{"value without version", checkpoint.Batch{Key: key, Writes: write, Checkpoint: cp(val("c", 1, "1"))}, `channel "c" has a value but no version`},
			{"value of another version", checkpoint.Batch{Key: key, Writes: write, Checkpoint: cp(val("a", 1, "1"), val("b", 1, "1"))}, `channel "b" has version 2, its value 1`},
			{"nothing to add to", checkpoint.Batch{Key: key, Writes: write, Checkpoint: cp(grown("b", 2, 1, "[1]"))}, `channel "b": the value adds to version 1, which the parent checkpoint does not have`},
			{"no array to add", checkpoint.Batch{Key: key, Writes: write, Checkpoint: cp(grown("b", 2, 1, "1"))}, `channel "b": what is added to version 1 is not an array`},
		} {
			err := s.Commit(t.Context(), tt.b)
			if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
				t.Errorf("%s: error %v, want %s", tt.name, err, tt.want)
			}
		}
		mustCommit(t, s, checkpoint.Batch{Key: key, Checkpoint: &checkpoint.Checkpoint{ID: "1"}})
		if got := mustList(t, s, checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}); idsOf(got) != "1" || len(got[0].Writes) != 0 {
			t.Errorf("refused batches left %s with writes %v", idsOf(got), got[0].Writes)
		}
	}},
	{"WholeOrNotAtAll", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "[1]"), val("b", 1, "1"))
		before := render(mustGet(t, s, l.key))
		bad := l.next(val("b", 2, bigText('x', 2000)), grown("a", 3, 2, "[2]"))
		err := s.Commit(t.Context(), checkpoint.Batch{Key: l.key, Writes: []checkpoint.TaskWrites{task("x", "b", "2")}, Checkpoint: bad})
		if err == nil {
			t.Fatal("a value that adds to a version nobody has was accepted")
		}
		if after := render(mustGet(t, s, checkpoint.Key{ThreadID: "t"})); after != before {
			t.Errorf("after a failed commit:\n%s\nwant\n%s", after, before)
		}
		l.add(val("b", 2, "3"))
		wantValues(t, mustGet(t, s, l.key), "b=3", "a=[1]")
	}},
	{"Inherit", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		small, middle, big := `"s"`, bigText('m', 300), bigText('b', 5000)
		first := l.add(val("small", 1, small), val("middle", 1, middle), val("big", 1, big), val("n", 1, "0"))
		for i := range int64(5) {
			l.add(val("n", i+2, fmt.Sprint(i+1)))
		}
		wantValues(t, mustGet(t, s, l.key), "n=5", "small="+small, "middle="+middle, "big="+big)
		wantValues(t, mustGet(t, s, first), "small="+small, "middle="+middle, "big="+big, "n=0")
	}},
	{"ValueVanishes", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "1"), val("b", 1, "2"), val("c", 1, bigText('x', 1000)))
		l.add(none("a", 2))
		wantValues(t, mustGet(t, s, l.key), "b=2", "c="+bigText('x', 1000))
		cp := l.next(val("b", 3, "3"), none("c", 2))
		cp.Values = append(cp.Values, none("c", 2)) // saying so is the same as leaving it out
		l.commit(cp)
		wantValues(t, mustGet(t, s, l.key), "b=3")
		l.add(val("a", 4, "4"))
		wantValues(t, mustGet(t, s, l.key), "a=4", "b=3")
	}},
	{"UnknownParent", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "1"))
		cp := l.next()
		cp.ParentID = l.ids.New(0)
		cp.ID = l.ids.New(0)
		l.commit(cp)
		wantValues(t, mustGet(t, s, l.key))
	}},
	{"Fork", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		first := l.add(val("a", 1, bigText('1', 700)), val("b", 1, "1"))
		l.add(val("a", 2, bigText('2', 700)))
		second := l.key
		l.key = first
		l.add(val("a", 2, bigText('3', 700))) // the same version, another value
		third := l.key
		l.add(val("b", 3, "3"))
		wantValues(t, mustGet(t, s, second), "a="+bigText('2', 700), "b=1")
		wantValues(t, mustGet(t, s, third), "a="+bigText('3', 700), "b=1")
		wantValues(t, mustGet(t, s, l.key), "b=3", "a="+bigText('3', 700))
	}},
	{"SameIDAgain", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, bigText('a', 200)), val("b", 1, bigText('b', 2000)))
		first := l.key
		cp := l.next(val("c", 1, "1"))
		child := l.commit(cp, task("x", "a", bigText('a', 200)))
		again := &checkpoint.Checkpoint{ID: first.ID, Versions: []checkpoint.Version{{Channel: "d", N: 1}}, Values: []checkpoint.Value{val("d", 1, "4")}}
		mustCommit(t, s, checkpoint.Batch{Key: first, Checkpoint: again})
		tuple := mustGet(t, s, first)
		wantValues(t, tuple, "d=4")
		wantWrites(t, tuple, "x a="+bigText('a', 200))
		wantValues(t, mustGet(t, s, child), "c=1", "a="+bigText('a', 200), "b="+bigText('b', 2000))
		cp.Versions, cp.Values = nil, nil
		mustCommit(t, s, checkpoint.Batch{Key: first, Checkpoint: cp})
		wantValues(t, mustGet(t, s, child))
		wantWrites(t, mustGet(t, s, first), "x a="+bigText('a', 200))
	}},
	{"ItsOwnParent", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, bigText('a', 200)), val("b", 1, bigText('b', 2000)))
		cp := l.next(val("c", 2, bigText('a', 150)))
		cp.ID, cp.ParentID = l.key.ID, l.key.ID
		mustCommit(t, s, checkpoint.Batch{Key: l.key, Checkpoint: cp})
		wantValues(t, mustGet(t, s, l.key), "c="+bigText('a', 150), "a="+bigText('a', 200), "b="+bigText('b', 2000))
	}},
	{"OutOfOrder", func(t *testing.T, s checkpoint.Saver) {
		key := checkpoint.Key{ThreadID: "t"}
		put := func(id, parent, value string, writes ...checkpoint.TaskWrites) {
			key.ID = parent
			mustCommit(t, s, checkpoint.Batch{Key: key, Writes: writes, Checkpoint: &checkpoint.Checkpoint{
				ID: id, ParentID: parent, Versions: []checkpoint.Version{{Channel: "a", N: int64(len(value))}}, Values: []checkpoint.Value{val("a", int64(len(value)), value)},
			}})
		}
		put("10", "", "1")
		put("30", "10", "22", task("x", "a", "1"))
		put("20", "10", "333", task("y", "a", "2"))
		put("15", "10", "4444", task("x", "a", "3"))
		put("05", "", "55555")
		key.ID = ""
		tuples := mustList(t, s, key, checkpoint.ListOptions{})
		if got := idsOf(tuples); got != "30 20 15 10 05" {
			t.Errorf("ids %s", got)
		}
		wantWrites(t, tuples[3], "y a=2", "x a=3")
	}},
	{"ThreadOnly", func(t *testing.T, s checkpoint.Saver) {
		mustCommit(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusRunning}})
		if _, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); !errors.Is(err, checkpoint.ErrNotFound) {
			t.Errorf("Get: %v, want ErrNotFound", err)
		}
	}},
	{"Sync", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		for i := range int64(10) {
			cp := l.next(val("a", i+1, fmt.Sprint(i)))
			mustCommit(t, s, checkpoint.Batch{Key: l.key, Checkpoint: cp, Sync: i%3 == 0})
			l.key.ID = cp.ID
		}
		wantValues(t, mustGet(t, s, l.key), "a=9")
	}},
	{"Big", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		five := bigText('5', 5<<20)
		l.commit(l.next(val("a", 1, five), val("b", 1, "1")))
		l.commit(l.next(val("b", 2, "2")), task("x", "a", five, "c", bigText('6', 5<<20)))
		tuple := mustGet(t, s, l.key)
		wantValues(t, tuple, "b=2", "a="+five)
		tuple = mustGet(t, s, checkpoint.Key{ThreadID: "t", ID: tuple.Checkpoint.ParentID})
		wantWrites(t, tuple, "x a="+five, "x c="+bigText('6', 5<<20))
	}},
	{"ManyChannels", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		var values []checkpoint.Value
		for i := range 500 {
			values = append(values, val(fmt.Sprint("c", i), int64(i), bigText(byte('a'+i%26), 10+i)))
		}
		first := &checkpoint.Tuple{Checkpoint: l.next(values...)}
		first.Key = l.commit(first.Checkpoint)
		wantTuple(t, mustGet(t, s, l.key), first)
		l.add(val("c7", 1000, "1"))
		got := mustGet(t, s, l.key)
		if n := len(got.Checkpoint.Values); n != 500 {
			t.Errorf("%d values, want 500", n)
		}
		wantTuple(t, mustGet(t, s, first.Key), first)
	}},
	{"AllOrNone", func(t *testing.T, s checkpoint.Saver) {
		g, ok := s.(whole).Saver.(checkpoint.Grouper)
		if !ok {
			return // it commits one batch at a time
		}
		cp := func(id, parent string, values ...checkpoint.Value) *checkpoint.Checkpoint {
			return &checkpoint.Checkpoint{ID: id, ParentID: parent, Versions: []checkpoint.Version{{Channel: "a", N: int64(len(id))}}, Values: values}
		}
		key := checkpoint.Key{ThreadID: "t"}
		first := checkpoint.Batch{Key: key, Checkpoint: cp("1", "", val("a", 1, "[1]"))}
		key.ID = "1"
		bad := checkpoint.Batch{Key: key, Checkpoint: cp("22", "1", grown("a", 2, 7, "[2]"))}
		if err := g.CommitAll(t.Context(), []checkpoint.Batch{first, bad}); err == nil {
			t.Error("CommitAll stored a value that adds to nothing")
		}
		if got := mustList(t, s, checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}); len(got) != 0 {
			t.Errorf("refused batches left %s", idsOf(got))
		}
		good := checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{task("x", "a", "2")}, Checkpoint: cp("22", "1", grown("a", 2, 1, "[2]")), Sync: true}
		asked := checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: "22"}, Writes: []checkpoint.TaskWrites{task("y", "a", "3")}}
		if err := g.CommitAll(t.Context(), []checkpoint.Batch{first, good, asked}); err != nil {
			t.Fatal(err)
		}
		newest := mustGet(t, s, checkpoint.Key{ThreadID: "t"})
		wantValues(t, newest, "a=[1,2]")
		wantWrites(t, newest, "y a=3")
		wantWrites(t, mustGet(t, s, checkpoint.Key{ThreadID: "t", ID: "1"}), "x a=2")
	}},
	{"Cancelled", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Commit(ctx, checkpoint.Batch{Key: l.key, Checkpoint: l.next()}); !errors.Is(err, context.Canceled) {
			t.Errorf("Commit: %v, want context.Canceled", err)
		}
		if _, err := s.Get(t.Context(), l.key); !errors.Is(err, checkpoint.ErrNotFound) {
			t.Errorf("Get: %v, want ErrNotFound", err)
		}
	}},
}
