package v8errors_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/v8errors"
)

// withStacks returns a runtime whose errors have stacks in the form of V8.
func withStacks(t *testing.T) (*goja.Runtime, *v8errors.Stacks) {
	t.Helper()
	rt := goja.New()
	v8errors.Install(rt)
	stacks := v8errors.InstallStacks(rt)
	if stacks == nil {
		t.Fatal("goja is not as expected")
	}
	if _, err := rt.RunString("Error.stackTraceLimit = 10"); err != nil {
		t.Fatal(err)
	}
	return rt, stacks
}

// run runs a script that has the name order.js, and returns its value.
func run(t *testing.T, rt *goja.Runtime, code string) goja.Value {
	t.Helper()
	v, err := rt.RunScript("order.js", code)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestStacks compares stacks with those that Node 20 prints for the same script. Node adds the class of a constructor (new
// Order) and of a method (Object.toJSON), which goja does not have.
func TestStacks(t *testing.T) {
	t.Parallel()
	const code = `function pay() {
  throw new TypeError("no money");
}
class Order {
  constructor() {
    [1].map(() => pay());
  }
}
class Unpaid extends Error {}
function refuse() { return new Unpaid("later"); }
var stacks = [];
try { new Order(); } catch (e) { stacks.push(e.stack); }
stacks.push(refuse().stack);
stacks.push(RangeError("called").stack);
JSON.stringify({ toJSON() { stacks.push(new Error("").stack); } });
stacks.push(Object.getOwnPropertyDescriptor(refuse(), "stack").value);
stacks;
`
	want := []string{
		"TypeError: no money\n    at pay (order.js:2:9)\n    at order.js:6:19\n    at Array.map (<anonymous>)\n    at order.js:6:9\n    at order.js:12:7",
		"Error: later\n    at refuse (order.js:10:28)\n    at order.js:13:13",
		"RangeError: called\n    at order.js:14:13",
		"Error\n    at toJSON (order.js:15:41)\n    at JSON.stringify (<anonymous>)\n    at order.js:15:6",
		"Error: later\n    at refuse (order.js:10:28)\n    at order.js:16:45",
	}
	rt, _ := withStacks(t)
	var got []string
	if err := rt.ExportTo(run(t, rt, code), &got); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("stack %d:\n%s\nwant\n%s", i, strings.Join(got[i:min(i+1, len(got))], ""), want[i])
		}
	}
}

// TestStackIsAValue looks at the property itself, whose text is made when it is first read.
func TestStackIsAValue(t *testing.T) {
	t.Parallel()
	rt, stacks := withStacks(t)
	const tests = `[
	(() => { const e = new Error("a"); e.stack = "mine"; return e.stack })(),
	(() => { const e = new Error("a"); e.message = "b"; return e.stack.split("\n")[0] })(),
	(() => { const e = new Error("a"); e.stack; e.message = "b"; return e.stack.split("\n")[0] })(),
	Object.keys(new Error("a")).join(),
	Object.getOwnPropertyNames(new Error("a")).join(),
	new Proxy(new Error("p"), {}).stack.split("\n")[0],
	Object.create(new Error("o")).stack.split("\n")[0],
	typeof Object.getOwnPropertyDescriptors(new Error("a")).stack.value,
	(() => { Error.stackTraceLimit = 1; const e = (() => new Error("a"))(); Error.stackTraceLimit = 10; return e.stack.split("\n").length })(),
	(() => { delete Error.stackTraceLimit; const e = new Error("a"); Error.stackTraceLimit = 10; return e.stack })(),
	(() => { const e = new Error("m"); e.name = ""; return e.stack.split("\n")[0] })(),
	]`
	want := []string{"mine", "Error: b", "Error: a", "", "stack,message", "Error: p", "Error: o", "string", "2", "undefined", "m"}
	var got []string
	if err := rt.ExportTo(run(t, rt, tests+".map(String)"), &got); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q %v, want %q", got, err, want)
	}

	var names []string
	stacks.Prepare = func(_ *goja.Object, calls []v8errors.Call) (goja.Value, bool) {
		for _, c := range calls {
			names = append(names, c.String())
		}
		return rt.ToValue(len(calls)), true
	}
	if v := run(t, rt, `(function pay() { return new Error("a") })().stack`); v.ToInteger() != 2 || !slices.Equal(names, []string{"pay (order.js:1:26)", "order.js:1:43"}) {
		t.Errorf("prepared: %v %q", v, names)
	}
}

// TestWebAssembly reads the message for code that needs WebAssembly, of a script and of a package.
func TestWebAssembly(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"order.js":                     "WebAssembly is not defined: hitlrun cannot run WebAssembly",
		"node_modules/@a/pay/index.js": "WebAssembly is not defined: the package @a/pay needs WebAssembly, which hitlrun cannot run",
		"node_modules/b/node_modules/pay/dist/index.js": "WebAssembly is not defined: the package pay needs WebAssembly, which hitlrun cannot run",
	} {
		rt, _ := withStacks(t)
		if _, err := rt.RunScript(file, "WebAssembly.compile"); err == nil || !strings.Contains(err.Error(), want+"\n") && !strings.Contains(err.Error(), want+" at") {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}
