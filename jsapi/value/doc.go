// Package value turns the values of a script into bytes and back, and reads and makes them for Go.
//
// A Realm does this for one goja.Runtime. Dump writes a value as JSON, with tags for values that
// JSON lacks (dump.go, class.go, tag.go). Load reads such a value (parse.go, revive.go). Recall is
// Load with a cache for a value that is read many times (template.go). DumpSince writes only the
// elements that were appended to a list (growth.go). PlainJSON shows stored bytes to people and
// needs no runtime (plain.go). InstallJSON makes JSON.stringify and JSON.parse of the script use the
// same code (json.go, json_parse.go).
//
// The package depends on goja, on jsapi/inspect (printing as Node does, and making arrays and objects),
// jsapi/guard (memory), jsapi/v8errors (messages), and the blobs of package checkpoint. It has no code
// for graphs, event loops and permissions. It uses unsafe in load.go, for strings and bytes that share memory to which nobody writes.
//
// A Realm may only be used in the goroutine of its runtime. PlainJSON and InexactNumber are safe
// for concurrent use.
package value
