// Package node has the parts of Node's modules that are written in Go: the process and console, files,
// hashes, ciphers, keys, signatures, compression, connections, child processes, and the lists of tokens of
// js-tiktoken. The modules themselves are TypeScript, in jsapi/lib/node. They find these functions in the
// object that Process.Modules returns; host.d.ts there declares them.
//
// Before a function has an effect outside of the process, it checks the permission of the script and syncs
// what the runs stored. A VM is used by one goroutine at a time, and so are the functions that
// are installed on it. Goroutines that use a file or wait for a connection pass their results to the loop
// of the VM, and use no value of goja.
//
// The package depends on the VM (jsapi/vm), its values (jsapi/value, inspect, guard), files (jsapi/files), its platform (jsapi/web)
// and safetext. It has no code for graphs, checkpoints and the resolution of imports.
package node
