// This file has the checks for callers with the scope review. They may answer, and may not choose what runs or with
// what.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/rawjson"
)

// mayOnly returns an error if the caller has only the scope review.
func (c caller) mayOnly(what string) error {
	return errorf(http.StatusForbidden, "the token %q has the scope review: it answers questions, and %s takes run", c.name, what)
}

// checkAnswer returns an error if a caller with only the scope review requests more than an answer.
func (s *Server) checkAnswer(ctx context.Context, who caller, c *runCreate, a *assistant, threadID string) error {
	if err := who.mayRun(); err == nil || c.resume() == nil {
		return err
	}
	for _, more := range []struct {
		what  string
		given bool
	}{
		{"command.update", c.Command.Update != nil}, {"command.goto", c.Command.Goto != nil}, {"a webhook", c.Webhook != ""},
		{"context", len(fieldsOf(c.Context)) > 0}, {"config.configurable", c.configures()},
		{"a breakpoint", len(c.InterruptBefore)+len(c.InterruptAfter) > 0}, {"a run for later", c.AfterSeconds > 0},
	} {
		if more.given {
			return who.mayOnly(more.what)
		}
	}
	t, err := s.thread(ctx, threadID)
	if err != nil {
		if errors.Is(err, hitlrun.ErrNoThread) {
			return errorf(http.StatusNotFound, "Thread with ID %q not found", threadID)
		}
		return err
	}
	if id := c.checkpointID(); id != "" && id != t.CheckpointID {
		return who.mayOnly("an older checkpoint")
	}
	of, err := s.assistantOfThread(t)
	if err == nil && of != a.ID && assistantID(of) != a.ID {
		return who.mayOnly("another assistant than that of the thread")
	}
	return nil // a thread without a graph has no question
}

// configures reports whether the config has values for nodes. Clients also put the checkpoint into the config; that
// does not count. The JSON is read as configOf reads it, also if a name occurs twice.
func (c *runCreate) configures() bool {
	var config runConfig
	_ = json.Unmarshal(c.Config, &config) // it was checked
	for name := range config.Configurable {
		if !slices.Contains(ofEngine, name) {
			return true
		}
	}
	return len(config.Context) > 0
}

// withoutValues returns a config without the values for nodes; nil if nothing is left. The ids of the server stay.
func withoutValues(data json.RawMessage) json.RawMessage {
	var config, values map[string]json.RawMessage
	_ = json.Unmarshal(data, &config) // what is not an object is left out
	_ = json.Unmarshal(config["configurable"], &values)
	maps.DeleteFunc(values, func(name string, _ json.RawMessage) bool {
		return !slices.Contains(ofEngine, name) && !slices.Contains(ofRun, name)
	})
	maps.DeleteFunc(config, func(name string, _ json.RawMessage) bool {
		return strings.EqualFold(name, "configurable") || strings.EqualFold(name, "context")
	})
	if len(values) > 0 {
		config["configurable"] = encode(values)
	}
	if len(config) == 0 {
		return nil
	}
	return encode(config)
}

// eventFor returns an event as a caller sees it: the checkpoints in it have a config, whose values a reviewer does not
// see.
func eventFor(who caller, kind string, data json.RawMessage) json.RawMessage {
	if kind != "checkpoints" && kind != "debug" || who.mayRun() == nil || len(data) == 0 || data[0] != '{' {
		return data
	}
	shown := append(make([]byte, 0, len(data)+2), '{') // it may be large, and is copied once
	rawjson.Fields(data, func(name, value []byte) bool {
		if len(shown) > 1 {
			shown = append(shown, ',')
		}
		shown = append(append(shown, name...), ':')
		switch rawjson.Name(name) {
		case "config", "parentConfig", "parent_config":
			if value = withoutValues(value); value == nil {
				value = []byte("null")
			}
		case "payload": // of the mode debug
			value = eventFor(who, kind, value)
		}
		shown = append(shown, value...)
		return true
	})
	return append(shown, '}')
}

// forget removes from the request what a reviewer may not choose: tags, metadata, the context and the limit of
// supersteps. Clients send these with every answer, for example with an empty context.
func (c *runCreate) forget() {
	at := c.checkpointID()
	c.Metadata, c.Config, c.Context, c.Checkpoint, c.CheckpointID = nil, nil, nil, nil, at
}

// checkResolve returns an error if a caller with only the scope review does more than discard the questions that wait.
func (c caller) checkResolve(t *hitlrun.Thread, u *hitlrun.Update) error {
	switch {
	case c.mayRun() == nil:
		return nil
	case u.NS != "" || u.CheckpointID != "" && u.CheckpointID != t.CheckpointID:
		return c.mayOnly("an older checkpoint")
	case t.Status != hitlrun.StatusInterrupted:
		return errorf(http.StatusConflict, "thread %q waits for no answer", t.ID)
	}
	return nil
}

// ofRun are the fields of configurable that say which run it is.
var ofRun = []string{"run_id", "graph_id", "assistant_id"}

// ofEngine are the fields of configurable that say where a run begins. The server sets them.
var ofEngine = []string{"checkpoint_id", "checkpoint_ns", "checkpoint_map", "thread_id"}
