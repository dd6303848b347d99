// Package ways takes the same programs through every way into hitlrun and compares what comes of them.
//
// cases/NAME.mjs exports a graph, make(options), which compiles it, and steps: inputs, answers and changes of its state.
// cases/NAME.out has what LangGraph.js on Node did: the values, the next nodes and the questions after each step, and the
// history. record.mjs makes it. If hitlrun differs on purpose, the second line of the program says why, and NAME.want has
// what is wanted.
//
// TestWays takes each program through hitlrun run (with the savers of memory and of SQLite), the commands start, resume,
// state and history, the Go API, and HTTP.
package ways
