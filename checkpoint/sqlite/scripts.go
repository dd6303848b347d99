// This file keeps the scripts that threads run, each once.

package sqlite

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Script is a script as it was when a thread began. Scripts with the same Hash are
// the same; the caller decides what goes into it.
type Script struct {
	Hash string
	Name string          // for people: the file's name, say
	Code []byte          // what runs
	Map  []byte          // its source map
	Info json.RawMessage // more about it, the files it was made of, say
}

// ScriptRef says which script a thread runs and how.
type ScriptRef struct {
	Hash    string          // of the Script
	Graph   string          // which of its graphs
	Profile string          // the generation of LangGraph.js it is run as
	Info    json.RawMessage // more that is needed to go on
}

// IsZero reports whether r refers to no script and says nothing else.
func (r ScriptRef) IsZero() bool {
	return r.Hash == "" && r.Graph == "" && r.Profile == "" && len(r.Info) == 0
}

// PutScript keeps a script, unless there is one with its hash. It stays until
// Vacuum finds that no thread refers to it.
func (s *Store) PutScript(ctx context.Context, script Script) error {
	if script.Hash == "" {
		return errors.New("put script: the hash is empty")
	}
	var known int64
	err := s.view(ctx, func(c *conn) (err error) {
		known, err = c.number("SELECT id FROM scripts WHERE hash = ?", script.Hash)
		return err
	})
	if err == nil && known == 0 {
		code, sourceMap, info := deflate(script.Code), deflate(script.Map), deflate(script.Info)
		err = s.update(ctx, func(w *writer) error {
			id, err := w.c.number("SELECT max(id) FROM scripts")
			if err != nil {
				return err
			}
			id++
			_, err = w.c.exec("INSERT INTO scripts (id, hash, name, info, code, map) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING",
				id, script.Hash, script.Name, w.c.sealed("scripts.info", id, info), w.c.sealed("scripts.code", id, code), w.c.sealed("scripts.map", id, sourceMap))
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("put script %s: %w", script.Hash, err)
	}
	return nil
}

// Script returns the script with a hash, an error that is ErrNoScript if there is none.
func (s *Store) Script(ctx context.Context, hash string) (*Script, error) {
	var v [5]driver.Value
	var parts [3][]byte
	err := s.view(ctx, func(c *conn) error {
		ok, err := c.row(v[:], "SELECT id, name, info, code, map FROM scripts WHERE hash = ?", hash)
		if err == nil && !ok {
			err = ErrNoScript
		}
		for i, column := range []string{"scripts.info", "scripts.code", "scripts.map"} {
			if err == nil {
				parts[i], err = c.open(column, integer(v[0]), blob(v[i+2]))
			}
		}
		return err
	})
	script := &Script{Hash: hash, Name: text(v[1])}
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

// SetThreadScript keeps which script a thread runs. A thread that does not exist
// is made, with StatusRunning. The zero ScriptRef is none. If ref has a hash, the
// script must be there: else the error is ErrNoScript.
//
// audit, if not nil, is what that adds to the audit log.
func (s *Store) SetThreadScript(ctx context.Context, threadID string, ref ScriptRef, audit *checkpoint.Audit) error {
	if threadID == "" {
		return checkpoint.ErrNoThread
	}
	err := s.update(ctx, func(w *writer) error {
		var script, column driver.Value
		if ref.Hash != "" {
			id, err := w.c.number("SELECT id FROM scripts WHERE hash = ?", ref.Hash)
			if err != nil {
				return err
			}
			if id == 0 {
				return fmt.Errorf("%w: %s", ErrNoScript, ref.Hash)
			}
			script = id
		}
		t, err := w.thread(threadID)
		if err != nil {
			return err
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
		if audit != nil {
			if err := w.addEntry(t.id, threadID, audit); err != nil {
				return err
			}
		}
		column = w.c.sealed("threads.ref", t.id, column)
		_, err = w.c.exec("UPDATE threads SET script = ?, ref = ?, updated = ? WHERE id = ?", script, column, w.now().UnixMicro(), t.id)
		return err
	})
	if err != nil {
		return fmt.Errorf("set the script of thread %s: %w", threadID, err)
	}
	return nil
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

// deflate returns a column with data compressed, NULL for none.
func deflate(data []byte) driver.Value {
	if len(data) == 0 {
		return nil
	}
	var b bytes.Buffer
	// Writing to a Buffer does not fail, and the level is one there is.
	z, _ := flate.NewWriter(&b, flate.DefaultCompression)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

func inflate(column []byte) ([]byte, error) {
	if column == nil {
		return nil, nil
	}
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(column)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return data, nil
}
