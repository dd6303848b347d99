// This file has the bodies of requests that start runs.

package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// oneOrMore is a JSON string, or a list of them.
type oneOrMore []string

// UnmarshalJSON implements json.Unmarshaler.
func (l *oneOrMore) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil // as if it were absent
	}
	var one string
	if json.Unmarshal(data, &one) == nil {
		*l = oneOrMore{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(l))
}

// modeList has stream modes, each once: a run looks for the mode of each chunk in it.
type modeList []string

// UnmarshalJSON implements json.Unmarshaler.
func (l *modeList) UnmarshalJSON(data []byte) error {
	err := (*oneOrMore)(l).UnmarshalJSON(data)
	*l = distinct(*l)
	return err
}

// distinct returns each text of a list once, in the same order.
func distinct(list []string) []string {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(text string) bool {
		again := seen[text]
		seen[text] = true
		return again
	})
}

// runCreate is the body of a request that starts a run. Fields that it lacks are ignored.
type runCreate struct {
	AssistantID     string          `json:"assistant_id,omitempty"`
	Input           json.RawMessage `json:"input,omitempty"`
	Command         *runCommand     `json:"command,omitempty"`
	Config          json.RawMessage `json:"config,omitempty"`
	Context         json.RawMessage `json:"context,omitempty"`
	Metadata        json.RawMessage `json:"metadata,omitempty"`
	StreamMode      modeList        `json:"stream_mode,omitempty"`
	StreamSubgraphs bool            `json:"stream_subgraphs,omitempty"`
	OnDisconnect    string          `json:"on_disconnect,omitempty"`
	Multitask       string          `json:"multitask_strategy,omitempty"`
	InterruptBefore oneOrMore       `json:"interrupt_before,omitempty"`
	InterruptAfter  oneOrMore       `json:"interrupt_after,omitempty"`
	Checkpoint      *checkpointRef  `json:"checkpoint,omitempty"`
	CheckpointID    string          `json:"checkpoint_id,omitempty"`
	Webhook         string          `json:"webhook,omitempty"`
	IfNotExists     string          `json:"if_not_exists,omitempty"`
	OnCompletion    string          `json:"on_completion,omitempty"`
	AfterSeconds    float64         `json:"after_seconds,omitempty"`
}

// runCommand is the command of a run. Resume is nil if the key is absent; null is an answer.
type runCommand struct {
	Resume json.RawMessage `json:"resume,omitempty"`
	Update json.RawMessage `json:"update,omitempty"`
	Goto   json.RawMessage `json:"goto,omitempty"`
	// Replace allows an answer with the id of its question to replace the one with which the node failed. It is an
	// addition to the protocol.
	Replace bool `json:"replace,omitempty"`
}

// UnmarshalJSON implements json.Unmarshaler. It distinguishes null from an absent key.
func (c *runCommand) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	*c = runCommand{Resume: fields["resume"], Update: present(fields["update"]), Goto: present(fields["goto"])}
	if given := fields["replace"]; given != nil {
		if err := json.Unmarshal(given, &c.Replace); err != nil {
			return err
		}
	}
	if c.Goto != nil && bytes.Equal(bytes.TrimSpace(c.Goto), []byte("[]")) {
		c.Goto = nil
	}
	return nil
}

// present returns data, or nil if data is null.
func present(data json.RawMessage) json.RawMessage {
	if len(data) == 0 || string(data) == "null" {
		return nil
	}
	return data
}

// resume returns the answer; nil if there is none.
func (c *runCreate) resume() json.RawMessage {
	if c.Command == nil {
		return nil
	}
	return c.Command.Resume
}

// commands reports whether the request has a command that replaces the input.
func (c *runCreate) commands() bool {
	return c.Command != nil && (c.Command.Resume != nil || c.Command.Update != nil || c.Command.Goto != nil)
}

// resolves reports whether the request ends the thread: its questions are discarded, and no task is next.
func (c *runCreate) resolves() bool {
	var to oneOrMore
	return c.resume() == nil && c.commands() && c.Command.Update == nil && json.Unmarshal(c.Command.Goto, &to) == nil && len(to) == 1 && to[0] == "__end__"
}

