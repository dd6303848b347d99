// Package node has the parts of Node's modules that are written in Go: ciphers, keys, signatures and compression. The
// modules themselves are TypeScript, in jsapi/lib/node; they find what is here in the object that Install extends.
//
// Nothing here reaches out of the process. A VM is used by one goroutine at a time, and so is what was installed on it.
package node
