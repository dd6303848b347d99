// This file makes signals end the command. What is stored stays.

package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// signalError says that a signal ended the program.
type signalError struct {
	signal syscall.Signal
	thread *threadError // the thread that it worked on; may be nil
}

// Error implements error.
func (e signalError) Error() string {
	if e.signal == syscall.SIGINT {
		return "stopped by Ctrl-C" // an interrupt is a question here
	}
	return "ended by a signal: " + e.signal.String()
}

// Unwrap returns the error with the thread that the command worked on.
func (e signalError) Unwrap() error {
	if e.thread == nil {
		return nil
	}
	return e.thread
}

// withSignals returns a context that SIGINT and SIGTERM end. A second signal ends
// the process at once.
func withSignals(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			number, _ := s.(syscall.Signal)
			cancel(signalError{signal: number})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}
