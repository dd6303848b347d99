// This file looks for damage in a store: in the file, in rows that refer to nothing, in the audit log, in threads
// whose process died. doctor_thread.go looks for damage inside a thread.

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// Finding is something that Doctor found.
type Finding struct {
	Check    string `json:"check"`               // one of the checks below
	Harmless bool   `json:"harmless,omitempty"`  // nothing is wrong: something only takes space, or was not examined
	ThreadID string `json:"thread_id,omitempty"` // "" if it concerns no thread, or one without an id
	Message  string `json:"message"`             // what is wrong, and where
	Advice   string `json:"advice"`              // what to do
}

// The checks of Doctor.
const (
	CheckFile    = "file"    // the structure of the file
	CheckRows    = "rows"    // references between rows
	CheckValues  = "values"  // everything that is stored can be read
	CheckScripts = "scripts" // scripts can be read too
	CheckAudit   = "audit"   // the chain of the audit log
	CheckRuns    = "runs"    // a process works on each thread that runs
	CheckSide    = "side"    // files beside the store
	CheckKey     = "key"     // the key of an encrypted store is present
)

const (
	adviceRestore = "stop what uses the store, copy its files, and put the last backup in its place (hitlrun backup makes one)"
	advicePrune   = "nothing: it only takes space"
)

func adviceThread(id string) string {
	return fmt.Sprintf("take the thread from a backup, or delete it: hitlrun delete --thread %q", id)
}

// Doctor examines the whole store and returns what is wrong with it. It writes nothing and takes no leases, so others
// can use the store meanwhile: it holds no transaction open while the loop body runs. Its memory does not grow with
// the number of threads or the length of one. If the key of an encrypted store is missing, it leaves out values and
// the audit log, and a finding of CheckKey says so. If the store cannot be examined, the sequence ends with an error.
func (s *Store) Doctor(ctx context.Context) iter.Seq2[Finding, error] {
	return func(yield func(Finding, error) bool) {
		d := &doctor{s: s, ctx: ctx}
		steps := []func() (more bool, err error){
			d.file, d.key, d.threads, d.strays, d.scripts, d.audit, d.runs, d.sideFiles,
		}
		for _, step := range steps {
			for more := true; more; {
				err := ctx.Err()
				if err == nil {
					more, err = step()
					err = d.damaged(err) // the end of a transaction may report it, too
				}
				for _, f := range d.found {
					if !yield(f, nil) {
						return
					}
				}
				d.found = d.found[:0]
				if err != nil {
					yield(Finding{}, fmt.Errorf("look at store %s: %w", s.path, err))
					return
				}
			}
		}
	}
}

// doctor is one call of Doctor. Each call of a check adds some findings to found.
type doctor struct {
	s      *Store
	ctx    context.Context
	found  []Finding
	sealed bool // the key is missing

	damages int // how often SQLite reported that the file is damaged

	thread   int64  // the number of the last thread that was examined
	table    int    // the table in which strays are searched,
	stray    int64  // and the last thread number that was seen there
	lostFrom Cursor // the last running thread that was examined
}

func (d *doctor) add(f Finding) { d.found = append(d.found, f) }

