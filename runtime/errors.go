// This file has the errors of the engine. Messages that scripts can read are LangGraph's.

package runtime

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Error is an error of the engine. Name is the name of the class that scripts see.
type Error struct {
	Name    string // "InvalidUpdateError"
	Code    string // "INVALID_CONCURRENT_GRAPH_UPDATE", or ""
	Message string

	paged bool // Message has the page of Code already
}

// docsURL is the address below which the documentation explains each Code.
const docsURL = "https://docs.langchain.com/oss/javascript/langgraph/"

// Error returns the message as scripts see it, with the page that explains the code.
func (e *Error) Error() string {
	if e.Code == "" || e.paged {
		return e.Message
	}
	return e.Message + "\n\nTroubleshooting URL: " + docsURL + e.Code + "/\n"
}

// Is compares the Name, and the Code if target has one.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Name == e.Name && (t.Code == "" || t.Code == e.Code)
}

// Errors to compare with errors.Is.
var (
	ErrGraphRecursion  error = &Error{Name: "GraphRecursionError"}
	ErrGraphValue      error = &Error{Name: "GraphValueError"}
	ErrInvalidUpdate   error = &Error{Name: "InvalidUpdateError"}
	ErrUnreachableNode error = &Error{Name: "UnreachableNodeError"}
	ErrEmptyInput      error = &Error{Name: "EmptyInputError"}
)

func errNoCheckpointer() error {
	return &Error{Name: "GraphValueError", Code: "MISSING_CHECKPOINTER", Message: "No checkpointer set"}
}

func errRecursion(limit int) error {
	return &Error{Name: "GraphRecursionError", Code: "GRAPH_RECURSION_LIMIT", Message: fmt.Sprintf(
		`Recursion limit of %d reached without hitting a stop condition. You can increase the limit by setting the "recursionLimit" config key.`, limit)}
}

func errInvalidUpdate(format string, args ...any) error {
	return &Error{Name: "InvalidUpdateError", Message: fmt.Sprintf(format, shortened(args)...)}
}

// Short returns a text that a script chose, for a message. Of a text that is longer than the name of a node may be, only the
// beginning is left: the text may be as large as the memory of the script, and quotes make it several times as large.
func Short(text string) string {
	if len(text) <= maxName {
		return text
	}
	n := 0
	for i := range text {
		if n++; n > maxName {
			return text[:i] + "…"
		}
	}
	return text
}

// shortened returns args with each text as Short returns it.
func shortened(args []any) []any {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = Short(text)
		}
	}
	return args
}

// ErrInvalidReturn returns the error for a node that returned something other than an update. got is the type of what
// it returned.
func ErrInvalidReturn(node, got string) error {
	return &Error{Name: "InvalidUpdateError", Code: "INVALID_GRAPH_NODE_RETURN_VALUE", Message: fmt.Sprintf(
		"Expected node %q to return an object or an array containing at least one Command object, received %s", node, got)}
}

func errEmptyInput(message string) error {
	return &Error{Name: "EmptyInputError", Message: message}
}

func errNoThread(what string) error {
	return &Error{Name: "Error", Message: "Failed to put " + what + `. The passed RunnableConfig is missing a required "thread_id" field in its "configurable" property. When using a checkpointer, you must pass a "thread_id" so the checkpointer knows which conversation thread to persist state for. Example: graph.stream(input, { configurable: { thread_id: "my-thread-id" } })`}
}

func plainError(format string, args ...any) error {
	return &Error{Name: "Error", Message: fmt.Sprintf(format, shortened(args)...)}
}

// ResolvedError is returned for an answer to a question that was answered before.
type ResolvedError struct {
	ThreadID, Interrupt string
	By                  string    // who answered; "" if unknown
	At                  time.Time // when; zero if unknown
	TimedOut            bool      // the deadline of the question was applied
}

