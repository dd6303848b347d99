// Package ways takes the same programs through every way into hitlrun and compares what comes of them.
//
// cases/NAME.mjs exports a graph, make(options), which compiles it, and steps: inputs, answers and changes of its state.
// modes, if it exports some, are those of the chunks that are compared. If it exports inner, the states of inner graphs are.
//
// cases/NAME.out has what LangGraph.js on Node did: the values, the next nodes, the questions and the chunks after each
// step, and the history. record.mjs makes it. NAME.02.out, if there is one, has what LangGraph.js 0.2.74 did. If hitlrun
// differs on purpose, a line "Differs" of the program says why, and NAME.want has what is wanted. If a thread of a store
// differs from one of hitlrun run, a line "Stored" says why, and NAME.stored has what is wanted. The flag -update of the
// test writes these files.
//
// TestWays takes each program through hitlrun run (with the savers of memory and of SQLite, and with one that is written
// in the script), the commands start, resume, state and history, the Go API, and HTTP.
package ways
