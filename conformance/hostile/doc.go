// Package hostile holds scripts, inputs and answers that want to end, hang or fill the process they run in, or to
// get at what they were not granted. Its test runs each case as real processes of the built binary, under a hard
// limit of memory, and compares the exit code and all of stderr. README.md says how to add a case.
package hostile
