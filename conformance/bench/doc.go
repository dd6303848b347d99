// Package bench measures hitlrun, by itself and beside LangGraph.js.
//
// scripts/*.mjs run unchanged on Node and on hitlrun. Each does one thing many
// times, fails if the outcome is wrong, and prints one JSON line with its
// figures; scripts/common.mjs says what the environment chooses.
//
// peer runs them on both in turn and compares the medians with the goals of the
// project (`make bench-peer`, docs/performance.md). parallel runs many threads at
// once through package hitlrun. The benchmarks of this package are compared with
// baseline.txt (`make bench`), and TestAllocations bounds what a superstep costs.
package bench
