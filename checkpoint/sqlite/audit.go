// This file stores the audit log. Entries are only ever added; each has a hash over itself and all entries before it.

package sqlite

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// Kinds of bodies in the table audit.
const (
	// the entry was erased: the number of the entry that records the deletion, and the digest of the erased one
	auditErased = iota
	auditEntry  // a salt, and the entry
	auditPlain  // an entry without a salt: up to version 3, entries without values had none
)

// auditHere, added to a kind, says that the entry leaves out its thread id: it is that of the row's thread.
const auditHere = 1 << 2

const saltSize = 16

// auditNote is the number of the thread in the row that notes the newest entry.
const auditNote = math.MaxInt64

// auditBody is the column's place, which seal and open need.
const auditBody = "audit.body"

// auditHead is the newest entry of the audit log.
type auditHead struct {
	loaded bool
	moved  bool // the note does not have this entry yet
	n      int64
	hash   [32]byte
}

// audit adds the audit entries of the batches of one transaction. Batches of one thread that follow each other share
// an entry.
func (w *writer) audit(batches []checkpoint.Batch) error {
	for i := range batches {
		a := batches[i].Audit
		if a == nil {
			continue
		}
		id := batches[i].Key.ThreadID
		if i > 0 && batches[i-1].Audit != nil && batches[i-1].Key.ThreadID == id {
			continue // it joins the entry of the batch before
		}
		all := *a
		for j := i + 1; j < len(batches) && batches[j].Audit != nil && batches[j].Key.ThreadID == id; j++ {
			all.Events = append(all.Events[:len(all.Events):len(all.Events)], batches[j].Audit.Events...)
		}
		t, err := w.thread(id)
		if err != nil {
			return err
		}
		if err := w.addEntry(t.id, id, &all); err != nil {
			return err
		}
	}
	return nil
}

// addEntry adds an entry. thread is the number of its thread, 0 for a deleted thread.
func (w *writer) addEntry(thread int64, threadID string, a *checkpoint.Audit) error {
	if !w.head.loaded {
		if err := w.c.auditHead(&w.head); err != nil {
			return err
		}
	}
	return w.putEntry(thread, w.saltedEntry(threadID, a))
}

func (w *writer) putEntry(thread int64, entry saltedEntry) error {
	digest := entry.digest()
	e := encoder{c: w.c, b: w.bufs[1][:0]}
	entry.encode(&e, e.name, thread != 0)
	w.bufs[1] = e.b
	if e.err != nil {
		return e.err
	}
	w.head.n++
	w.head.moved = true
	w.head.hash = chained(w.head.hash, w.head.n, digest)
	_, err := w.c.Exec("INSERT INTO audit (thread, n, hash, body) VALUES (?, ?, ?, ?)", thread, w.head.n, w.head.hash[:], w.c.seal(nil, auditBody, thread, e.b))
	return err
}

// saltedEntry returns an entry in the form that the log stores: long values are shortened or replaced by digests.
func (w *writer) saltedEntry(threadID string, a *checkpoint.Audit) saltedEntry {
	s := saltedEntry{AuditEntry: checkpoint.AuditEntry{At: time.UnixMicro(w.now().UnixMicro()).UTC(), ThreadID: threadID, Audit: *a}}
	s.Events = slices.Clone(a.Events)
	s.salt = make([]byte, saltSize) // when the thread is deleted, only the digest of the entry stays
	rand.Read(s.salt)
	for i := range s.Events {
		ev := &s.Events[i]
		ev.Question, ev.Value = w.auditValue(s.salt, ev.Question), w.auditValue(s.salt, ev.Value)
		// without a salt, the digest of a short question could be guessed
		if w.digests && ev.Kind == checkpoint.EventQuestion && ev.Text != "" {
			ev.Text = fmt.Sprintf("%x", sha256.Sum256(append(slices.Clone(s.salt), ev.Text...)))[:len(ev.Text)]
		}
	}
	return s
}

// maxAudited is the greatest length of a value in the log. Longer ones are in the thread only.
const maxAudited = 256

