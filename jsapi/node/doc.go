// Package node has the parts of Node's modules that are written in Go: ciphers, keys, signatures, compression,
// connections, and the lists of tokens of js-tiktoken. The modules themselves are TypeScript, in jsapi/lib/node; they find what is here in the object that Install extends.
//
// What reaches out of the process asks Env before: for the permission of the script, and for the barrier. A VM is used by one goroutine at a time, and
// so is what was installed on it: goroutines that wait for a connection hand what they find to the loop of the VM, and see no value of goja.
package node
