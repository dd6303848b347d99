// Package langgraph is what a script imports as @langchain/langgraph, on the side of Go.
//
// The classes are TypeScript (jsapi/lib/langgraph); what they call of Go is listed in natives.go. StateGraph.compile()
// becomes a runtime.Graph (compile.go, channel.go, reducer.go), invoke and stream become runs of it (invoke.go,
// run_options.go, stream.go), for which the API is the runtime.Host (host.go, host_values.go). What a node returns is
// read in output.go and command.go; what it finds around it is in task_config.go and task_info.go; interrupt() is in
// interrupt.go. getState and updateState are in state.go, snapshot.go, state_update.go; checkpointers, of Go and of the
// script, in saver*.go and script_saver.go; effects that happen once in effect.go; callbacks in trace.go. A Go program
// finds and runs the graphs that a script exports through program_*.go.
//
// The package may touch the VM (jsapi/vm), its values (jsapi/value), the engine (runtime) and savers (checkpoint).
// The platform, that is console, process, modules of Node, never enters, nor what import specifiers stand for.
package langgraph