// auditValue returns what the log stores for a value: the value, the beginning of a long one, or a digest.
func (w *writer) auditValue(salt []byte, v json.RawMessage) []byte {
	switch {
	case len(v) == 0:
		return nil
	case w.digests:
		return fmt.Appendf(nil, `"sha256:%x"`, sha256.Sum256(append(slices.Clone(salt), v...)))
	case len(v) > maxAudited:
		begins, _ := json.Marshal(strings.ToValidUTF8(string(v[:maxAudited/4]), ""))
		return fmt.Appendf(nil, `{"begins":%s,"bytes":%d,"sha256":"%x"}`, begins, len(v), sha256.Sum256(v))
	}
	return v
}

// saltedEntry is an entry with its salt.
type saltedEntry struct {
	checkpoint.AuditEntry
	salt []byte
}

// digest hashes the entry with all names written out.
func (s *saltedEntry) digest() [32]byte {
	var e encoder
	s.encode(&e, func(name string) {
		e.uint(0)
		e.string(name)
	}, false)
	return sha256.Sum256(e.b)
}

// encode encodes the entry; name encodes texts that occur often. It leaves out the thread id if that is the id of the
// row's thread.
func (s *saltedEntry) encode(e *encoder, name func(string), here bool) {
	kind := byte(auditEntry)
	if s.salt == nil {
		kind = auditPlain
	}
	if here {
		kind |= auditHere
	}
	e.byte(kind)
	e.b = append(e.b, s.salt...)
	e.int(s.At.UnixMicro())
	if !here {
		e.string(s.ThreadID)
	}
	e.string(s.By)
	if strings.HasPrefix(s.From, "hitlrun ") {
		name(s.From)
	} else { // it may be anything: an address, for example
		e.uint(0)
		e.string(s.From)
	}
	e.uint(uint64(len(s.Events)))
	for i := range s.Events {
		ev := &s.Events[i]
		name(ev.Kind)
		e.text(ev.Interrupt)
		name(ev.Node)
		if ev.Kind == checkpoint.EventStart {
			name(ev.Text)
		} else {
			e.text(ev.Text)
		}
		e.bytes(ev.Question)
		e.bytes(ev.Value)
	}
}

// chained returns the hash of entry n: of its digest and the hash of the entry before.
func chained(before [32]byte, n int64, digest [32]byte) [32]byte {
	buf := binary.BigEndian.AppendUint64(before[:], uint64(n))
	return sha256.Sum256(append(buf, digest[:]...))
}

func (c *conn) auditHead(h *auditHead) error {
	var v [1]driver.Value
	ok, err := c.Row(v[:], "SELECT hash FROM audit WHERE thread = ? AND n = 0", int64(auditNote))
	if err != nil {
		return err
	}
	note := dbfile.Blob(v[0])
	if !ok || len(note) != 8+32 {
		return errDamaged
	}
	*h = auditHead{loaded: true, n: int64(binary.BigEndian.Uint64(note)), hash: [32]byte(note[8:])}
	return nil
}

// storeHead stores which entry is the newest. It runs at the end of a transaction.
func (w *writer) storeHead() error {
	if !w.head.moved {
		return nil
	}
	w.head.moved = false
	note := append(binary.BigEndian.AppendUint64(nil, uint64(w.head.n)), w.head.hash[:]...)
	_, err := w.c.Exec("UPDATE audit SET hash = ? WHERE thread = ? AND n = 0", note, int64(auditNote))
	return err
}

// eraseEntries leaves only the digests of a thread's entries, and records the deletion in a new entry.
func (w *writer) eraseEntries(thread int64, threadID string, by checkpoint.Audit) error {
	if !w.head.loaded {
		if err := w.c.auditHead(&w.head); err != nil {
			return err
		}
	}
	rows := w.c.Query("SELECT n, body FROM audit WHERE thread = ? ORDER BY n", thread)
	var numbers []int64
	var digests [][32]byte
	var v [2]driver.Value
	for rows.Into(v[:]) {
		body, err := w.c.open(auditBody, thread, dbfile.Blob(v[1]))
		if err != nil {
			rows.Err = err
			break
		}
		numbers = append(numbers, dbfile.Integer(v[0]))
		s, err := w.c.auditEntry(numbers[len(numbers)-1], threadID, make([]byte, 32), body)
		if err != nil {
			rows.Err = err
			break
		}
		digests = append(digests, s.digest())
	}
	if err := rows.Close(); err != nil {
		return err
	}
	told := w.head.n + 1
	sum := sha256.New()
	for i, n := range numbers {
		body := append(binary.AppendVarint([]byte{auditErased}, told), digests[i][:]...)
		sum.Write(binary.BigEndian.AppendUint64(digests[i][:], uint64(n)))
		if _, err := w.c.Exec("UPDATE audit SET thread = 0, body = ? WHERE thread = ? AND n = ?", w.c.seal(nil, auditBody, 0, body), thread, n); err != nil {
			return err
		}
	}
	by.Events = []checkpoint.Event{{Kind: checkpoint.EventDelete}}
	entry := w.saltedEntry("", &by)
	entry.Events[0].Text = erasure(entry.salt, threadID, len(numbers), sum.Sum(nil))
	return w.putEntry(0, entry)
}

