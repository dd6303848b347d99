// This file detects changes that someone made to the audit log.

package sqlite

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// VerifyAudit reads the whole audit log. It compares each entry with its hash, and those of heads with the log. It
// returns problems in the report, not as an error.
func (s *Store) VerifyAudit(ctx context.Context, heads ...checkpoint.AuditHead) (*checkpoint.AuditReport, error) {
	v := &verifier{heads: heads, erased: map[int64]*erasedEntries{}}
	err := s.view(ctx, func(c *conn) error {
		var col [4]driver.Value
		rows := c.Query("SELECT thread, n, hash, body FROM audit WHERE n > 0 ORDER BY n")
		for rows.Into(col[:]) {
			if err := ctx.Err(); err != nil {
				rows.Err = err
				break
			}
			body, err := c.open(auditBody, dbfile.Integer(col[0]), dbfile.Blob(col[3]))
			if err != nil && !errors.Is(err, errTampered) {
				rows.Err = err
				break
			}
			v.entry(c, dbfile.Integer(col[0]), dbfile.Integer(col[1]), dbfile.Blob(col[2]), body)
		}
		if err := cmp.Or(rows.Close(), v.err); err != nil {
			return err
		}
		if _, err := c.Row(col[:1], "SELECT count(*) FROM audit WHERE n < 1 AND NOT (n = 0 AND thread = ?)", int64(auditNote)); err != nil {
			return err
		}
		if n := dbfile.Integer(col[0]); n > 0 {
			v.problem("%d entries with a number below 1 were added by someone else", n)
		}
		var head auditHead
		if err := c.auditHead(&head); errors.Is(err, errDamaged) {
			v.problem("the note of the newest entry is damaged")
			return nil
		} else if err != nil {
			return err
		}
		v.end(head)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("verify the audit log: %w", err)
	}
	return &v.report, nil
}

type verifier struct {
	report checkpoint.AuditReport
	heads  []checkpoint.AuditHead
	hash   [32]byte // the next hash that is expected
	lost   bool     // the hash before is unknown: the next one is accepted as it is
	erased map[int64]*erasedEntries
	err    error // keys of the store, not of the log
}

// erasedEntries are the entries that one deletion claims to have erased.
type erasedEntries struct {
	count int
	sum   hash.Hash
}

func (v *verifier) problem(format string, args ...any) {
	v.report.Problems = append(v.report.Problems, fmt.Sprintf(format, args...))
}

// threadID returns the id of the thread with a number; it returns false if there is none.
func (v *verifier) threadID(c *conn, thread int64) (string, bool) {
	var col [1]driver.Value
	ok, err := c.Row(col[:], "SELECT ext FROM threads WHERE id = ?", thread)
	if v.err == nil {
		v.err = err
	}
	return unpacked(col[0]), ok
}

func (v *verifier) entry(c *conn, thread, n int64, stored, body []byte) {
	if want := v.report.Head.N + 1; n != want {
		if n == want+1 {
			v.problem("entry %d was removed", want)
		} else {
			v.problem("entries %d to %d were removed", want, n-1)
		}
		v.lost = true
	}
	v.report.Entries++
	v.report.Head.N = n
	var digest [32]byte
	if len(body) > 0 && body[0] == auditErased {
		digest = v.erasedEntry(n, body)
	} else {
		digest = v.live(c, thread, n, body)
	}
	v.hash = chained(v.hash, n, digest)
	if !v.lost && !bytes.Equal(v.hash[:], stored) {
		v.problem("entry %d was changed", n)
	}
	v.lost = false
	if len(stored) == 32 {
		v.hash = [32]byte(stored) // the entries that follow are compared with what this one has
	}
	v.report.Head.Hash = v.hash
	for _, h := range v.heads {
		if h.N == n && h.Hash != v.hash {
			v.problem("entry %d is not the one that was noted: the log was written anew", n)
		}
	}
}

func (v *verifier) erasedEntry(n int64, body []byte) (digest [32]byte) {
	v.report.Erased++
	told, size := binary.Varint(body[1:])
	if size <= 0 || len(body) != 1+size+32 {
		v.problem("entry %d is damaged", n)
		return digest
	}
	digest = [32]byte(body[1+size:])
	e := v.erased[told]
	if e == nil {
		e = &erasedEntries{sum: sha256.New()}
		v.erased[told] = e
	}
	e.count++
	e.sum.Write(binary.BigEndian.AppendUint64(digest[:], uint64(n)))
	return digest
}

// live checks the content of an entry that was not erased.
func (v *verifier) live(c *conn, thread, n int64, body []byte) (digest [32]byte) {
	id, ok := v.threadID(c, thread)
	entry, err := c.auditEntry(n, id, make([]byte, 32), body)
	if err != nil {
		v.problem("entry %d is damaged", n)
		return digest
	}
	digest = entry.digest()
	for i := range entry.Events {
		if entry.Events[i].Kind != checkpoint.EventDelete {
			continue
		}
		e := v.erased[n]
		if e == nil {
			e = &erasedEntries{sum: sha256.New()}
		}
		delete(v.erased, n)
		_, told, _ := strings.Cut(entry.Events[i].Text, ", ")
		if _, found, _ := strings.Cut(erasure(nil, "", e.count, e.sum.Sum(nil)), ", "); found != told {
			v.problem("entry %d records a deletion, but other entries than those of the thread are erased", n)
		}
		return digest
	}
	switch {
	case !ok:
		v.problem("entry %d is stored under a thread that does not exist", n)
	case id != entry.ThreadID:
		v.problem("entry %d is of thread %q, but is stored under another", n, entry.ThreadID)
	}
	return digest
}

func (v *verifier) end(head auditHead) {
	var numbers []int64
	for n := range v.erased {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		v.problem("%d entries were erased, and entry %d does not record that", v.erased[n].count, n)
	}
	last := v.report.Head
	switch {
	case head.n > last.N:
		v.problem("entries %d to %d were removed from the end", last.N+1, head.n)
	case head.n < last.N:
		v.problem("entries %d to %d were added by someone else", head.n+1, last.N)
	case head.n > 0 && head.hash != last.Hash:
		v.problem("the note of the newest entry was changed")
	}
	for _, h := range v.heads {
		if h.N > last.N {
			v.problem("entry %d, which was noted, is gone", h.N)
		}
	}
}
