// Package fatal makes the death of a process clean. An error of Go that no program can recover from (out of memory, stack overflow,
// a map that is used concurrently, a panic) reaches the user as one sentence, with the path of a file that has
// the trace, and gives an exit code of the program's own. It costs some microseconds at the start and no process.
//
// Catch replaces the standard error of the process by a file in memory, which only Go's runtime writes to, and the
// program gets a File for the old standard error. With the traceback level "crash" the runtime raises SIGABRT after
// its trace. The handler of that signal is C, because no Go code can run any more. It writes the report and the sentence.
//
// It works on Linux, with cgo. Elsewhere Catch does nothing, and Go's trace is shown.
package fatal

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Messages are the lines for the user. Path is where the report will be.
type Messages struct {
	Path string

	Memory, Stack, Other string // what is written to stderr, with its newline
	ExitCode             int
}

// Cause is what ended a process.
type Cause int

// The causes.
const (
	Memory Cause = iota
	Stack
	Other
)

// Sentence returns the text for people: what happened, and where the report is.
func (c Cause) Sentence(path string) string {
	what := map[Cause]string{
		Memory: "it ran out of memory (see --max-memory)",
		Stack:  "the stack of the engine overflowed: something is nested too deep",
		Other:  "the engine failed, which is a bug of hitlrun",
	}[c]
	return fmt.Sprintf("the process had to end: %s; a report is in %s", what, path)
}

// reportPath returns a name for the report that no other process uses.
func reportPath() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("hitlrun-crash-%d-%x.txt", os.Getpid(), time.Now().UnixNano()))
}

// NewMessages makes the messages. line returns the text on stderr for a sentence.
func NewMessages(exitCode int, line func(sentence string) string) Messages {
	path := reportPath()
	return Messages{path, line(Memory.Sentence(path)), line(Stack.Sentence(path)), line(Other.Sentence(path)), exitCode}
}
