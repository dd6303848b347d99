// This file logs what happens to threads.

package hitlrun

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// The messages that Options.Logger gets. LogBegan, LogEnded and LogDeleted have level Info, LogRefused Warn, LogFailed
// Error. Package checkpoint/sqlite logs its maintenance at levels Debug and Info, and the text of each SQL statement,
// without its values, at Debug.
const (
	LogBegan   = "run began"
	LogEnded   = "run ended"   // the run is done, or waits
	LogFailed  = "run failed"  // the run ended with an error, or was cancelled
	LogRefused = "run refused" // a start or an answer that changed nothing
	LogDeleted = "thread deleted"
)

// The keys of the attributes.
const (
	LogThread   = "thread"
	LogRun      = "run"      // the id of the run
	LogScript   = "script"   // and its version: flow.ts@1a2b3c4d
	LogGraph    = "graph"    // the name of the export
	LogBy       = "by"       // RunOptions.By
	LogFrom     = "from"     // RunOptions.From
	LogStatus   = "status"   // of the thread
	LogWaiting  = "waiting"  // how many questions wait
	LogDuration = "duration" // of the run
	LogError    = "error"
)

// log logs if Options.Logger is set.
func (s *Store) log(ctx context.Context, level slog.Level, message string, attrs ...slog.Attr) {
	if s.o.Logger != nil {
		s.o.Logger.LogAttrs(ctx, level, message, attrs...)
	}
}

// began logs the begin of a run, and returns a function that logs its end.
func (p *prepared) began(ctx context.Context) (ended func(res *Result, err error)) {
	if p.s.o.Logger == nil {
		return func(*Result, error) {}
	}
	thread, run := slog.String(LogThread, p.call.ThreadID), slog.String(LogRun, p.call.RunID)
	start := time.Now()
	p.s.log(ctx, slog.LevelInfo, LogBegan, thread, run, slog.String(LogScript, p.call.Script), slog.String(LogGraph, p.graph), slog.String(LogBy, p.call.By), slog.String(LogFrom, p.call.From))
	return func(res *Result, err error) {
		attrs := []slog.Attr{thread, run, slog.Duration(LogDuration, time.Since(start))}
		if res != nil {
			attrs = append(attrs, slog.String(LogStatus, string(res.Status)), slog.Int(LogWaiting, len(res.Interrupts)))
		}
		if err != nil {
			p.s.log(ctx, slog.LevelError, LogFailed, append(attrs, errorAttr(err))...)
			return
		}
		p.s.log(ctx, slog.LevelInfo, LogEnded, attrs...)
	}
}

// refused logs that a run was refused. It does nothing if err is nil.
func (s *Store) refused(ctx context.Context, threadID string, o *RunOptions, err error) {
	if err != nil {
		s.log(ctx, slog.LevelWarn, LogRefused, slog.String(LogThread, threadID), slog.String(LogBy, o.By), slog.String(LogFrom, o.from()), errorAttr(err))
	}
}

// errorAttr is the attribute that logs an error. The text of an error may contain confidential values: for an error
// that a script threw it has only the position, and for an invalid input only the kind of the error.
func errorAttr(err error) slog.Attr {
	var thrown *Error
	if errors.As(err, &thrown) {
		return slog.String(LogError, "the script threw an error at "+thrown.Position.String())
	}
	for _, kind := range []error{ErrAnswer, ErrInput, ErrBounds} {
		if errors.Is(err, kind) {
			return slog.String(LogError, kind.Error())
		}
	}
	return slog.String(LogError, err.Error())
}