// strategy returns the multitask strategy, which says what happens if the thread is busy.
func (c *runCreate) strategy() string {
	if c.Multitask == "" {
		return "reject"
	}
	return c.Multitask
}

// checkpointID returns the id of the checkpoint to start from; "" means the newest.
func (c *runCreate) checkpointID() string {
	if c.Checkpoint != nil && c.Checkpoint.CheckpointID != "" && c.Checkpoint.NS == "" {
		return c.Checkpoint.CheckpointID
	}
	if c.CheckpointID != "" {
		return c.CheckpointID
	}
	var config struct {
		Configurable struct {
			CheckpointID string `json:"checkpoint_id"`
		} `json:"configurable"`
	}
	_ = json.Unmarshal(c.Config, &config) // check has checked it
	return config.Configurable.CheckpointID
}

// check returns an error if the request is invalid.
func (c *runCreate) check() error {
	if c.AssistantID == "" {
		return errorf(http.StatusUnprocessableEntity, "assistant_id is missing: the id of an assistant, or of a graph")
	}
	for _, f := range []struct {
		name, given string
		known       []string
	}{
		{"multitask_strategy", c.Multitask, []string{"reject", "enqueue", "interrupt", "rollback"}},
		{"on_disconnect", c.OnDisconnect, []string{"cancel", "continue"}},
		{"if_not_exists", c.IfNotExists, []string{"create", "reject"}},
		{"on_completion", c.OnCompletion, []string{"delete", "keep", "complete", "continue"}},
	} {
		if f.given != "" && !slices.Contains(f.known, f.given) {
			return errorf(http.StatusUnprocessableEntity, "there is no %s %q: use %s", f.name, f.given, alternatives(f.known))
		}
	}
	if err := checkModes(c.StreamMode); err != nil {
		return err
	}
	if c.AfterSeconds < 0 || c.AfterSeconds > 366*24*3600 {
		return errorf(http.StatusUnprocessableEntity, "after_seconds is between 0 and a year")
	}
	for _, f := range []struct {
		name string
		data json.RawMessage
	}{{"config", c.Config}, {"context", c.Context}, {"metadata", c.Metadata}} {
		if o := (map[string]json.RawMessage{}); present(f.data) != nil && json.Unmarshal(f.data, &o) != nil {
			return errorf(http.StatusUnprocessableEntity, "%s is a JSON object", f.name)
		}
	}
	if err := checkConfig(c.Config); err != nil {
		return err
	}
	if c.Webhook != "" {
		return checkWebhook(c.Webhook)
	}
	return nil
}