// erasure is the text of the entry for a deletion: a salted digest of the thread's id, and which entries were erased.
// Who guesses the id can confirm it by that digest.
func erasure(salt []byte, threadID string, entries int, sum []byte) string {
	return fmt.Sprintf("thread %x, %d entries, %x", sha256.Sum256(append(slices.Clone(salt), threadID...)), entries, sum)
}

// deletes reports whether the entry reports the deletion of a thread.
func (s *saltedEntry) deletes(threadID string) bool {
	for _, ev := range s.Events {
		if ev.Kind != checkpoint.EventDelete {
			continue
		}
		for _, salt := range [][]byte{s.salt, nil} { // up to version 3 the text had no digest
			if id, _, _ := strings.Cut(erasure(salt, threadID, 0, nil), ","); strings.HasPrefix(ev.Text, id+",") {
				return true
			}
		}
	}
	return false
}

// Audit returns entries of the audit log, oldest first.
func (s *Store) Audit(ctx context.Context, f checkpoint.AuditFilter) ([]checkpoint.AuditEntry, error) {
	if f.ThreadID == "" {
		return s.entries(ctx, f, "n > ?1")
	}
	// The deletion of a thread is found by the digest of its id.
	return s.entries(ctx, f, "n > ?1 AND (thread = (SELECT id FROM threads WHERE ext = ?2) OR thread = 0)", packed(f.ThreadID))
}

// AuditSize returns how many bytes the entries of a thread behind a number take, without reading them.
func (s *Store) AuditSize(ctx context.Context, threadID string, after int64) (size int64, err error) {
	err = s.view(ctx, func(c *conn) (err error) {
		size, err = c.Number("SELECT coalesce(sum(length(body)), 0) FROM audit WHERE n > ? AND thread = (SELECT id FROM threads WHERE ext = ?)", max(after, 0), packed(threadID))
		return err
	})
	return size, err
}

// entries returns the entries of the rows that match where, as far as f selects them. Its ?1 is f.After.
func (s *Store) entries(ctx context.Context, f checkpoint.AuditFilter, where string, args ...driver.Value) ([]checkpoint.AuditEntry, error) {
	query := "SELECT n, hash, body, thread, (SELECT ext FROM threads WHERE id = thread) FROM audit WHERE " + where + " ORDER BY n"
	args = append([]driver.Value{max(f.After, 0)}, args...)
	var list []checkpoint.AuditEntry
	err := s.view(ctx, func(c *conn) error {
		rows := c.Query(query, args...)
		var v [5]driver.Value
		for list = nil; rows.Into(v[:]); {
			body, err := c.open(auditBody, dbfile.Integer(v[3]), dbfile.Blob(v[2]))
			if err != nil {
				rows.Err = err
				break
			}
			e, err := c.auditEntry(dbfile.Integer(v[0]), unpacked(v[4]), dbfile.Blob(v[1]), body)
			if err != nil {
				rows.Err = fmt.Errorf("entry %d: %w", e.N, err)
				break
			}
			if f.ThreadID != "" && e.ThreadID != f.ThreadID && !e.deletes(f.ThreadID) {
				continue
			}
			if list = append(list, e.AuditEntry); f.Limit > 0 && len(list) == f.Limit {
				break
			}
		}
		return rows.Close()
	})
	if err != nil {
		return nil, fmt.Errorf("read the audit log: %w", err)
	}
	return list, nil
}

