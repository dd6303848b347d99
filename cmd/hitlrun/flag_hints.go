// This file adds flags to the errors of package hitlrun, whose messages name no flags of the command line. It recognises some
// errors by their text: a changed text there needs a change here.

package main

import (
	"errors"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// withFlags returns the message of err, with the flags for the advice that it gives.
func withFlags(err error) string {
	message := err.Error()
	var several *hitlrun.ChooseError
	switch {
	case errors.As(err, &several) && several.Failed:
		return strings.Replace(message, "is to be replaced", "is to be replaced (--interrupt, with --replace)", 1)
	case errors.As(err, &several):
		return strings.Replace(message, "name one", "name one (--interrupt)", 1)
	case errors.Is(err, hitlrun.ErrForeign):
		return message + " (--grants=none)"
	case errors.Is(err, hitlrun.ErrWaiting) && strings.HasSuffix(message, "or discard its questions"):
		return message + " (--discard)"
	case errors.Is(err, hitlrun.ErrNotWaiting) && strings.HasSuffix(message, "is to be replaced"):
		return message + " (--interrupt, with --replace)"
	case errors.Is(err, hitlrun.ErrWaiting) && strings.HasSuffix(message, "give one"):
		return message + " (--value, --text)"
	case errors.Is(err, hitlrun.ErrNoThread) && (strings.HasSuffix(message, "no input to start it") || strings.HasSuffix(message, "start the thread again with its input")):
		return message + " (--input)"
	case errors.Is(err, hitlrun.ErrScript):
		return strings.NewReplacer("the thread is pinned to", "the thread is pinned to (--script pinned)",
			"or with the current file", "or with the current file (--script current)").Replace(message)
	}
	return message
}
