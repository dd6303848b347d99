// This file tests pending writes: what replaces what, and in which batch they may come.

package savertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

const (
	asked    = checkpoint.ChannelInterrupt
	answered = checkpoint.ChannelResume
	failed   = checkpoint.ChannelError
)

// commitWrites commits writes alone.
func commitWrites(t *testing.T, s checkpoint.Saver, key checkpoint.Key, writes ...checkpoint.TaskWrites) {
	t.Helper()
	mustCommit(t, s, checkpoint.Batch{Key: key, Writes: writes})
}

// replaceTests say which writes are left of a sequence of TaskWrites.
var replaceTests = []struct {
	name   string
	writes []checkpoint.TaskWrites
	want   []string
}{
	{"in order", []checkpoint.TaskWrites{task("x", "b", "1", "a", "2", "b", "3"), task("y", "a", "4")}, []string{"x b=1", "x a=2", "x b=3", "y a=4"}},
	{"other channels replace each other", []checkpoint.TaskWrites{task("x", "a", "1", "b", "2"), task("x", "c", "3")}, []string{"x c=3"}},
	{"not those of another task", []checkpoint.TaskWrites{task("x", "a", "1"), task("y", "a", "2"), task("x", "a", "3")}, []string{"y a=2", "x a=3"}},
	{"a special channel replaces itself", []checkpoint.TaskWrites{task("x", answered, "[1]"), task("x", answered, "[1,2]")}, []string{"x __resume__=[1,2]"}},
	{"all of itself", []checkpoint.TaskWrites{task("x", asked, "1", asked, "2"), task("x", asked, "3")}, []string{"x __interrupt__=3"}},
	{"special channels keep others", []checkpoint.TaskWrites{task("x", asked, "1"), task("x", answered, "2"), task("x", "a", "3"), task("x", failed, "4")}, []string{"x __interrupt__=1", "x __resume__=2", "x a=3", "x __error__=4"}},
	{"a question stays when the task finishes", []checkpoint.TaskWrites{task("x", asked, "1"), task("x", answered, "2"), task("x", "a", "3")}, []string{"x __interrupt__=1", "x __resume__=2", "x a=3"}},
	{"both kinds at once", []checkpoint.TaskWrites{task("x", "a", "1", asked, "2", "b", "3"), task("x", asked, "4")}, []string{"x a=1", "x b=3", "x __interrupt__=4"}},
	{"both kinds replaced", []checkpoint.TaskWrites{task("x", "a", "1", asked, "2", "b", "3"), task("x", "c", "5", asked, "4")}, []string{"x c=5", "x __interrupt__=4"}},
	{"nothing replaces nothing", []checkpoint.TaskWrites{task("x", "a", "1"), task("x")}, []string{"x a=1"}},
	{"no writes", []checkpoint.TaskWrites{task("x", "a", "1"), task("x", checkpoint.ChannelNoWrites, "null")}, []string{"x __no_writes__=null"}},
	{"null task", []checkpoint.TaskWrites{task(checkpoint.NullTaskID, answered, "1"), task(checkpoint.NullTaskID, "a", "2")}, []string{checkpoint.NullTaskID + " __resume__=1", checkpoint.NullTaskID + " a=2"}},
	{"odd tasks", []checkpoint.TaskWrites{task("", "a", "1"), task("\x00", "", "2"), task(strings.Repeat("x", 10<<10), "é", "3")}, []string{" a=1", "\x00 =2", strings.Repeat("x", 10<<10) + " é=3"}},
	{"big ones", []checkpoint.TaskWrites{task("x", asked, bigText('a', 5000)), task("y", "a", bigText('b', 700)), task("x", asked, bigText('c', 6000)), task("x", "a", "1")},
		[]string{"y a=" + bigText('b', 700), "x __interrupt__=" + bigText('c', 6000), "x a=1"}},
}

