// This file writes what threads are found by: their graph, the nodes that ask, their metadata. See schema7.sql.

package sqlite

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// flowOf returns path and graph of the Info of a script, by which its threads are found.
func flowOf(info json.RawMessage) (path, graph string) {
	var flow struct{ Path, Graph string }
	_ = json.Unmarshal(info, &flow) // another program wrote it: threads are not found by it
	return flow.Path, flow.Graph
}

// flow returns the value of the column flow for a thread with such a script.
func (c *conn) flow(ref ScriptRef) (driver.Value, error) {
	path, graph := flowOf(ref.Info)
	if c.ring != nil || path == "" {
		return c.noFlow(), nil
	}
	id, err := c.Number("SELECT id FROM flows WHERE path = ? AND graph = ?", path, graph)
	if id != 0 || err != nil {
		return id, err
	}
	result, err := c.Exec("INSERT INTO flows (path, graph) VALUES (?, ?)", path, graph)
	if err != nil {
		return nil, err
	}
	return result.LastInsertId()
}

// noFlow returns the value of the column flow for a thread without a script.
func (c *conn) noFlow() driver.Value {
	if c.ring != nil {
		return nil
	}
	return int64(0)
}

// putAsked stores which nodes of a thread ask.
func (c *conn) putAsked(thread int64, list []checkpoint.ThreadInterrupt) error {
	if c.ring != nil {
		return nil
	}
	if _, err := c.Exec("DELETE FROM asked WHERE thread = ?", thread); err != nil {
		return err
	}
	for i := range list {
		node, err := c.nameID(list[i].Node)
		if err == nil {
			_, err = c.Exec("INSERT OR IGNORE INTO asked (thread, node) VALUES (?, ?)", thread, node)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// putLabels stores the metadata of a thread.
func (c *conn) putLabels(thread int64, meta []byte) error {
	if c.ring != nil {
		return nil
	}
	if _, err := c.Exec("DELETE FROM labels WHERE thread = ?", thread); err != nil {
		return err
	}
	for _, l := range labelsOf(meta) {
		if _, err := c.Exec("INSERT OR IGNORE INTO labels (thread, field, value) VALUES (?, ?, ?)", thread, l.field, l.value); err != nil {
			return err
		}
	}
	return nil
}

// label is a value in a JSON object with its path: each name is followed by a line end, and "[]" stands for each list
// on the way.
type label struct{ field, value string }

const (
	maxLabels = 64  // for one thread: a thread with more is found by reading its row
	maxLabel  = 100 // bytes of a field or a value: longer ones are cut
)

// manyLabels stands for the labels of a thread that has too many.
func manyLabels() []label { return []label{{}} }

// labelsOf returns the values in JSON that are neither objects nor lists.
func labelsOf(data []byte) []label {
	var value any
	if len(data) == 0 || json.Unmarshal(data, &value) != nil {
		return nil
	}
	list := labelsIn(nil, "", value)
	slices.SortFunc(list, func(a, b label) int { return strings.Compare(a.field+a.value, b.field+b.value) })
	if list = slices.Compact(list); len(list) > maxLabels {
		return manyLabels()
	}
	return list
}

func labelsIn(list []label, field string, value any) []label {
	switch value := value.(type) {
	case map[string]any:
		for name, v := range value {
			list = labelsIn(list, field+name+"\n", v)
		}
		return list
	case []any:
		for _, v := range value {
			list = labelsIn(list, field+"[]\n", v)
		}
		return list
	}
	text, _ := json.Marshal(value) // what was parsed from JSON can be written as JSON
	return append(list, label{cut(field), cut(string(text))})
}

// cut returns the beginning of a text that is long.
func cut(text string) string { return strings.ToValidUTF8(text[:min(len(text), maxLabel)], "") }

// fillFoundBy stores what all threads are found by. It is for a store from before version 7, and for one that was
// decrypted.
func (c *conn) fillFoundBy() error {
	last := int64(0)
	for {
		found, _, err := c.threads(false, 1<<20, "SELECT "+threadColumns+" FROM threads t LEFT JOIN scripts s ON s.id = t.script WHERE t.flow IS NULL AND t.id > ? ORDER BY t.id LIMIT 256", last)
		if err != nil || len(found) == 0 {
			return err
		}
		for i := range found {
			if _, last, err = found[i].Cursor.parse(); err != nil {
				return err
			}
			if err := c.fillOne(last, &found[i]); err != nil {
				return fmt.Errorf("thread %s: %w", found[i].ID, err)
			}
		}
	}
}

func (c *conn) fillOne(id int64, t *Thread) error {
	flow, err := c.flow(t.Script)
	if err != nil {
		return err
	}
	if err := c.putAsked(id, t.Interrupts); err != nil {
		return err
	}
	if err := c.putLabels(id, t.Meta); err != nil {
		return err
	}
	_, err = c.Exec("UPDATE threads SET flow = ? WHERE id = ?", flow, id)
	return err
}

// emptyFoundBy removes everything that threads are found by, before the store is encrypted.
func (c *conn) emptyFoundBy() error {
	return c.Run("DELETE FROM asked; DELETE FROM labels; DELETE FROM flows; UPDATE threads SET flow = NULL")
}
