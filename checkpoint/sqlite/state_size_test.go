package sqlite

import (
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// A brief read leaves out the large values of the state, and nothing else.
func TestBrief(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	large := `"` + strings.Repeat("x", 5000) + `"`
	cp := &checkpoint.Checkpoint{ID: new(checkpoint.IDs).NewAfter(0, "")}
	for _, v := range [][2]string{{"small", `"x"`}, {"large", large}, {"tasks", large}} {
		cp.Versions = append(cp.Versions, checkpoint.Version{Channel: v[0], N: 1})
		cp.Values = append(cp.Values, checkpoint.Value{Channel: v[0], Version: 1, Blob: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(v[1])}})
	}
	key := checkpoint.Key{ThreadID: "t", ID: cp.ID}
	write := checkpoint.PendingWrite{TaskID: checkpoint.NullTaskID, Channel: "large", Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(large)}}
	commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Checkpoint: cp})
	commitAll(t, s, checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{{TaskID: write.TaskID, Writes: []checkpoint.PendingWrite{write}}}})
	ctx := checkpoint.Brief(t.Context(), func(channel string) bool { return channel != "tasks" })
	_, standing, err := s.Standing(ctx, "t")
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Get(ctx, key)
	if err != nil {
		t.Fatal(err)
	}
	for _, tuple := range []*checkpoint.Tuple{got, standing} {
		values := map[string]string{}
		for _, v := range tuple.Checkpoint.Values {
			values[v.Channel] = string(v.Blob.Data)
		}
		if values["small"] != `"x"` || values["large"] != "null" || values["tasks"] != large || len(tuple.Writes) != 1 || len(tuple.Writes[0].Value.Data) != len(large) {
			t.Errorf("%.100v, %d writes", values, len(tuple.Writes))
		}
	}
	if tuple, err := s.Get(t.Context(), key); err != nil || len(tuple.Checkpoint.Values[1].Blob.Data) != len(large) {
		t.Errorf("a read that is not brief: %v", err)
	}
	values, writes, err := s.StateBytes(t.Context(), key)
	if err != nil || values != int64(2*len(large)+3) || writes != int64(len(large)) {
		t.Errorf("%d and %d bytes, %v", values, writes, err)
	}
}
