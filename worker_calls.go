// This file converts runs, updates and events to messages, and back. TestCallsAreWhole fails if a field is missing.

package hitlrun

import (
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/longterm"
)

// call returns the call that a message is of.
func (m *callMessage) call(saver checkpoint.Saver) jsapi.GraphCall {
	c := jsapi.GraphCall{
		Saver: saver, ThreadID: m.ThreadID, Input: m.Input, Resume: m.Resume, ResumeByID: m.ResumeByID, AnswerAgain: m.AnswerAgain,
		Update: m.Update, TimedOut: m.TimedOut, By: m.By, From: m.From, Script: m.Script, PinChange: m.PinChange, PinGrants: m.PinGrants, Unsynced: m.Unsynced, Strict: m.Strict,
		RecursionLimit: m.RecursionLimit, Durability: m.Durability, RunID: m.RunID, CheckpointID: m.CheckpointID, Goto: m.Goto, Config: m.Config,
		InterruptBefore: m.InterruptBefore, InterruptAfter: m.InterruptAfter, Modes: m.Modes, Subgraphs: m.Subgraphs,
	}
	if m.Pin {
		c.Pin = &checkpoint.Pin{}
	}
	if s, ok := saver.(interface{ longTerm() longterm.Items }); ok && m.LongTerm {
		c.LongTerm = s.longTerm()
	}
	return c
}

// messageOfCall converts a call to a message.
func messageOfCall(session uint64, saver saverRef, c *jsapi.GraphCall) *callMessage {
	return &callMessage{
		Session: session, Saver: saver, ThreadID: c.ThreadID, Input: c.Input, Resume: c.Resume, ResumeByID: c.ResumeByID, AnswerAgain: c.AnswerAgain,
		Update: c.Update, TimedOut: c.TimedOut, By: c.By, From: c.From, Script: c.Script, Pin: c.Pin != nil, PinChange: c.PinChange, PinGrants: c.PinGrants, Unsynced: c.Unsynced, Strict: c.Strict,
		RecursionLimit: c.RecursionLimit, Durability: c.Durability, OnUpdate: c.OnUpdate != nil, RunID: c.RunID, CheckpointID: c.CheckpointID,
		Goto: c.Goto, Config: c.Config, InterruptBefore: c.InterruptBefore, InterruptAfter: c.InterruptAfter,
		OnChunk: c.OnChunk != nil, Modes: c.Modes, Subgraphs: c.Subgraphs, LongTerm: c.LongTerm != nil, Stores: files.Protected(),
	}
}

// call returns the call that a message is of.
func (m *updateMessage) call(saver checkpoint.Saver) jsapi.UpdateCall {
	c := jsapi.UpdateCall{Saver: saver, Key: m.Key, Steps: m.Steps, By: m.By, From: m.From, RunID: m.RunID}
	if m.Pin {
		c.Pin = &checkpoint.Pin{}
	}
	return c
}

func messageOfUpdate(session uint64, saver saverRef, c *jsapi.UpdateCall) *updateMessage {
	return &updateMessage{Session: session, Saver: saver, Key: c.Key, Steps: c.Steps, By: c.By, From: c.From, RunID: c.RunID, Pin: c.Pin != nil}
}

// messageOfEvent converts an event to a message, with what a task wrote.
func messageOfEvent(script uint64, e *TraceEvent) *traceMessage {
	m := &traceMessage{
		Script: script, Kind: e.Kind, At: e.At, Took: e.Took, Ended: e.Ended, Asks: e.Asks, ThreadID: e.ThreadID, NS: e.NS, Step: e.Step,
		Nodes: e.Nodes, Node: e.Node, ID: e.ID, Attempt: e.Attempt, Count: e.Count, Wrote: e.Writes != nil,
		RunID: e.RunID, What: e.What, Status: e.Status,
	}
	if m.Wrote {
		m.Writes = e.Writes()
	}
	if e.Err != nil {
		m.Err = messageOf(explain(e.Err))
	}
	return m
}

// event converts a message to an event without a context.
func (m *traceMessage) event() TraceEvent {
	e := TraceEvent{
		Kind: m.Kind, At: m.At, Took: m.Took, Ended: m.Ended, Asks: m.Asks, ThreadID: m.ThreadID, NS: m.NS, Step: m.Step,
		Nodes: m.Nodes, Node: m.Node, ID: m.ID, Attempt: m.Attempt, Count: m.Count,
		RunID: m.RunID, What: m.What, Status: m.Status,
	}
	if m.Wrote {
		e.Writes = func() []TraceWrite { return slices.Clone(m.Writes) }
	}
	if m.Err != nil {
		e.Err = m.Err.err(nil)
	}
	return e
}
