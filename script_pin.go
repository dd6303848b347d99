// This file finds the script with which a thread is resumed, and pins a thread to another version.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
)

// scriptInfo is stored with a thread. It says how to run the script of the thread again.
type scriptInfo struct {
	Path     string `json:"path"`
	File     string `json:"file,omitempty"` // Path made absolute; "" if the script is not from a file
	Graph    string `json:"graph"`
	Function string `json:"function,omitempty"` // its name, if the graph is an entrypoint of the functional API
	Profile  string `json:"profile"`
	Hash     string `json:"hash"` // the hash of what the user wrote
	Grants   Grants `json:"grants,omitempty"`
}

func readScriptInfo(t *sqlite.Thread) (scriptInfo, error) {
	var info scriptInfo
	if t.Script.Hash == "" {
		return info, fmt.Errorf("thread %q was not started by hitlrun: it has no script", t.ID)
	}
	if err := json.Unmarshal(t.Script.Info, &info); err != nil {
		return info, fmt.Errorf("thread %q: read how its script is run: %w", t.ID, err)
	}
	return info, nil
}

// CurrentScript loads the current file of a thread's script, to be used as Answer.Script. The script has the options in
// Options.Script, and follows the same generation of LangGraph.js as the thread. A thread whose script did not come
// from a file, or whose file does not exist any more, gives ErrScript.
func (s *Store) CurrentScript(ctx context.Context, threadID string) (*Script, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, err
	}
	info, err := readScriptInfo(t)
	if err != nil {
		return nil, err
	}
	if info.File == "" {
		return nil, errorf(ErrScript,
			"thread %q: its script %s is not from a file: resume with the version that the thread is pinned to", t.ID, info.Path)
	}
	path, there := info.current()
	if !there {
		return nil, (&ScriptChange{ThreadID: t.ID, Path: info.Path, Gone: true}).Err()
	}
	o := s.o.Script
	o.Profile = info.Profile
	if o.Permissions, err = s.permissions(t.ID, info, o.Permissions); err != nil {
		return nil, err
	}
	return Load(path, o)
}

// pinned says what the first commit of a run pins its thread to. The zero value changes nothing.
type pinned struct {
	pin    *checkpoint.Pin
	change string // the name of the version in the audit log
	grants string // the grants that the thread retains from now on, for the audit log
}

// storeScript stores the bundle of the script, and returns what pins a thread to it, to the export name, and to grants.
// The pin takes effect with the first commit of the run: if the answer is refused, or the process dies before, the
// thread stays pinned to the script that it had.
func (s *Store) storeScript(ctx context.Context, script *Script, in instance, name string, grants Grants) (*checkpoint.Pin, error) {
	b := script.bundle
	stored := checkpoint.Script{Hash: script.code(), Name: script.path, Code: b.Code, Map: b.Map, Info: script.parts()}
	if err := s.db.PutScript(ctx, stored); err != nil {
		return nil, err
	}
	return pinTo(&stored, scriptInfo{
		Path: script.path, File: script.file, Graph: name, Profile: script.o.Profile, Hash: script.hash, Function: in.functionName(),
		Grants: grants,
	})
}

// addMetadata changes the metadata of a thread with the first commit of the run. The thread is nil if it is new.
func (p *pinned) addMetadata(t *sqlite.Thread, fields json.RawMessage) (err error) {
	var before []byte
	if t != nil {
		before = t.Meta
	}
	if p.pin.Meta, err = mergeFields(before, fields); p.pin.Meta == nil && err == nil {
		p.pin.Meta = json.RawMessage("{}")
	}
	return err
}

func pinTo(stored *checkpoint.Script, info scriptInfo) (*checkpoint.Pin, error) {
	data, err := json.Marshal(info)
	return &checkpoint.Pin{Script: stored, Info: data}, err
}

// resumedScript returns the script that resumes a thread: given, or the pinned one if given is nil. A script of another
// version needs upgrade.
func (s *Store) resumedScript(ctx context.Context, t *sqlite.Thread, given *Script, upgrade bool) (*Script, scriptInfo, error) {
	if given == nil {
		if upgrade {
			return nil, scriptInfo{}, errors.New("there is no script to upgrade to")
		}
		return s.threadScript(ctx, t)
	}
	info, err := readScriptInfo(t)
	if err == nil && given.hash != info.Hash && !upgrade {
		err = s.changeTo(ctx, t, info, given.bundle).Err()
	}
	if err == nil {
		given, err = s.grantedTo(t.ID, info, given)
	}
	return given, info, err
}

