// Package jsapi is what a script can import and call, inside goja.
//
// A Program is a bundled script, compiled once. A VM runs it: one goja.Runtime
// with its event loop and the globals of the platform. The StateGraph that a
// script builds (lib/langgraph, in TypeScript) becomes a runtime.Graph
// (graph.go); invoke and stream start runs on it (invoke.go), for which the VM
// is the runtime.Host (host.go).
//
//	flow.ts ──bundle──▶ Program ──VM.Run──▶ StateGraph.compile() ──▶ runtime.Graph
//	                                        graph.invoke(input)  ──▶ runtime.Run
//
// # Concurrency
//
// A goja.Runtime is single-threaded, and so is a VM: all that touches its values
// runs on its loop (loop.go), in VM.Do. No value of one VM reaches another; what
// crosses is bytes. Programs are shared by any number of VMs.
package jsapi
