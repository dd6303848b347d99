// This file adds flags to the errors of package hitlrun, whose messages name no flags of the command line.

package main

import (
	"errors"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// flagsOf has the flags that set a field of a call.
var flagsOf = map[string]string{
	"Start.Input":    "--input",
	"Start.Discard":  "--discard",
	"Answer.Value":   "--value, --text",
	"Answer.Replace": "--interrupt, with --replace",
}

// withFlags returns the message of err, with the flags for the advice that it gives.
func withFlags(err error) string {
	message := err.Error()
	var choose *hitlrun.ChooseError
	var advising interface {
		error
		Advice() string // the field that the end of the message advises to set
	}
	switch {
	case errors.As(err, &choose) && choose.Failed:
		return withFlag(message, "is to be replaced", flagsOf["Answer.Replace"])
	case errors.As(err, &choose):
		return withFlag(message, "name one", "--interrupt")
	case errors.Is(err, hitlrun.ErrForeign):
		return withFlag(message, message, "--grants=none")
	case errors.Is(err, hitlrun.ErrScript):
		return withFlag(withFlag(message, "the thread is pinned to", "--script pinned"), "or with the current file", "--script current")
	case errors.As(err, &advising) && flagsOf[advising.Advice()] != "":
		return withFlag(message, advising.Error(), flagsOf[advising.Advice()])
	}
	return message
}

// withFlag adds the flags in parentheses after the part of message that gives the advice. If message does not have that
// part, it stays as it is.
func withFlag(message, advice, flags string) string {
	return strings.Replace(message, advice, advice+" ("+flags+")", 1)
}
