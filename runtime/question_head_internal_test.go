package runtime

import (
	"encoding/json"
	"reflect"
	"testing"
)

// Questions are decoded as encoding/json decodes them, also those that something else stored.
func TestDecodeInterrupt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		data  string
		quick bool
	}{
		{`{"id":"a1","ns":"ask:1","node":"ask","value":{"q":[1,"}"]}}`, true},
		{`{"id":"a1","ns":"ask:1|b:2","node":"ask","index":12,"value":"x"}`, true},
		{`{"value":null}`, true},
		{`{"id":"a1","ns":"ask:1","node":"a\u003cb","value":1}`, false},
		{`{"id":"a1","node":"ä","value":1}`, false},
		{`{"id":"a1","node":"b","deadline":5,"on_timeout":true,"value":1}`, false},
		{`{"id":"a1","index":01,"value":1}`, false},
		{`{"id":"a1","index":-1,"value":1}`, false},
		{`{"id":"a1"}`, false},
		{`{"id":"a1" ,"value":1}`, false},
		{`{"id":"a1","value":1,"id":"b2"}`, false},
		{`{"id":"a1","value":1}}`, false},
		{`{"id":"a1","value":}`, false},
		{`{"id":"a1","value":1`, false},
		{`{`, false},
		{``, false},
		{`null`, false},
	} {
		var want storedInterrupt
		wantErr := json.Unmarshal([]byte(c.data), &want)
		got, err := decodeInterrupt([]byte(c.data))
		if (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v (%v), want %+v (%v)", c.data, got, err, want, wantErr)
		}
		_, value, ok := splitInterrupt([]byte(c.data))
		if quick := ok && json.Valid(value); quick != c.quick {
			t.Errorf("%s: split without encoding/json: %v, want %v", c.data, quick, c.quick)
		}
		if head, err := interruptHead([]byte(c.data)); c.quick && (err != nil || head.ID != want.ID || head.NS != want.NS || head.Node != want.Node || head.Index != want.Index) {
			t.Errorf("%s: the head is %+v (%v)", c.data, head, err)
		}
	}
}