// FindAnswer implements checkpoint.AuditLog.
func (s *Store) FindAnswer(ctx context.Context, threadID, prefix string) (*checkpoint.AuditEntry, string, error) {
	list, err := s.entries(ctx, checkpoint.AuditFilter{ThreadID: threadID}, "n > ?1 AND thread = (SELECT id FROM threads WHERE ext = ?2)", packed(threadID))
	for i := len(list) - 1; i >= 0; i-- {
		for _, e := range list[i].Events {
			if e.Interrupt != "" && strings.HasPrefix(e.Interrupt, prefix) && (e.Kind == checkpoint.EventAnswer || e.Kind == checkpoint.EventTimeout) {
				return &list[i], e.Interrupt, err
			}
		}
	}
	return nil, "", err
}

// auditEntry decodes the entry in a row of a thread.
func (c *conn) auditEntry(n int64, threadID string, hash, body []byte) (saltedEntry, error) {
	e := saltedEntry{AuditEntry: checkpoint.AuditEntry{N: n, ThreadID: threadID}}
	if len(hash) != 32 {
		return e, errDamaged
	}
	e.Hash = [32]byte(hash)
	d := decoder{c: c, b: body}
	kind := d.byte()
	switch kind &^ auditHere {
	case auditErased:
		e.ThreadID, e.Erased = "", true
		return e, d.err
	case auditEntry:
		e.salt = d.take(saltSize)
	case auditPlain:
	default:
		return e, errDamaged
	}
	e.At = dbfile.Micros(d.int())
	if kind&auditHere == 0 {
		e.ThreadID = d.string()
	}
	e.By, e.From = d.string(), d.name()
	events := d.count(6, 120)
	e.Events = make([]checkpoint.Event, min(events, firstItems))
	for i := 0; i < events && d.err == nil; i++ {
		e.Events = item(e.Events, i)
		ev := &e.Events[i]
		ev.Kind, ev.Interrupt, ev.Node = d.name(), d.text(), d.name()
		if ev.Kind == checkpoint.EventStart {
			ev.Text = d.name()
		} else {
			ev.Text = d.text()
		}
		ev.Question, ev.Value = raw(d.bytes()), raw(d.bytes())
	}
	return e, d.err
}

// raw returns nil for an empty value.
func raw(b []byte) json.RawMessage {
	if len(b) == 0 {
		return nil
	}
	return b
}

// AuditHead returns the number of the newest entry of the audit log, 0 if there is none.
func (s *Store) AuditHead(ctx context.Context) (n int64, err error) {
	err = s.view(ctx, func(c *conn) error {
		var v [1]driver.Value
		if _, err := c.Row(v[:], "SELECT hash FROM audit WHERE thread = ? AND n = 0", int64(auditNote)); err != nil {
			return err
		}
		if note := dbfile.Blob(v[0]); len(note) >= 8 {
			n = int64(binary.BigEndian.Uint64(note))
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("read the audit log: %w", err)
	}
	return n, nil
}

// AuditNews returns the entries after number after, oldest first. It looks at the threads that changed last first,
// and reads the whole log only if those do not account for all entries.
func (s *Store) AuditNews(ctx context.Context, after int64) ([]checkpoint.AuditEntry, error) {
	head, err := s.AuditHead(ctx)
	if err != nil || head <= after {
		return nil, err
	}
	return s.newsUpTo(ctx, after, head)
}

// newsUpTo returns the entries after number after, at least up to head.
func (s *Store) newsUpTo(ctx context.Context, after, head int64) ([]checkpoint.AuditEntry, error) {
	f := checkpoint.AuditFilter{After: after}
	where := "n > ?1 AND thread IN (SELECT 0"
	for status := range statuses {
		where += fmt.Sprintf(" UNION ALL SELECT * FROM (SELECT id FROM threads WHERE status = %d ORDER BY updated DESC LIMIT 32)", status+1)
	}
	list, err := s.entries(ctx, f, where+")")
	if err != nil {
		return nil, err
	}
	// Entries may have been added since head was read: all are there if none is missing before the last one.
	if n := len(list); n > 0 && list[n-1].N >= head && list[n-1].N-after == int64(n) {
		return list, nil
	}
	return s.entries(ctx, f, "n > ?1 AND thread < 9223372036854775807")
}