// isCorrupt reports whether err means that the file is damaged: SQLite says so, or a page is not as it was written.
func isCorrupt(err error) bool {
	var e sqlite3.Error
	return errors.Is(err, dbfile.ErrDamagedPage) || errors.Is(err, dbfile.ErrEndless) || errors.As(err, &e) && (e.ExtendedCode == dbfile.ErrData || e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

// follows reports whether the number of a row is greater than that of the last one, as it is in a table that does not lead to itself.
func (d *doctor) follows(table string, id, last int64) bool {
	if id <= last {
		d.add(Finding{Check: CheckFile, Message: fmt.Sprintf("the rows of the table %s are not in order", table), Advice: adviceRestore})
	}
	return id > last
}

// maxMessages is how many messages of SQLite are shown.
const maxMessages = 100

// file lets SQLite check the file.
func (d *doctor) file() (bool, error) {
	return false, d.s.view(d.ctx, func(c *conn) error {
		rows, err := c.Raw.QueryContext(d.ctx, fmt.Sprintf("PRAGMA integrity_check(%d)", maxMessages), nil) // it takes long: ctx stops it
		if err != nil {
			return d.damaged(err)
		}
		var v [1]driver.Value
		for err = rows.Next(v[:]); err == nil; err = rows.Next(v[:]) {
			if dbfile.Text(v[0]) != "ok" {
				d.add(Finding{Check: CheckFile, Message: "the file is damaged: " + strings.TrimSpace(dbfile.Text(v[0])), Advice: adviceRestore})
			}
		}
		if err == io.EOF { //nolint:errorlint // the driver returns io.EOF itself
			err = nil
		}
		return errors.Join(d.damaged(c.damage(err)), d.damaged(c.damage(rows.Close())), d.ctx.Err())
	})
}

// damaged turns an error that says that the file is damaged into a finding.
func (d *doctor) damaged(err error) error {
	if !isCorrupt(err) {
		return err
	}
	if d.damages++; d.damages <= maxMessages {
		d.add(Finding{Check: CheckFile, Message: explain(err).Error(), Advice: adviceRestore})
	}
	return nil
}

// key checks that values can be read.
func (d *doctor) key() (bool, error) {
	return false, d.s.view(d.ctx, func(c *conn) error {
		if d.sealed = c.ring != nil && c.ring.keys == nil; d.sealed {
			d.add(Finding{Check: CheckKey, Harmless: true, Message: "the store is encrypted: values and the audit log were not looked at", Advice: "give the key: --encrypt-key-file FILE"})
		}
		_, err := c.Number("SELECT count(length(name)) FROM names")
		if err == nil {
			if err = c.loadNames(); errors.Is(err, errDamaged) {
				d.add(Finding{Check: CheckRows, Message: "the names of channels and nodes have a gap: checkpoints cannot be read", Advice: adviceRestore})
				err = nil
			}
		}
		return d.damaged(err)
	})
}

// tables are the tables with rows of threads. The first column of each query is the number of a thread.
var tables = [...]struct{ name, next string }{
	{"checkpoints", "SELECT thread FROM checkpoints WHERE thread > ? ORDER BY thread LIMIT 1"},
	{"writes", "SELECT thread FROM writes WHERE thread > ? ORDER BY thread LIMIT 1"},
	{"namespaces", "SELECT thread FROM namespaces WHERE thread > ? ORDER BY thread LIMIT 1"},
	{"documents", "SELECT thread FROM documents WHERE thread > ? ORDER BY thread LIMIT 1"},
	{"events", "SELECT thread FROM events WHERE thread > ? ORDER BY thread LIMIT 1"},
	{"blobs", "SELECT id >> 32 FROM blobs WHERE id >= (? + 1) << 32 ORDER BY id LIMIT 1"},
}

// strays finds rows of threads that do not exist. One call examines some threads of one table.
func (d *doctor) strays() (more bool, err error) {
	err = d.s.view(d.ctx, func(c *conn) error {
		table := tables[d.table]
		for range pageThreads {
			var v [1]driver.Value
			ok, err := c.Row(v[:], table.next, d.stray)
			if err != nil || !ok {
				d.table++
				d.stray = 0
				return d.damaged(err)
			}
			id, ok := v[0].(int64)
			if !ok { // a text, bytes or a fraction, which SQLite sorts among the numbers or behind them
				d.add(Finding{Check: CheckRows, Message: fmt.Sprintf("the table %s has a row whose number of a thread is not a number", table.name), Advice: adviceRestore})
				d.table++
				d.stray = 0
				return nil
			}
			if !d.follows(table.name, id, d.stray) {
				d.table++
				d.stray = 0
				return nil
			}
			d.stray = id
			n, err := c.Number("SELECT count(*) FROM threads WHERE id = ?", d.stray)
			if err == nil && n == 0 {
				d.add(Finding{Check: CheckRows, Message: fmt.Sprintf("the table %s has rows of a thread that does not exist (number %d)", table.name, d.stray), Advice: adviceRestore})
			}
			if err != nil {
				d.table = len(tables)
				return d.damaged(err)
			}
		}
		return nil
	})
	return d.table < len(tables), err
}

// scripts reads the scripts, one at a time.
func (d *doctor) scripts() (bool, error) {
	return false, d.s.view(d.ctx, func(c *conn) error {
		unused := 0
		var id int64
		for {
			var v [6]driver.Value
			ok, err := c.Row(v[:], "SELECT id, name, info, code, map, EXISTS (SELECT 1 FROM threads WHERE script = s.id) FROM scripts s WHERE id > ? ORDER BY id LIMIT 1", id)
			if err != nil {
				return d.damaged(err)
			}
			if !ok {
				break
			}
			if !d.follows("scripts", dbfile.Integer(v[0]), id) {
				break
			}
			id = dbfile.Integer(v[0])
			if dbfile.Integer(v[5]) == 0 {
				unused++
			}
			for i, column := range []string{"scripts.info", "scripts.code", "scripts.map"} {
				if d.sealed {
					break
				}
				part, err := c.open(column, id, dbfile.Blob(v[i+2]))
				if err == nil {
					_, err = inflate(part)
				}
				if err != nil {
					d.add(Finding{Check: CheckScripts, Message: fmt.Sprintf("the script %s cannot be read: %v", dbfile.Text(v[1]), err), Advice: "resume the threads that run it with --script current, or take the store from a backup"})
					break
				}
			}
		}
		if unused > 0 {
			d.add(Finding{Check: CheckScripts, Harmless: true, Message: fmt.Sprintf("%d scripts are stored that no thread runs", unused), Advice: "hitlrun prune --compact removes them"})
		}
		return nil
	})
}

// audit verifies the audit log.
func (d *doctor) audit() (bool, error) {
	if d.sealed {
		return false, nil
	}
	report, err := d.s.VerifyAudit(d.ctx)
	if isCorrupt(err) || errors.Is(err, ErrKey) {
		d.add(Finding{Check: CheckAudit, Message: err.Error(), Advice: adviceRestore})
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, p := range report.Problems {
		d.add(Finding{Check: CheckAudit, Message: "the audit log was changed: " + p, Advice: "compare it with a backup, and with entries that were noted elsewhere: hitlrun audit verify --head N:HASH"})
	}
	return false, nil
}

// runs finds lost threads, one page at a time.
func (d *doctor) runs() (more bool, err error) {
	page, more, err := d.s.threadPage(d.ctx, ThreadFilter{Status: checkpoint.StatusRunning, After: d.lostFrom})
	if err != nil {
		return false, d.unreadable(err)
	}
	for i := range page {
		t := &page[i]
		d.lostFrom = t.Cursor
		lost, err := d.s.Lost(d.ctx, t)
		if err != nil {
			return false, err
		}
		if !lost {
			continue
		}
		_, err = d.s.Get(d.ctx, checkpoint.Key{ThreadID: t.ID})
		f := Finding{Check: CheckRuns, ThreadID: t.ID, Message: "the process that ran the thread is gone", Advice: fmt.Sprintf("resume it: hitlrun resume --thread %q, or resume all: hitlrun sweep --recover", t.ID)}
		if errors.Is(err, checkpoint.ErrNotFound) {
			f.Message += ", and its input was not stored yet"
			f.Advice = fmt.Sprintf("start it once more: hitlrun start FILE --thread %q --input JSON, or delete it: hitlrun delete --thread %q", t.ID, t.ID)
		}
		d.add(f)
	}
	return more, nil
}

// unreadable drops errors from the list of threads: the check of each thread has reported them.
func (d *doctor) unreadable(err error) error {
	if errors.Is(err, errDamaged) || errors.Is(err, errTampered) || isCorrupt(err) {
		return nil
	}
	return err
}

// sideFiles finds files that processes left which were killed while they made a store or a copy.
func (d *doctor) sideFiles() (bool, error) {
	if d.s.path == dbfile.Memory {
		return false, nil
	}
	names, err := leftOvers(d.s.path)
	for _, name := range names {
		size := int64(0)
		if info, err := os.Stat(name); err == nil {
			size = info.Size()
		}
		d.add(Finding{Check: CheckSide, Harmless: true, Message: fmt.Sprintf("the file %s was left by a process that was killed (%d bytes)", name, size), Advice: fmt.Sprintf("remove it: rm %q", name)})
	}
	return false, err
}
