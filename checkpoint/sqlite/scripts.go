// This file stores the scripts that threads run, each of them once.

package sqlite

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// ScriptRef says which script a thread runs and how.
type ScriptRef struct {
	Hash    string          // of the Script
	Graph   string          // which of its graphs
	Profile string          // the generation of LangGraph.js that it runs as
	Info    json.RawMessage // what else is needed to resume
}

// IsZero reports whether r refers to no script and says nothing else.
func (r ScriptRef) IsZero() bool {
	return r.Hash == "" && r.Graph == "" && r.Profile == "" && len(r.Info) == 0
}

// PutScript stores a script, unless one with its hash exists. The script stays until Vacuum finds that no thread
// refers to it.
func (s *Store) PutScript(ctx context.Context, script checkpoint.Script) error {
	if script.Hash == "" {
		return errors.New("put script: the hash is empty")
	}
	stored := false
	err := s.view(ctx, func(c *conn) (err error) {
		var v [2]driver.Value
		stored, err = c.Row(v[:], "SELECT id, info FROM scripts WHERE hash = ?", script.Hash)
		if err == nil && stored { // a caller without the key gets the error here, before a node runs
			_, err = c.open("scripts.info", dbfile.Integer(v[0]), dbfile.Blob(v[1]))
		}
		return err
	})
	if err == nil && !stored {
		packed := pack(&script)
		if err = s.markThreads(ctx); err == nil {
			err = s.update(ctx, func(w *writer) error {
				_, err := w.putScript(packed)
				return err
			})
		}
	}
	if err != nil {
		return fmt.Errorf("put script %s: %w", cmp.Or(script.Name, script.Hash), err)
	}
	return nil
}

// Script returns the script with a hash. If there is none, the error is ErrNoScript.
func (s *Store) Script(ctx context.Context, hash string) (*checkpoint.Script, error) {
	var v [5]driver.Value
	var parts [3][]byte
	err := s.view(ctx, func(c *conn) error {
		ok, err := c.Row(v[:], "SELECT id, name, info, code, map FROM scripts WHERE hash = ?", hash)
		if err == nil && !ok {
			err = ErrNoScript
		}
		for i, column := range []string{"scripts.info", "scripts.code", "scripts.map"} {
			if err == nil {
				parts[i], err = c.open(column, dbfile.Integer(v[0]), dbfile.Blob(v[i+2]))
			}
		}
		return err
	})
	script := &checkpoint.Script{Hash: hash, Name: dbfile.Text(v[1])}
	for i, part := range []*[]byte{(*[]byte)(&script.Info), &script.Code, &script.Map} {
		if err == nil {
			*part, err = inflate(parts[i])
		}
	}
	if err != nil {
		return nil, fmt.Errorf("script %s: %w", hash, err)
	}
	return script, nil
}

// SetThreadScript stores which script a thread runs. It makes the thread, with StatusRunning, if that does not exist.
// The zero ScriptRef means no script. If ref has a hash, the script must exist; otherwise the error is ErrNoScript.
//
// audit, if not nil, is added to the audit log.
func (s *Store) SetThreadScript(ctx context.Context, threadID string, ref ScriptRef, audit *checkpoint.Audit) error {
	if threadID == "" {
		return checkpoint.ErrNoThread
	}
	err := s.markThreads(ctx)
	if err == nil {
		err = s.setThreadScript(ctx, threadID, ref, audit)
	}
	if err != nil {
		return fmt.Errorf("set the script of thread %s: %w", threadID, err)
	}
	return nil
}

func (s *Store) setThreadScript(ctx context.Context, threadID string, ref ScriptRef, audit *checkpoint.Audit) error {
	return s.update(ctx, func(w *writer) error {
		var script int64
		if ref.Hash != "" {
			var err error
			if script, err = w.c.Number("SELECT id FROM scripts WHERE hash = ?", ref.Hash); err != nil {
				return err
			}
			if script == 0 {
				return fmt.Errorf("%w: %s", ErrNoScript, ref.Hash)
			}
		}
		t, err := w.thread(threadID)
		if err != nil {
			return err
		}
		if audit != nil {
			if err := w.addEntry(t.id, threadID, audit); err != nil {
				return err
			}
		}
		return w.setScript(t, script, ref)
	})
}