// startScript returns the script that Start runs on a thread, and a function that pins the thread to a graph of it. The
// thread is nil if it is new.
func (s *Store) startScript(ctx context.Context, t *sqlite.Thread, given *Script, o *Start) (*Script, func(in instance, name string) (pinned, error), error) {
	resumes := t != nil && o.Input == nil && t.Status != checkpoint.StatusDone
	pinGiven := func(in instance, name string) (pinned, error) {
		grants, err := retain(given.o.Permissions)
		if err != nil {
			return pinned{}, err
		}
		pin, err := s.storeScript(ctx, given, in, name, grants)
		return pinned{pin: pin, grants: grants.String()}, err
	}
	switch {
	case given == nil && t == nil:
		return nil, nil, errorf(ErrNoThread, "there is no thread %q whose script could be run", o.ThreadID)
	case given == nil:
		script, info, err := s.threadScript(ctx, t)
		if o.Graph == "" {
			o.Graph = info.Graph
		}
		if err == nil {
			err = s.noteWidening(ctx, t, info, script, &o.RunOptions)
		}
		return script, func(in instance, name string) (pinned, error) {
			info.Graph, info.Function = name, in.functionName()
			pin, err := pinTo(&checkpoint.Script{Hash: t.Script.Hash}, info)
			return pinned{pin: pin}, err
		}, err
	case resumes && t.Script.Hash != "":
		script, info, err := s.resumedScript(ctx, t, given, o.Upgrade)
		if o.Graph == "" {
			o.Graph = info.Graph
		}
		if err == nil {
			err = s.noteWidening(ctx, t, info, script, &o.RunOptions)
		}
		return script, func(in instance, name string) (pinned, error) {
			if info.Hash != script.hash {
				return s.upgrade(ctx, t, script, in, name, nil)
			}
			pin, err := s.storeScript(ctx, script, in, name, info.Grants)
			return pinned{pin: pin}, err
		}, err
	case t != nil && o.Input == nil && t.Status == checkpoint.StatusDone: // there is no script to resume with
		return given, func(instance, string) (pinned, error) { return pinned{}, nil }, nil
	}
	return given, pinGiven, nil
}

// upgrade returns what pins a thread to another version of its script, and to the export name of it; noGraph says why
// there is no such export. It refuses a graph without the nodes that come next.
func (s *Store) upgrade(ctx context.Context, t *sqlite.Thread, script *Script, in instance, name string, noGraph error) (pinned, error) {
	if noGraph != nil {
		return pinned{}, cannotUpgrade(t, script, noGraph.Error())
	}
	why, err := in.whyNot(ctx, s.only(t.ID, nil), t, name)
	if err != nil {
		return pinned{}, err
	}
	if why != "" {
		return pinned{}, cannotUpgrade(t, script, why)
	}
	info, err := readScriptInfo(t)
	if err != nil {
		return pinned{}, err
	}
	pin, err := s.storeScript(ctx, script, in, name, info.Grants)
	return pinned{pin: pin, change: script.version()}, err
}

func cannotUpgrade(t *sqlite.Thread, script *Script, why string) error {
	return errorf(ErrScript, "thread %q cannot be resumed with the current %s: %s", t.ID, script.path, why)
}

// whyNot says why g, the export of that name, cannot resume a thread; "" if it can.
func whyNot(ctx context.Context, saver checkpoint.Saver, t *sqlite.Thread, g *jsapi.Graph, name string) (string, error) {
	if t.Status == checkpoint.StatusInterrupted {
		for _, in := range t.Interrupts {
			if node, _, _ := strings.Cut(in.NS, ":"); node != "" && !g.HasNode(node) {
				return fmt.Sprintf("the thread stopped at node %q, and the graph %q has no such node now", node, name), nil
			}
		}
	}
	return whyNotBelow(ctx, saver, t, "", g, name)
}

// whyNotBelow checks the tasks that come next in a namespace, and in the namespaces of the graphs that are nodes of g.
func whyNotBelow(ctx context.Context, saver checkpoint.Saver, t *sqlite.Thread, ns string, g *jsapi.Graph, name string) (string, error) {
	tuple, err := saver.Get(ctx, checkpoint.Key{ThreadID: t.ID, NS: ns})
	if errors.Is(err, checkpoint.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	function := g.FunctionName()
	if ns == "" {
		function = functionOf(t)
	}
	next, err := runtime.NextTasks(tuple, function, true)
	if err != nil {
		return "", err
	}
	if why := g.WhyNotResumable(tuple, next, name); why != "" {
		return why, nil
	}
	for _, task := range next {
		inner := g.Subgraph(task.Node)
		if inner == nil {
			continue
		}
		below := task.NS
		if inner.SharedNS() {
			below = runtime.SharedNS(below)
		}
		if why, err := whyNotBelow(ctx, saver, t, below, inner, name); why != "" || err != nil {
			return why, err
		}
	}
	return "", nil
}
