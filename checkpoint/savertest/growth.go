// This file tests values that add to an older one, Blob.Base.

package savertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

var growthTests = []test{
	{"Steps", func(t *testing.T, s checkpoint.Saver) {
		// From an empty array to one far above any bound of what is stored inline.
		l := newLine(t, s, "t", "")
		all := []string{}
		whole := func() string { return "[" + strings.Join(all, ",") + "]" }
		l.add(val("list", 1, "[]"), val("n", 1, "0"))
		keys, want := []checkpoint.Key{l.key}, []string{whole()}
		for i := range int64(120) {
			element := fmt.Sprintf(`{"i":%d,"text":%s}`, i, bigText(byte('a'+i%26), int(10+i*3)))
			all = append(all, element)
			cp := l.next(grown("list", i+2, i+1, "["+element+"]"))
			keys, want = append(keys, l.commit(cp, task("x", "list", "["+element+"]"))), append(want, whole())
		}
		for i, key := range keys {
			tuple := mustGet(t, s, key)
			for _, v := range tuple.Checkpoint.Values {
				if v.Channel == "list" && string(v.Blob.Data) != want[i] {
					t.Fatalf("list of checkpoint %d:\n%s\nwant\n%s", i, shorten(string(v.Blob.Data)), shorten(want[i]))
				}
			}
			if i+1 < len(keys) {
				wantWrites(t, tuple, "x list=["+all[i]+"]")
			}
		}
	}},
	{"Spaces", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, " [ 1, 2 ]\n"), val("b", 1, "[ ]"), val("c", 1, "["+bigText('c', 900)+" ] "))
		wantValues(t, mustGet(t, s, l.key), "a= [ 1, 2 ]\n", "b=[ ]", "c=["+bigText('c', 900)+" ] ")
		l.add(grown("a", 2, 1, "[]"), grown("b", 2, 1, " [ 3 ] "), grown("c", 2, 1, "[\t]"))
		wantValues(t, mustGet(t, s, l.key), "a=[1, 2]", "b=[3]", "c=["+bigText('c', 900)+"]")
		l.add(grown("a", 3, 2, "[4]"), grown("b", 3, 2, "[]"), grown("c", 3, 2, "[ 5,6]"))
		wantValues(t, mustGet(t, s, l.key), "a=[1, 2,4]", "b=[3]", "c=["+bigText('c', 900)+",5,6]")
	}},
	{"BaseOfTheParentOnly", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "[1]"), val("text", 1, `"[1]"`), val("long", 1, bigText('x', 900)))
		l.add(grown("a", 2, 1, "[2]"))
		for _, tt := range []struct {
			name string
			v    checkpoint.Value
		}{
			{"an older version", grown("a", 3, 1, "[3]")},
			{"a version to come", grown("a", 3, 3, "[3]")},
			{"no array", grown("text", 3, 1, "[3]")},
			{"a long one that is not an array", grown("long", 3, 1, "[3]")},
			{"another type", checkpoint.Value{Channel: "a", Version: 3, Blob: checkpoint.Blob{Type: "other", Base: 2, Data: []byte("[3]")}}},
		} {
			if err := s.Commit(t.Context(), checkpoint.Batch{Key: l.key, Checkpoint: l.next(tt.v)}); err == nil {
				t.Errorf("%s: no error", tt.name)
			}
		}
		cp := l.next(grown("a", 3, 2, "[3]"))
		cp.ParentID = ""
		if err := s.Commit(t.Context(), checkpoint.Batch{Key: l.key, Checkpoint: cp}); err == nil {
			t.Error("no parent: no error")
		}
		wantValues(t, mustGet(t, s, checkpoint.Key{ThreadID: "t"}), "a=[1,2]", `text="[1]"`, "long="+bigText('x', 900))
	}},
	{"Fork", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		x := func(c byte) string { return bigText(c, 400) }
		l.add(val("a", 1, "["+x('1')+"]"))
		l.add(grown("a", 2, 1, "["+x('2')+"]"))
		middle := l.add(grown("a", 3, 2, "["+x('3')+"]"))
		l.add(grown("a", 4, 3, "["+x('4')+"]"))
		left := l.add(grown("a", 5, 4, "["+x('5')+"]"))
		l.key = middle
		l.add(grown("a", 4, 3, "["+x('6')+"]"))
		right := l.add(grown("a", 5, 4, "["+x('7')+"]"))
		start := x('1') + "," + x('2') + "," + x('3')
		wantValues(t, mustGet(t, s, middle), "a=["+start+"]")
		wantValues(t, mustGet(t, s, left), "a=["+start+","+x('4')+","+x('5')+"]")
		wantValues(t, mustGet(t, s, right), "a=["+start+","+x('6')+","+x('7')+"]")
	}},
	{"WholeInBetween", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		l.add(val("a", 1, "["+bigText('1', 600)+"]"))
		l.add(grown("a", 2, 1, "["+bigText('2', 600)+"]"))
		l.add(val("a", 3, "[3]"))
		l.add(grown("a", 4, 3, "[4]"))
		wantValues(t, mustGet(t, s, l.key), "a=[3,4]")
		l.add(none("a", 5))
		wantValues(t, mustGet(t, s, l.key))
		if err := s.Commit(t.Context(), checkpoint.Batch{Key: l.key, Checkpoint: l.next(grown("a", 6, 5, "[6]"))}); err == nil {
			t.Error("a value was added to one that is gone")
		}
	}},
	{"SeveralChannels", func(t *testing.T, s checkpoint.Saver) {
		l := newLine(t, s, "t", "")
		const n = 8
		lists := make([][]string, n)
		var values []checkpoint.Value
		for c := range n {
			values = append(values, val(fmt.Sprint("c", c), 1, "[]"))
		}
		l.add(values...)
		for i := range int64(60) {
			c := int(i*i+i/7) % n
			element := bigText(byte('a'+i%26), 100)
			lists[c] = append(lists[c], element)
			var base int64
			for _, v := range mustGet(t, s, l.key).Checkpoint.Versions {
				if v.Channel == fmt.Sprint("c", c) {
					base = v.N
				}
			}
			l.add(grown(fmt.Sprint("c", c), i+2, base, "["+element+"]"))
		}
		for _, v := range mustGet(t, s, l.key).Checkpoint.Values {
			want := "[" + strings.Join(lists[v.Channel[1]-'0'], ",") + "]"
			if string(v.Blob.Data) != want {
				t.Errorf("%s is %s, want %s", v.Channel, shorten(string(v.Blob.Data)), shorten(want))
			}
		}
	}},
}
