// This file has the flags that several commands share.

package main

import (
	"cmp"
	"fmt"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/hitlrun/hitlrun"
)

// defaultDB is the store that is used if neither --db nor $HITLRUN_DB names one.
const defaultDB = "hitlrun.db"

// outputFlags say how to print. Every command has them.
type outputFlags struct {
	json, noColor, help bool
}

func (f *outputFlags) group() flagGroup {
	fs := newFlags()
	fs.BoolVar(&f.json, "json", false, "print one JSON document on stdout, and errors as JSON on stderr")
	fs.BoolVar(&f.noColor, "no-color", false, "print no colours, as with NO_COLOR=1")
	fs.BoolVarP(&f.help, "help", "h", false, "show this help")
	return flagGroup{"Output", fs}
}

// keyFlag names the file with the keys of a store.
type keyFlag struct {
	file string
	keys *hitlrun.Keys // the keys, once the file was read: it may be a pipe, which can be read only once
}

func (f *keyFlag) add(fs *pflag.FlagSet, usage string) {
	fs.StringVar(&f.file, "encrypt-key-file", "", usage+" (or $HITLRUN_ENCRYPT_KEY_FILE)")
}

const keyUsage = "read the keys of the store from `FILE`, see \"hitlrun help rekey\""

const scriptKeyUsage = "read the keys of the files that SqliteSaver makes from `FILE`"

// keys reads the file that the flag names, or the environment; nil if neither does.
func (a *app) keys(f *keyFlag) (*hitlrun.Keys, error) {
	if f.keys != nil {
		return f.keys, nil
	}
	path := f.file
	if path == "" {
		path = a.env("HITLRUN_ENCRYPT_KEY_FILE")
	}
	if path == "" {
		return nil, nil //nolint:nilnil // no keys are not an error
	}
	keys, err := hitlrun.ReadKeys(path)
	if err != nil {
		return nil, usagef("%v", err)
	}
	f.keys = keys
	return keys, nil
}

// storeFlags say which store, and which of its threads.
type storeFlags struct {
	db, thread string
	busy       time.Duration
	key        keyFlag
	flags      *pflag.FlagSet
}

func (f *storeFlags) group(threadUsage string) flagGroup {
	fs := f.storeFlag()
	if threadUsage != "" {
		fs.Var(onceValue{&f.thread, new(bool)}, "thread", threadUsage)
	}
	f.addBusy()
	f.key.add(fs, keyUsage)
	return flagGroup{"Store", fs}
}

// plainGroup is group for commands that use the store as a whole and need no key.
func (f *storeFlags) plainGroup() flagGroup {
	fs := f.storeFlag()
	f.addBusy()
	return flagGroup{"Store", fs}
}

func (f *storeFlags) storeFlag() *pflag.FlagSet {
	f.flags = newFlags()
	f.flags.StringVar(&f.db, "db", "", "use the store in the SQLite `FILE` (default "+defaultDB+", or $HITLRUN_DB)")
	return f.flags
}

func (f *storeFlags) addBusy() {
	f.flags.Var(durationValue{&f.busy}, "busy-timeout", "wait for `TIME` while another process has the store locked (default 5s)")
}

// permissionFlags say what a script is allowed to do.
type permissionFlags struct {
	permissions hitlrun.Permissions
	all         bool
	retained    string // what --grants says
	flags       *pflag.FlagSet
}

func (f *permissionFlags) group() flagGroup {
	f.flags = newFlags()
	grant := func(g *hitlrun.Grant, name, usage string) {
		value := grantValue{grant: g}
		if g == &f.permissions.Net {
			value.check = checkHost
		}
		if g == &f.permissions.Run {
			value.check = checkProgram
		}
		f.flags.Var(value, name, usage)
		f.flags.Lookup(name).NoOptDefVal = everything
	}
	grant(&f.permissions.Env, "allow-env", "allow reading all environment variables, or these `NAMES` (OPENAI_* is all with that prefix)")
	grant(&f.permissions.Read, "allow-read", "allow reading all files, or those in these `DIRS`")
	grant(&f.permissions.Write, "allow-write", "allow writing all files, or those in these `DIRS`")
	grant(&f.permissions.Net, "allow-net", "allow connecting to all hosts, or to these `HOSTS` (name, name:port, *.name)")
	grant(&f.permissions.Run, "allow-run", "allow running all programs, or those with these `NAMES`; what the programs do is not limited")
	f.flags.BoolVar(&f.all, "allow-all", false, "allow everything")
	return flagGroup{"Permissions of the script (default none; lists are separated by commas)", f.flags}
}