var writesTests = []test{
	{"Replace", func(t *testing.T, s checkpoint.Saver) {
		for i, tt := range replaceTests {
			// In a batch each, all in one, and in one that has the next checkpoint too.
			each := newLine(t, s, fmt.Sprint("each", i), "")
			key := each.add(val("a", 1, "1"))
			for _, w := range tt.writes {
				commitWrites(t, s, key, w)
			}
			all := newLine(t, s, fmt.Sprint("all", i), "")
			all.add(val("a", 1, "1"))
			commitWrites(t, s, all.key, tt.writes...)
			with := newLine(t, s, fmt.Sprint("with", i), "")
			parent := with.add(val("a", 1, "1"))
			with.commit(with.next(val("a", 2, "3")), tt.writes...)
			half := newLine(t, s, fmt.Sprint("half", i), "")
			split := half.add(val("a", 1, "1"))
			commitWrites(t, s, split, tt.writes[0])
			half.commit(half.next(val("a", 2, "3")), tt.writes[1:]...)
			for _, k := range []checkpoint.Key{key, all.key, parent, split} {
				tuple := mustGet(t, s, k)
				wantWrites(t, tuple, tt.want...)
				if t.Failed() {
					t.Fatalf("%s, thread %s", tt.name, k.ThreadID)
				}
			}
			wantWrites(t, mustGet(t, s, with.key))
		}
	}},
	{"AfterTheChild", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		parent := l.add(val("a", 1, "1"))
		l.commit(l.next(val("a", 2, bigText('x', 80))), task("x", "a", bigText('x', 80)), task("y", "b", "2"))
		commitWrites(t, s, parent, task("y", "b", "3"), task("z", answered, "4"))
		wantWrites(t, mustGet(t, s, parent), "x a="+bigText('x', 80), "y b=3", "z __resume__=4")
		wantWrites(t, mustGet(t, s, l.key))
		wantValues(t, mustGet(t, s, l.key), "a="+bigText('x', 80))
	}},
	{"TwoChildren", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		parent := l.add(val("a", 1, "1"))
		l.commit(l.next(val("a", 2, "2")), task("x", "a", "2"), task("y", "a", "3"))
		l.key = parent
		l.commit(l.next(val("a", 2, "4")), task("x", "a", "4"))
		wantWrites(t, mustGet(t, s, parent), "y a=3", "x a=4")
	}},
	{"OfAnotherThanTheParent", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		first := l.add(val("a", 1, "1"))
		second := l.add(val("a", 2, "2"))
		cp := l.next(val("a", 3, "3"))
		mustCommit(t, s, checkpoint.Batch{Key: first, Writes: []checkpoint.TaskWrites{task("x", "a", "3")}, Checkpoint: cp})
		wantWrites(t, mustGet(t, s, first), "x a=3")
		wantWrites(t, mustGet(t, s, second))
	}},
	{"BeforeTheCheckpoint", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		cp := l.next(val("a", 1, bigText('a', 100)))
		commitWrites(t, s, checkpoint.Key{ThreadID: "t", ID: cp.ID}, task("x", "a", bigText('a', 100)))
		if got := mustList(t, s, checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}); len(got) != 0 {
			t.Errorf("writes alone make checkpoints %s", idsOf(got))
		}
		l.commit(cp)
		wantWrites(t, mustGet(t, s, l.key), "x a="+bigText('a', 100))
	}},
	{"QuoteValues", func(t *testing.T, s checkpoint.Saver) {
		// Writes that have a value of a channel in them, which a saver may store only once.
		l := newLine(t, s, "t", "")
		text := bigText('q', 200)
		l.add(val("__start__", 1, `{"q":`+text+`}`))
		cp := l.next(val("q", 2, text), none("__start__", 2))
		parent := l.key
		l.commit(cp, task("x", "q", text, "r", text))
		question := `{"question":` + text + `,"again":` + text + `}`
		commitWrites(t, s, l.key, task("y", asked, question), task("z", "q", text, "q", text[10:50]+text[:100]))
		wantWrites(t, mustGet(t, s, parent), "x q="+text, "x r="+text)
		wantValues(t, mustGet(t, s, parent), `__start__={"q":`+text+`}`)
		asking := l.key
		l.add(val("q", 3, bigText('r', 200)))
		wantValues(t, mustGet(t, s, asking), "q="+text)
		wantWrites(t, mustGet(t, s, asking), "y __interrupt__="+question, "z q="+text, "z q="+text[10:50]+text[:100])
		// The quoted checkpoint is replaced; what was written from it stays.
		mustCommit(t, s, checkpoint.Batch{Key: asking, Checkpoint: &checkpoint.Checkpoint{ID: asking.ID}})
		wantWrites(t, mustGet(t, s, asking), "y __interrupt__="+question, "z q="+text, "z q="+text[10:50]+text[:100])
	}},
	{"Blobs", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, bigText('a', 60)))
		blobs := []checkpoint.Blob{{}, {Type: "json"}, {Type: "x", Data: []byte("\x00\xff")}, {Type: strings.Repeat("t", 300), Data: []byte(bigText('z', 600))}, {Type: "other", Data: []byte(bigText('a', 60))}}
		var want []checkpoint.PendingWrite
		for i, b := range blobs {
			want = append(want, checkpoint.PendingWrite{TaskID: "x", Channel: fmt.Sprint(i), Value: b})
		}
		commitWrites(t, s, l.key, checkpoint.TaskWrites{TaskID: "x", Writes: want})
		alone := l.key
		l.commit(l.next(val("a", 2, bigText('b', 60))), checkpoint.TaskWrites{TaskID: "x", Writes: want})
		for _, key := range []checkpoint.Key{alone} {
			tuple := mustGet(t, s, key)
			wanted := *tuple
			wanted.Writes = want
			wantTuple(t, tuple, &wanted)
		}
	}},
	{"ManyTasks", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "1"))
		var ids checkpoint.IDs
		var want []string
		var writes []checkpoint.TaskWrites
		for i := range 1000 {
			id := ids.New(i)
			writes = append(writes, task(id, "a", fmt.Sprint(i)))
			want = append(want, id+" a="+fmt.Sprint(i))
		}
		for _, w := range writes[:300] {
			commitWrites(t, s, l.key, w)
		}
		parent := l.key
		l.commit(l.next(val("a", 2, "2")), writes[300:]...)
		wantWrites(t, mustGet(t, s, parent), want...)
	}},
}