// alternatives returns "a, b or c".
func alternatives(list []string) string {
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// streamModes maps the stream modes of clients to the modes of hitlrun that they need.
var streamModes = map[string][]hitlrun.Mode{
	"values": {hitlrun.ModeValues}, "updates": {hitlrun.ModeUpdates}, "custom": {hitlrun.ModeCustom},
	"messages": {hitlrun.ModeMessages, hitlrun.ModeValues}, "messages-tuple": {hitlrun.ModeMessages}, "tasks": {hitlrun.ModeTasks},
	"checkpoints": {hitlrun.ModeCheckpoints}, "debug": {hitlrun.ModeDebug}, "tools": {hitlrun.ModeTools},
	"events": {hitlrun.ModeEvents},
}

// checkModes returns an error if one of the stream modes of a run does not exist.
func checkModes(modes []string) error {
	for _, mode := range modes {
		if _, ok := streamModes[mode]; !ok {
			return errorf(http.StatusUnprocessableEntity, "there is no stream_mode %q: use %s", mode[:min(len(mode), 200)], alternatives(slices.Sorted(maps.Keys(streamModes))))
		}
	}
	return nil
}

// streams returns the stream modes of the request; the default is values.
func (c *runCreate) streams() []string {
	if len(c.StreamMode) == 0 {
		return []string{"values"}
	}
	return c.StreamMode
}

// modes returns the modes of hitlrun that the run needs.
func (rec *record) modes() []hitlrun.Mode {
	if rec.V2 {
		return []hitlrun.Mode{hitlrun.ModeValues, hitlrun.ModeEnvelope, hitlrun.ModeUpdates, hitlrun.ModeProtocol, hitlrun.ModeTools, hitlrun.ModeTasks, hitlrun.ModeCustom}
	}
	var modes []hitlrun.Mode
	for _, name := range append(rec.Request.streams(), "updates") {
		for _, m := range streamModes[name] {
			if !slices.Contains(modes, m) {
				modes = append(modes, m)
			}
		}
	}
	return modes
}

// runConfig is what the server reads of the config of a run or of an assistant.
type runConfig struct {
	Configurable   map[string]json.RawMessage `json:"configurable"`
	Metadata       map[string]json.RawMessage `json:"metadata"`
	Tags           json.RawMessage            `json:"tags,omitempty"`
	Context        map[string]json.RawMessage `json:"context,omitzero"` // nil is no context; an empty one is {}
	RecursionLimit *int                       `json:"recursion_limit,omitempty"`
}

// checkConfig returns an error if a client sent an invalid config. data is a JSON object, or nothing.
func checkConfig(data json.RawMessage) error {
	if present(data) == nil {
		return nil
	}
	var config runConfig
	var wrong *json.UnmarshalTypeError
	err := json.Unmarshal(data, &config)
	switch {
	case errors.As(err, &wrong) && wrong.Field != "recursion_limit":
		return errorf(http.StatusUnprocessableEntity, "config.%s is a JSON object", wrong.Field)
	case err != nil || config.RecursionLimit != nil && *config.RecursionLimit < 1:
		return errorf(http.StatusUnprocessableEntity, "recursion_limit is a whole number of supersteps, at least 1")
	}
	return nil
}

// override sets what config has: fields of the objects one by one, everything else as a whole.
func (c *runConfig) override(config json.RawMessage) {
	var with runConfig
	_ = json.Unmarshal(config, &with) // checkConfig has checked it
	maps.Copy(c.Configurable, with.Configurable)
	maps.Copy(c.Metadata, with.Metadata)
	c.addContext(with.Context)
	if present(with.Tags) != nil {
		c.Tags = with.Tags
	}
	if with.RecursionLimit != nil {
		c.RecursionLimit = with.RecursionLimit
	}
}

// addContext sets the fields of the context that fields has.
func (c *runConfig) addContext(fields map[string]json.RawMessage) {
	if c.Context == nil {
		c.Context = fields
		return
	}
	maps.Copy(c.Context, fields)
}

// fieldsOf returns the fields of a JSON object; nil for none.
func fieldsOf(data json.RawMessage) (fields map[string]json.RawMessage) {
	_ = json.Unmarshal(data, &fields) // it was checked
	return fields
}

// configOf returns the config that the nodes of a run get.
func (rec *record) configOf(a *assistantOfRun) json.RawMessage { return encode(rec.config(a)) }

// config returns the config of a run: that of the assistant, overridden by that of the request.
func (rec *record) config(a *assistantOfRun) *runConfig {
	config := &runConfig{Configurable: map[string]json.RawMessage{}, Metadata: map[string]json.RawMessage{}}
	if a != nil {
		config.override(a.Config)
		if context := fieldsOf(a.Context); len(context) > 0 {
			config.addContext(context)
		}
	}
	config.override(rec.Request.Config)
	maps.Copy(config.Metadata, fieldsOf(rec.Request.Metadata))
	config.addContext(fieldsOf(rec.Request.Context))
	for _, name := range ofEngine {
		delete(config.Configurable, name)
	}
	for _, fields := range []map[string]json.RawMessage{config.Configurable, config.Metadata} {
		maps.DeleteFunc(fields, func(name string, _ json.RawMessage) bool { return strings.HasPrefix(name, "langgraph_auth_") })
	}
	for name, value := range map[string]string{"run_id": rec.ID, "graph_id": rec.GraphID, "assistant_id": rec.AssistantID} {
		config.Configurable[name] = encode(value)
		config.Metadata[name] = encode(value)
	}
	config.Configurable["langgraph_auth_user_id"] = encode(rec.user())
	return config
}

func isNoDocument(err error) bool { return errors.Is(err, hitlrun.ErrNoDocument) }