// The values of --grants.
const (
	grantsUsed = "used"
	grantsNone = "none"
	grantsShow = "show"
)

// threadGroup is group for commands that resume threads, which retain the grants of their start.
func (f *permissionFlags) threadGroup(shows bool) flagGroup {
	f.group()
	value := choiceValue{&f.retained, []string{grantsUsed, grantsNone}}
	usage := "treat the thread's permissions as `HOW`: used (the default) or none"
	if shows {
		value.choices = append(value.choices, grantsShow)
		usage += "; without HOW, print them"
	}
	f.flags.Var(value, "grants", usage)
	if shows {
		f.flags.Lookup("grants").NoOptDefVal = grantsShow
	}
	return flagGroup{"Permissions of the script in this run, in addition to those of the start of its thread (lists are separated by commas)", f.flags}
}

// use sets whether threads are resumed with the grants of their start.
func (f *permissionFlags) use() bool { return f.retained != grantsNone }

func (f *permissionFlags) get() hitlrun.Permissions {
	if f.all {
		return hitlrun.AllowAll()
	}
	return f.permissions
}

// limitFlags bound what a script may use.
type limitFlags struct {
	limits hitlrun.Limits
	report string // a file for the details of a crash
	flags  *pflag.FlagSet
}

func (f *limitFlags) group() flagGroup {
	fs := newFlags()
	fs.Var(durationValue{&f.limits.Wall}, "max-time", "stop the script after `TIME`, for example 30s or 5m (default no limit)")
	fs.Var(durationValue{&f.limits.Turn}, "max-turn", "stop the script if it runs for `TIME` without returning to the event loop (default 60s)")
	fs.Var(sizeValue[int64]{&f.limits.MemoryBytes}, "max-memory", "stop the script if it uses more than `SIZE` of memory, in bytes or as 512MiB (default 4GiB)")
	fs.Var(countValue{&f.limits.CallDepth}, "max-call-depth", "allow `N` nested calls of functions, at least 1 (default 4000)")
	fs.Var(sizeValue[int]{&f.limits.PayloadBytes}, "max-payload", "refuse a value of the state that is larger than `SIZE` (default 64MiB)")
	fs.Var(sizeValue[int64]{&f.limits.StateBytes}, "max-state", "refuse a state whose values together are larger than `SIZE` (default 256MiB)")
	fs.Var(sizeValue[int64]{&f.limits.OutputBytes}, "max-output", "stop the script if it prints more than `SIZE` (default 1GiB)")
	fs.Var(sizeValue[int64]{&f.limits.BodyBytes}, "max-body", "refuse a line of stdin, or a body that fetch reads or sends whole, above `SIZE` (default 64MiB)")
	fs.StringVar(&f.report, "crash-report", "", "write the details to `FILE` if the script makes the engine fail")
	f.flags = fs
	return flagGroup{"Limits of the script (0 means no limit)", fs}
}

// inputGroup is group for commands that take an input or an answer.
func (f *limitFlags) inputGroup() flagGroup {
	g := f.group()
	g.flags.Var(sizeValue[int64]{&f.limits.InputBytes}, "max-input", "refuse an input, an answer or an update that is larger than `SIZE` (default 32MiB)")
	return g
}

// profileFlag chooses the generation of the documentation.
type profileFlag struct{ profile string }

func (f *profileFlag) add(fs *pflag.FlagSet) {
	fs.Var(choiceValue{&f.profile, []string{"0.2", "1"}}, "langgraph", "behave as `VERSION` of LangGraph.js, 0.2 or 1 (default: that of package.json, or 1)")
}

// The values of --script.
const (
	scriptPinned  = "pinned"
	scriptCurrent = "current"
)

// scriptFlag chooses the version of its script with which a thread is resumed.
type scriptFlag struct{ script string }

