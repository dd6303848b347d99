// Package value turns the values of a script into bytes and back, and reads and makes them for Go.
//
// A Realm does it for one goja.Runtime: Dump writes a value as JSON with tags for what JSON lacks (dump.go, class.go,
// tag.go), Load reads it (parse.go, revive.go), Recall reads the same stored value again and again (template.go),
// DumpSince writes only what a list has grown by (growth.go). PlainJSON shows stored bytes to people, without a
// runtime (plain.go). InstallJSON has JSON.stringify and JSON.parse of the script use the same code (json.go).
//
// The package may touch goja, how Node prints values (jsapi/inspect), and the blobs of package checkpoint. Graphs,
// event loops and permissions never enter. It uses unsafe in one line of load.go: strings that are parts of stored
// bytes, which are read and never written.
package value
