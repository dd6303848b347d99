// Package langgraph is the Go side of what a script imports as @langchain/langgraph.
//
// The classes of LangGraph are TypeScript (jsapi/lib/langgraph). natives.go lists the Go functions
// that they call. StateGraph.compile() makes a runtime.Graph (compile.go, channel.go, reducer.go).
// invoke and stream start runs of it (invoke.go, run_options.go, stream.go). The runtime.Host of these
// runs is in host.go and host_values.go. output.go and command.go read what a node returns;
// task_config.go and task_info.go make the config that a node gets; interrupt() is in interrupt.go.
// getState and updateState are in state.go, snapshot.go and state_update.go; checkpointers written in
// Go are in saver*.go, those of the script in script_saver.go; effects that happen once are in
// effect.go; callbacks are in trace.go. With program_*.go a Go program finds and runs the graphs that a
// script exports.
//
// The package depends on the VM (jsapi/vm), its values (jsapi/value, inspect, guard), the journal of
// effects (jsapi/web), the checks of answers (jsapi/schema, review), the files of savers (jsapi/files), the engine
// (runtime), savers (checkpoint), items (longterm) and the text of messages (safetext). It has no code for the
// platform (console, process, modules of Node) and for the resolution of imports. Its types may only be used in the
// goroutine of the VM.
package langgraph