// setScript stores which script a thread runs: the one with the number script, 0 for none.
func (w *writer) setScript(t *threadState, script int64, ref ScriptRef) error {
	var number, column driver.Value
	if script != 0 {
		number = script
	}
	if !ref.IsZero() {
		e := encoder{c: w.c}
		e.name(ref.Graph)
		e.name(ref.Profile)
		e.bytes(ref.Info)
		if e.err != nil {
			return e.err
		}
		column = e.b
	}
	column = w.c.sealed("threads.ref", t.id, column)
	flow, err := w.c.flow(ref)
	if err != nil {
		return err
	}
	_, err = w.c.Exec("UPDATE threads SET script = ?, ref = ?, updated = ?, flow = ? WHERE id = ?", number, column, w.now().UnixMicro(), flow, t.id)
	return err
}

// pin stores that a thread runs a script. Vacuum may have removed the script since it was put, because no thread
// referred to it.
func (w *writer) pin(t *threadState, p *checkpoint.Pin) error {
	if err := w.refusesThreads(); err != nil {
		return err
	}
	script, err := w.c.Number("SELECT id FROM scripts WHERE hash = ?", p.Script.Hash)
	if err == nil && script == 0 {
		if len(p.Script.Code) == 0 {
			return fmt.Errorf("%w: %s", ErrNoScript, p.Script.Hash)
		}
		script, err = w.putScript(pack(p.Script))
	}
	if err != nil {
		return err
	}
	if err := w.setScript(t, script, ScriptRef{Hash: p.Script.Hash, Info: p.Info}); err != nil || p.Meta == nil {
		return err
	}
	if _, err := w.c.Exec("UPDATE threads SET meta = ? WHERE id = ?", w.metaColumn(t.id, p.Meta), t.id); err != nil {
		return err
	}
	return w.c.putLabels(t.id, p.Meta)
}

// refusesThreads returns an error if no thread is started in the file. It is called in a transaction.
func (w *writer) refusesThreads() error {
	if r := w.c.ring; r != nil && r.use.key.ofScripts() {
		return errOfScripts
	}
	return nil
}

// packedScript is a script as the columns have it.
type packedScript struct {
	hash, name            string
	info, code, sourceMap driver.Value
}

func pack(s *checkpoint.Script) packedScript {
	return packedScript{s.Hash, s.Name, deflate(s.Info), deflate(s.Code), deflate(s.Map)}
}

// putScript stores a script, unless one with its hash exists. It returns the number of a new one.
func (w *writer) putScript(p packedScript) (int64, error) {
	id, err := w.c.Number("SELECT max(id) FROM scripts")
	if err != nil {
		return 0, err
	}
	id++
	_, err = w.c.Exec("INSERT INTO scripts (id, hash, name, info, code, map) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING",
		id, p.hash, p.name, w.c.sealed("scripts.info", id, p.info), w.c.sealed("scripts.code", id, p.code), w.c.sealed("scripts.map", id, p.sourceMap))
	return id, err
}

// scriptRef decodes the column ref.
func (c *conn) scriptRef(thread int64, hash string, column []byte) (ScriptRef, error) {
	ref := ScriptRef{Hash: hash}
	column, err := c.open("threads.ref", thread, column)
	if len(column) == 0 || err != nil {
		return ref, err
	}
	d := decoder{c: c, b: column}
	ref.Graph, ref.Profile = d.name(), d.name()
	if info := d.bytes(); len(info) > 0 {
		ref.Info = info
	}
	return ref, d.err
}

// deflate returns data compressed for a column, NULL for no data.
func deflate(data []byte) driver.Value {
	if len(data) == 0 {
		return nil
	}
	var b bytes.Buffer
	// Writing to a Buffer does not fail, and the level is valid.
	z, _ := flate.NewWriter(&b, flate.DefaultCompression)
	_, _ = z.Write(data)
	_ = z.Close()
	return b.Bytes()
}

// maxInflated is more than the code, the source map or the other data of a script can have: its files have 128 MB at most.
const maxInflated = 512 << 20

func inflate(column []byte) ([]byte, error) {
	if column == nil {
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(column)), maxInflated+1))
	if err == nil && len(data) > maxInflated {
		return nil, fmt.Errorf("%w: a script in it has more than %d MiB", errDamaged, maxInflated>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return data, nil
}