func (e *ResolvedError) Error() string {
	text := fmt.Sprintf("question %s of thread %q was answered", e.Interrupt, e.ThreadID)
	if e.TimedOut {
		text = fmt.Sprintf("the deadline of question %s of thread %q was applied", e.Interrupt, e.ThreadID)
	}
	if e.By != "" && !e.TimedOut {
		text += " by " + e.By
	}
	if !e.At.IsZero() {
		return text + " at " + e.At.UTC().Format(time.RFC3339)
	}
	return text + " already"
}

// Is compares with *Error by name, as scripts do.
func (e *ResolvedError) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Name == "InterruptAlreadyResolved"
}

// Refused is the error for an answer, or another input, that was refused: the thread has not changed.
type Refused struct{ Err error }

func (e *Refused) Error() string { return e.Err.Error() }
func (e *Refused) Unwrap() error { return e.Err }

// Unstorable is the error for an input, or an update from outside, that cannot be stored: the thread has not changed.
type Unstorable struct {
	What string // "the input" or "the update"
	Err  error
}

func (e *Unstorable) Error() string { return e.What + " cannot be stored: " + e.Err.Error() }
func (e *Unstorable) Unwrap() error { return e.Err }

// unstorable wraps err for the caller that gave the input of a run. A script gets err itself.
func (r *Run) unstorable(what string, err error) error {
	if r.nested {
		return err
	}
	if r.o.Thread {
		err = &Unstorable{what, err}
	}
	return &Refused{err}
}

// GraphInterrupt bubbles up from a node that asked a question. It has no
// Interrupts when a run stops before or after a node.
type GraphInterrupt struct{ Interrupts []Interrupt }

// Error is for logs only.
func (e *GraphInterrupt) Error() string {
	return fmt.Sprintf("the graph was interrupted (%d questions)", len(e.Interrupts))
}

// ParentCommand bubbles up from a graph whose node returned a Command for the graph around it.
type ParentCommand struct{ Command *Command }

// Error is for logs only.
func (e *ParentCommand) Error() string { return "command for the parent graph" }

func isParentCommand(err error) bool {
	var pc *ParentCommand
	return errors.As(err, &pc)
}

// Drained bubbles up from a run that was requested to stop at the end of a superstep. The thread can be resumed later.
type Drained struct{ Reason string }

// Error returns LangGraph's message.
func (e *Drained) Error() string { return "Graph drained: " + e.Reason }

// AggregateError has the errors of several tasks of one superstep.
type AggregateError struct {
	Errors  []error
	Message string
}

// Error returns the message and those of all errors.
func (e *AggregateError) Error() string {
	all := []string{e.Message}
	for _, err := range e.Errors {
		all = append(all, err.Error())
	}
	return strings.Join(all, "\n")
}

// Describe implements Thrown. The message is LangGraph's.
func (e *AggregateError) Describe() (name, message string) { return "AggregateError", e.Message }

// Unwrap returns the errors.
func (e *AggregateError) Unwrap() []error { return e.Errors }

// Thrown is an error that a script threw. The host implements it, so that the engine can store its name and message.
type Thrown interface {
	error
	// Describe returns the name and the message of what was thrown.
	Describe() (name, message string)
}

// IsBubbleUp reports whether err is control flow, not a failure.
func IsBubbleUp(err error) bool {
	var gi *GraphInterrupt
	var pc *ParentCommand
	var d *Drained
	return errors.As(err, &gi) || errors.As(err, &pc) || errors.As(err, &d)
}

// describe returns the name and the message of err for the saver.
func describe(err error) (name, message string) {
	var t Thrown
	if errors.As(err, &t) {
		return t.Describe()
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Name, e.Error()
	}
	return cmp.Or(ErrorName(err), "Error"), err.Error()
}

// ErrorName returns the name of the class that scripts see of an error of the engine; "" for other errors.
func ErrorName(err error) string {
	var e *Error
	var late *NodeTimeoutError
	switch {
	case errors.As(err, &e):
		return e.Name
	case errors.As(err, &late):
		return "NodeTimeoutError"
	}
	return ""
}
