// This file reads the audit log, and finds who answered a question.

package hitlrun

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// AuditEntry is an entry of the audit log: what one transaction did to a thread.
type AuditEntry struct {
	N        int64        `json:"n"`
	ThreadID string       `json:"thread_id,omitempty"`
	At       time.Time    `json:"at,omitzero"`
	By       string       `json:"by,omitempty"`
	From     string       `json:"from,omitempty"`
	Events   []AuditEvent `json:"events,omitempty"`
	Hash     string       `json:"hash"` // of this entry and of all entries before it
	// Erased reports that the thread was deleted: only the hash of the entry is left.
	Erased bool `json:"erased,omitempty"`
}

// AuditEvent is one thing that happened: "start", "question", "answer", "timeout", "update",
// "fork", "copy", "rollback", "script", "grants" or "delete".
type AuditEvent struct {
	Kind      string `json:"kind"`
	Interrupt string `json:"interrupt,omitempty"` // the id of the question
	Node      string `json:"node,omitempty"`
	// Text has details: the script of a start, the checkpoint of a fork, the digest of a question, the command-line
	// flags that grant the same permissions.
	Text     string          `json:"text,omitempty"`
	Question json.RawMessage `json:"question,omitempty"` // of an answer
	Value    json.RawMessage `json:"value,omitempty"`    // the answer
}

// AuditFilter selects entries. The zero value selects all.
type AuditFilter struct {
	ThreadID string // "" is all threads
	After    int64  // only entries with a greater number
	Limit    int    // at most so many; 0 is all
}

// Audit returns the entries of the audit log that f selects, oldest first. A thread that does not exist, or was
// deleted, has none: that is not an error.
func (s *Store) Audit(ctx context.Context, f AuditFilter) ([]AuditEntry, error) {
	list, err := s.db.Audit(ctx, checkpoint.AuditFilter(f))
	if list, err = notified(s, ctx, list, err); err != nil {
		return nil, err
	}
	return auditEntries(list), nil
}

// auditEntries are entries as programs see them.
func auditEntries(list []checkpoint.AuditEntry) []AuditEntry {
	entries := make([]AuditEntry, len(list))
	for i := range list {
		e := &list[i]
		entries[i] = AuditEntry{N: e.N, ThreadID: e.ThreadID, At: e.At, By: e.By, From: e.From, Hash: hex.EncodeToString(e.Hash[:]), Erased: e.Erased}
		for _, ev := range e.Events {
			entries[i].Events = append(entries[i].Events, AuditEvent{
				Kind: ev.Kind, Interrupt: ev.Interrupt, Node: ev.Node, Text: ev.Text, Question: plain(ev.Question), Value: plain(ev.Value),
			})
		}
	}
	return entries
}

// plain is a stored value as plain JSON; nil for none.
func plain(data json.RawMessage) json.RawMessage {
	if len(data) == 0 {
		return nil
	}
	return value.PlainJSON(data)
}

// AuditHead names an entry of the audit log by its number and hash.
type AuditHead struct {
	N    int64  `json:"n"`
	Hash string `json:"hash"`
}

// AuditReport is what VerifyAudit found.
type AuditReport struct {
	Entries int64     `json:"entries"`
	Erased  int64     `json:"erased"` // how many of Entries belong to deleted threads
	Head    AuditHead `json:"head"`   // the newest entry
	// Problems describe entries that somebody changed or removed. An empty list means that the log is intact.
	Problems []string `json:"problems"`
}

// VerifyAudit compares each entry of the audit log with its hash, and the given heads of earlier reports with the log.
// It returns changed entries in the report, not as an error; an error says that the log could not be read.
func (s *Store) VerifyAudit(ctx context.Context, heads ...AuditHead) (*AuditReport, error) {
	noted := make([]checkpoint.AuditHead, len(heads))
	for i, h := range heads {
		noted[i].N = h.N
		if n, err := hex.Decode(noted[i].Hash[:], []byte(h.Hash[:min(len(h.Hash), 64)])); err != nil || n != 32 || len(h.Hash) != 64 {
			return nil, errorf(ErrInput, "%q is not the hash of an entry: a hash has 64 hexadecimal digits", h.Hash)
		}
	}
	r, err := s.db.VerifyAudit(ctx, noted...)
	if r, err = notified(s, ctx, r, err); err != nil {
		return nil, err
	}
	report := &AuditReport{Entries: r.Entries, Erased: r.Erased, Head: AuditHead{r.Head.N, hex.EncodeToString(r.Head.Hash[:])}, Problems: r.Problems}
	if report.Problems == nil {
		report.Problems = []string{}
	}
	return report, nil
}

// resolved returns the error for a second answer to a question whose id begins with prefix. It is nil if the question
// was not answered before.
func (s *Store) resolved(ctx context.Context, threadID, prefix string) error {
	first, id, err := s.db.FindAnswer(ctx, threadID, prefix)
	if err != nil || first == nil {
		return nil // then it is unknown
	}
	return explain(runtime.Resolved(first, id))
}

// answeredBefore returns the error for an answer to a question that was answered before: the question that the caller
// names, or the last one of a thread that waits for nothing any more.
func (s *Store) answeredBefore(ctx context.Context, t *sqlite.Thread, a Answer) error {
	if a.Interrupt == "" && (a.Value == nil || t.Status != checkpoint.StatusDone) {
		return nil
	}
	for _, in := range questions(t) {
		if a.Interrupt != "" && strings.HasPrefix(in.ID, a.Interrupt) {
			return s.unlikeAnswered(ctx, t.ID, a.Interrupt, in.ID)
		}
	}
	return s.resolved(ctx, t.ID, a.Interrupt)
}

// unlikeAnswered returns an error if prefix is the beginning not only of the id of a question that waits, but also of the id
// of one that was answered. Somebody who repeats that answer must not answer the other question.
func (s *Store) unlikeAnswered(ctx context.Context, threadID, prefix, waiting string) error {
	if prefix == waiting {
		return nil
	}
	first, id, err := s.db.FindAnswer(ctx, threadID, prefix)
	switch {
	case err != nil:
		return fmt.Errorf("%q is not the whole id of a question: %w", prefix, explain(err))
	case first != nil && id != waiting:
		return errorf(ErrNotWaiting, "%q is the beginning of the id of two questions of thread %q: %s waits, and %s was answered by %s; give more of the id",
			prefix, threadID, waiting, id, cmp.Or(first.By, "somebody"))
	}
	return nil
}
