// This file tests a Realm together with a script.

package value

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

// testRealm returns the Realm of a runtime of its own.
func testRealm(t testing.TB) *Realm {
	t.Helper()
	rt := goja.New()
	g := guard.Attach(rt, guard.Options{})
	t.Cleanup(g.Detach)
	realm := New(rt, inspect.New(rt), nil, 0)
	realm.InstallJSON()
	return realm
}

// TestReviveWith reads a stored message with and without a function that makes messages.
func TestReviveWith(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	stored := checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"hi"}}`)}
	v, err := realm.Load(stored)
	if err != nil || v.ToObject(realm.rt).Get("kwargs") == nil {
		t.Errorf("without a function it is %s (%v), want the object that is stored", realm.Show(v), err)
	}
	f, err := realm.rt.RunString(`(o) => ({ made: o.id[2], of: o.kwargs.content })`)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := goja.AssertFunction(f)
	realm.ReviveWith(call)
	if v, err = realm.Load(stored); err != nil || realm.Show(v) != "{ made: 'HumanMessage', of: 'hi' }" {
		t.Errorf("it is %s (%v), want what the function made", realm.Show(v), err)
	}
}

func TestMostBytes(t *testing.T) {
	t.Parallel()
	rt := goja.New()
	realm := New(rt, inspect.New(rt), nil, 10)
	if _, err := realm.Dump(rt.ToValue("12345678"), true); err != nil {
		t.Errorf("10 bytes: %v", err)
	}
	const want = "a value of 11 bytes is over the limit of 10 bytes (--max-payload)"
	if _, err := realm.Dump(rt.ToValue("123456789"), true); err == nil || err.Error() != want {
		t.Errorf("11 bytes: %v, want %s", err, want)
	}
}

// TestSeal checks that a script sees nothing of the Go value in an opaque object.
func TestSeal(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	type secret struct{ Name string }
	if err := realm.rt.Set("sealed", realm.Seal(&secret{"x"})); err != nil {
		t.Fatal(err)
	}
	seen, err := realm.rt.RunString(`JSON.stringify([Object.keys(sealed), sealed.Name, "Name" in sealed])`)
	if err != nil || seen.String() != `[[],null,false]` {
		t.Errorf("a script sees %v (%v)", seen, err)
	}
	if s, ok := Sealed[*secret](realm.rt.Get("sealed").ToObject(realm.rt)); !ok || s.Name != "x" {
		t.Errorf("Sealed returns %v %t", s, ok)
	}
	if _, ok := Sealed[*secret](realm.rt.NewObject()); ok {
		t.Error("any object is taken for a sealed one")
	}
}
