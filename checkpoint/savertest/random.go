// This file makes random batches and reads and holds a saver against the model.

package savertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

var randomTests = func() (tests []test) {
	for seed := range uint64(12) {
		tests = append(tests, test{fmt.Sprint("Seed", seed), func(t *testing.T, s checkpoint.Saver) {
			Random(t, s, seed, 400)
		}})
	}
	return tests
}()

// Random does n random things with an empty saver and with the model, and
// compares what comes of them.
func Random(t *testing.T, s checkpoint.Saver, seed uint64, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	w := &walk{t: t, s: whole{s}, model: model{}, intn: r.IntN}
	for range n {
		w.step()
	}
	w.compareAll()
}

// Fuzz is a fuzz target in which the bytes decide what is done with a saver. With
// -fuzzminimizetime=20x it spends its time on new inputs, not on shorter ones.
func Fuzz(f *testing.F, open func(t *testing.T) checkpoint.Saver) {
	f.Helper()
	for seed := range uint64(8) {
		data := make([]byte, 400)
		r := rand.New(rand.NewPCG(seed, 1))
		for i := range data {
			data[i] = byte(r.IntN(256))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w := &walk{t: t, s: whole{open(t)}, model: model{}, intn: func(n int) int {
			if len(data) == 0 {
				return 0
			}
			i := int(data[0]) % n
			data = data[1:]
			return i
		}}
		for len(data) > 0 {
			w.step()
		}
		w.compareAll()
	})
}

// walk is a random sequence of uses of a saver.
type walk struct {
	t     *testing.T
	s     checkpoint.Saver
	model model
	ids   checkpoint.IDs
	made  []string // ids of checkpoints, of any thread
	n     int
	intn  func(n int) int
}

func pick[T any](w *walk, choices ...T) T { return choices[w.intn(len(choices))] }

func (w *walk) step() {
	w.n++
	key := checkpoint.Key{ThreadID: pick(w, "t", "t", "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", "T"), NS: pick(w, "", "", "", "a:1", "b")}
	switch w.intn(16) {
	case 0:
		if w.intn(4) == 0 {
			w.model.deleteThread(key.ThreadID)
			if err := w.s.DeleteThread(w.t.Context(), key.ThreadID); err != nil {
				w.t.Fatalf("DeleteThread: %v", err)
			}
		}
	case 1, 2, 3:
		w.compareList(key)
	case 4, 5:
		if w.intn(2) == 0 {
			key.ID = w.someID()
		}
		w.compareGet(key)
	case 6, 7, 8:
		key.ID = w.someID()
		w.commit(checkpoint.Batch{Key: key, Writes: w.writes(nil)})
	default:
		w.commit(w.batch(key))
	}
}

// someID returns the id of a checkpoint that may or may not exist.
func (w *walk) someID() string {
	if len(w.made) == 0 || w.intn(20) == 0 {
		return pick(w, "m", "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", w.ids.New(0))
	}
	if w.intn(3) > 0 {
		return w.made[len(w.made)-1-w.intn(min(4, len(w.made)))]
	}
	return w.made[w.intn(len(w.made))]
}

func (w *walk) commit(b checkpoint.Batch) {
	b.Sync = w.intn(10) == 0
	err := w.s.Commit(w.t.Context(), b)
	if ok := w.model.commit(b); ok != (err == nil) {
		w.t.Fatalf("step %d: Commit: %v, should succeed: %v\n%+v", w.n, err, ok, b)
	}
	if b.Checkpoint != nil && err == nil {
		w.compareGet(checkpoint.Key{ThreadID: b.Key.ThreadID, NS: b.Key.NS, ID: b.Checkpoint.ID})
	}
	if b.Key.ID != "" && err == nil {
		w.compareGet(b.Key)
	}
}

// batch returns a batch with a checkpoint.
func (w *walk) batch(key checkpoint.Key) checkpoint.Batch {
	var parent *checkpoint.Checkpoint
	if newest := w.model.get(key); newest != nil && w.intn(8) > 0 {
		parent = newest.Checkpoint
	} else {
		key.ID = w.someID()
		if some := w.model.get(key); some != nil {
			parent = some.Checkpoint
		}
		key.ID = ""
	}
	cp := &checkpoint.Checkpoint{
		ID:        w.newID(),
		CreatedAt: pick(w, created, time.Now(), time.Time{}),
		Metadata:  checkpoint.Metadata{Source: pick(w, checkpoint.SourceLoop, checkpoint.SourceInput, "x"), Step: w.intn(5) - 1},
	}
	if w.intn(4) == 0 {
		cp.Metadata.Extra = map[string]json.RawMessage{"k": json.RawMessage(pick(w, "1", `"2"`))}
	}
	if parent != nil {
		cp.ParentID = parent.ID
		key.ID = parent.ID
	}
	w.values(cp, parent)
	if w.intn(10) == 0 {
		key.ID = w.someID()
	}
	b := checkpoint.Batch{Key: key, Checkpoint: cp}
	if key.ID != "" && w.intn(4) > 0 {
		b.Writes = w.writes(cp)
	}
	if w.intn(4) == 0 {
		b.Thread = &checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted, Interrupts: []checkpoint.ThreadInterrupt{{ID: "i", Value: w.blob(cp)}}}
	}
	return b
}

