// This file compares the estimated memory of a template with its real memory.

package value

import (
	"bytes"
	goruntime "runtime"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// The test is not parallel, since it measures the heap.
func TestSizeOfTemplates(t *testing.T) {
	inUse := func() int {
		goruntime.GC()
		goruntime.GC()
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	for name, item := range map[string]string{
		"numbers": `[1,2,3,4]`, "small objects": `{"id":1,"on":true,"tags":["a","b"]}`,
		"messages": `{"role":"user","content":"` + string(bytes.Repeat([]byte("x"), 1000)) + `"}`,
	} {
		var data bytes.Buffer
		data.WriteByte('[')
		for i := range 5000 {
			if i > 0 {
				data.WriteByte(',')
			}
			data.WriteString(item)
		}
		data.WriteByte(']')
		realm := testRealm(t)
		b := checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data.Bytes()}
		before := inUse()
		_, known, err := realm.Recall(nil, b)
		if err != nil {
			t.Fatal(err)
		}
		took, says := inUse()-before, known.(*memory).SizeBytes()
		t.Logf("%s: takes %d KiB, says %d KiB", name, took>>10, says>>10)
		if says < took/3 || says > took*3 {
			t.Errorf("%s: it takes %d KiB and says %d", name, took>>10, says>>10)
		}
		goruntime.KeepAlive(known)
		goruntime.KeepAlive(realm)
	}
}