func (f *scriptFlag) add(fs *pflag.FlagSet) {
	fs.Var(choiceValue{&f.script, []string{scriptPinned, scriptCurrent}}, "script", "if the script has changed, run `WHICH`: pinned (the thread's version) or current (the file)")
}

// again returns the flags that choose the same version when the thread is resumed again. None are needed after "current",
// since the thread is then pinned to the file.
func (f *scriptFlag) again() []string {
	if f.script == scriptPinned {
		return []string{"--script", scriptPinned}
	}
	return nil
}

// runFlags are the flags of both start and resume.
type runFlags struct {
	recursionLimit int
	stream         bool
	trace          traceFlag
}

func (f *runFlags) add(fs *pflag.FlagSet) {
	fs.Var(countValue{&f.recursionLimit}, "recursion-limit", "stop the run after `N` supersteps (default 25)")
	fs.BoolVar(&f.stream, "stream", false, "print what each node wrote as soon as it is committed, one line for each")
	f.trace.add(fs)
}

// whoFlags say who starts a thread or answers, for the audit log, and how its nodes run.
type whoFlags struct {
	as      string
	digests string
	strict  bool
	effects string
	unnamed string // whom the audit log names without --as, as the help says it; "" means $USER
}

func (f *whoFlags) group() flagGroup {
	fs := newFlags()
	f.addAs(fs)
	fs.Var(choiceValue{&f.digests, []string{"values", "digest"}}, "audit", "`WHAT` the audit log stores of questions and answers: values or digest (default values)")
	return flagGroup{"Trust", fs}
}

func (f *whoFlags) addAs(fs *pflag.FlagSet) {
	fs.StringVar(&f.as, "as", "", "the audit log says that `NAME` did this (default "+cmp.Or(f.unnamed, "$USER")+")")
}

// addStrict adds the flag of commands that answer.
func (f *whoFlags) addStrict(fs *pflag.FlagSet) {
	fs.BoolVar(&f.strict, "strict", false, "fail a node that asks another question than the one that was answered")
	f.addEffects(fs)
}

// addEffects adds the flag of commands that run nodes.
func (f *whoFlags) addEffects(fs *pflag.FlagSet) {
	fs.Var(choiceValue{&f.effects, []string{"once", "always"}}, "effects", "`HOW` often a node has its effects (fetch, files …): once or always (default: the script's)")
}

// fill sets who runs a command, and from where, for the audit log.
func (f *whoFlags) fill(a *app, command string, o *hitlrun.RunOptions) {
	o.By, o.Strict = f.as, f.strict
	for _, name := range []string{"USER", "LOGNAME", "USERNAME"} {
		if o.By == "" {
			o.By = a.env(name)
		}
	}
	if o.By == "" {
		if account, err := user.Current(); err == nil {
			o.By = account.Username
		} else {
			fmt.Fprintf(a.stderr, "hitlrun: the audit log will not say who did this, because no name is known: give --as NAME\n")
		}
	}
	o.From = "hitlrun " + command
	if host, err := os.Hostname(); err == nil {
		o.From += " on " + host
	}
}

// again returns the flags to repeat in the command that resumes the thread.
func (f *whoFlags) again() (words []string) {
	if f.strict {
		words = append(words, "--strict")
	}
	if f.effects != "" {
		words = append(words, "--effects="+f.effects)
	}
	if f.digests == "digest" {
		words = append(words, "--audit=digest")
	}
	return words
}

// given returns the flags of the sets that were given, as words of a command line.
func given(sets ...*pflag.FlagSet) []string {
	var words []string
	for _, fs := range sets {
		fs.VisitAll(func(f *pflag.Flag) {
			switch {
			case !f.Changed:
			case f.Value.Type() == "bool" && f.Value.String() == "true", f.NoOptDefVal == f.Value.String():
				words = append(words, "--"+f.Name)
			default:
				words = append(words, "--"+f.Name+"="+f.Value.String())
			}
		})
	}
	return words
}

// env returns a variable of the environment, "" if it is not set.
func (a *app) env(name string) string {
	for i := len(a.sys.env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(a.sys.env[i], "="); ok && key == name {
			return value
		}
	}
	return ""
}