func (w *walk) newID() string {
	id := w.ids.New(w.n)
	switch w.intn(24) {
	case 0:
		id = fmt.Sprint("m", w.intn(100))
	case 1:
		id = id[:6] + fmt.Sprintf("%02x", w.intn(256)) + id[8:] // before or after the others
	case 2:
		id = w.someID()
	}
	w.made = append(w.made, id)
	return id
}

// values changes some of the channels that the parent has.
func (w *walk) values(cp, parent *checkpoint.Checkpoint) {
	old := map[string]int64{}
	if parent != nil {
		for _, v := range parent.Versions {
			old[v.Channel] = v.N
		}
	}
	for _, channel := range []string{"a", "b", "list", "list2", "__start__"} {
		n, known := old[channel]
		change := w.intn(6)
		if change > 2 {
			if known {
				cp.Versions = append(cp.Versions, checkpoint.Version{Channel: channel, N: n})
			}
			continue
		}
		v := checkpoint.Value{Channel: channel, Version: n + 1 + int64(w.intn(3))}
		switch {
		case change == 0 && w.intn(2) == 0: // no value any more
		case strings.HasPrefix(channel, "list") && known && w.intn(20) > 0:
			v.Blob = blob("[" + w.text() + "]")
			v.Blob.Base = n
			if w.intn(30) == 0 {
				v.Blob.Base++
			}
		case strings.HasPrefix(channel, "list"):
			v.Blob = blob("[" + pick(w, "", w.text()) + "]")
		default:
			v.Blob = w.blob(parent)
		}
		cp.Versions = append(cp.Versions, checkpoint.Version{Channel: channel, N: v.Version})
		if !v.Blob.IsZero() || w.intn(2) == 0 {
			cp.Values = append(cp.Values, v)
		}
	}
	for range w.intn(3) {
		cp.Seen = append(cp.Seen, checkpoint.Seen{Node: pick(w, "n", "m"), Versions: cp.Versions})
	}
}

// text returns a JSON string of any length that matters.
func (w *walk) text() string {
	return bigText(byte('a'+w.intn(26)), pick(w, 2, 5, 20, 70, 300, 510, 515, 1500))
}

// blob returns a value, which may have one of cp in it.
func (w *walk) blob(cp *checkpoint.Checkpoint) checkpoint.Blob {
	text := w.text()
	if cp != nil && len(cp.Values) > 0 && w.intn(2) == 0 {
		some := cp.Values[w.intn(len(cp.Values))].Blob
		text = string(some.Data)
		switch w.intn(4) {
		case 0:
			text = `{"v":` + text + `}`
		case 1:
			text = text[len(text)/4 : len(text)-len(text)/4]
		}
	}
	return checkpoint.Blob{Type: pick(w, "json", "json", "json", "x"), Data: []byte(text)}
}

func (w *walk) writes(cp *checkpoint.Checkpoint) (writes []checkpoint.TaskWrites) {
	for range 1 + w.intn(3) {
		tw := checkpoint.TaskWrites{TaskID: pick(w, "x", "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", checkpoint.NullTaskID)}
		for range w.intn(4) {
			channel := pick(w, "a", "list", "b", asked, answered, failed)
			p := checkpoint.PendingWrite{TaskID: tw.TaskID, Channel: channel, Value: w.blob(cp)}
			if cp != nil && w.intn(2) == 0 {
				for _, v := range cp.Values {
					if v.Channel == channel {
						p.Value = checkpoint.Blob{Type: v.Blob.Type, Data: v.Blob.Data}
					}
				}
			}
			tw.Writes = append(tw.Writes, p)
		}
		writes = append(writes, tw)
	}
	return writes
}

func (w *walk) compareGet(key checkpoint.Key) {
	w.t.Helper()
	got, err := w.s.Get(w.t.Context(), key)
	if err != nil && !errors.Is(err, checkpoint.ErrNotFound) {
		w.t.Fatalf("step %d: Get %+v: %v", w.n, key, err)
	}
	if g, want := render(got), render(w.model.get(key)); g != want {
		w.t.Fatalf("step %d: Get %+v gives\n%s\nwant\n%s", w.n, key, g, want)
	}
}

func (w *walk) compareList(key checkpoint.Key) {
	o := checkpoint.ListOptions{Limit: pick(w, 0, 0, 1, 3), AllNS: w.intn(3) == 0}
	if w.intn(3) == 0 {
		o.Before = w.someID()
	}
	if w.intn(4) == 0 {
		o.Filter = map[string]json.RawMessage{"step": json.RawMessage(pick(w, "0", "1"))}
	}
	w.list(key, o)
}

func (w *walk) list(key checkpoint.Key, o checkpoint.ListOptions) {
	want := w.model.list(key, o)
	got := mustList(w.t, w.s, key, o)
	if g, wanted := idsOf(got), idsOf(want); g != wanted {
		w.t.Fatalf("step %d: List %+v %+v gives\n%s\nwant\n%s", w.n, key, o, g, wanted)
	}
	for i := range got {
		wantTuple(w.t, got[i], want[i])
	}
}

func (w *walk) compareAll() {
	for _, thread := range []string{"t", "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", "T"} {
		w.list(checkpoint.Key{ThreadID: thread}, checkpoint.ListOptions{AllNS: true})
	}
}
