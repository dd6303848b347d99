// This file logs what happens to threads.

package hitlrun

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// What Options.Logger gets. LogBegan, LogEnded and LogDeleted are at level Info, LogRefused at Warn, LogFailed at Error. What package
// checkpoint/sqlite does besides its work comes at levels Debug and Info; the text of each statement of SQL, without its values, at Debug.
const (
	LogBegan   = "run began"
	LogEnded   = "run ended"   // it is done, or waits
	LogFailed  = "run failed"  // with an error, or cancelled
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

// log logs if the program wants that.
func (s *Store) log(ctx context.Context, level slog.Level, message string, attrs ...slog.Attr) {
	if s.o.Logger != nil {
		s.o.Logger.LogAttrs(ctx, level, message, attrs...)
	}
}

// began logs a run, and returns what logs its end.
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

// refused logs that a run was refused; err is nil if it was not.
func (s *Store) refused(ctx context.Context, threadID string, o *RunOptions, err error) {
	if err != nil {
		s.log(ctx, slog.LevelWarn, LogRefused, slog.String(LogThread, threadID), slog.String(LogBy, o.By), slog.String(LogFrom, o.from()), errorAttr(err))
	}
}

// errorAttr is what is logged of an error. Of one that a script threw it is the position, and of what was given it is what is
// wrong with it: their texts may have what nobody else is to read.
func errorAttr(err error) slog.Attr {
	var thrown *Error
	if errors.As(err, &thrown) {
		return slog.String(LogError, "the script threw an error at "+thrown.Position.String())
	}
	for _, known := range []error{ErrAnswer, ErrInput, ErrBounds} {
		if errors.Is(err, known) {
			return slog.String(LogError, known.Error())
		}
	}
	return slog.String(LogError, err.Error())
}
