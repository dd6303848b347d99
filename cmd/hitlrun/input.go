// This file reads inputs, answers and scripts: from flags, from files and from stdin.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun"
)

// stdinName is the name of a script that is read from stdin.
const stdinName = "[stdin]"

// jsonUsage is the help of flags that jsonFlag reads.
const jsonUsage = ": `JSON`, @FILE with JSON in it, or - for stdin"

// jsonFlag returns the JSON of a flag: its value, or the content of a file or of stdin that the value names. It fails if
// that is larger than the limits allow.
func (a *app) jsonFlag(ctx context.Context, name, value string, limits hitlrun.Limits) (json.RawMessage, error) {
	from, hint := "", ""
	if name == "value" {
		hint = "; text is given with --text"
	}
	data := []byte(value)
	var err error
	switch {
	case value == "-":
		from = "stdin: "
		data, err = await(ctx, func() ([]byte, error) { return readMost(a.lines, limits.InputMost()) })
	case len(value) > 1 && value[0] == '@':
		from = value[1:] + ": "
		data, err = await(ctx, func() ([]byte, error) { return readFile(value[1:], limits.InputMost()) })
	}
	if err != nil {
		return nil, usagef("--%s: %s%v", name, from, plainPathError(err))
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err := checkJSON(data); err != nil {
		return nil, usagef("--%s: %snot valid JSON: %v%s", name, from, err, hint)
	}
	return data, nil
}

// readFile reads a file of at most most bytes.
func readFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readMost(f, most)
}

// mostSettings is the size of a file of settings, in bytes.
const mostSettings = 32 << 20

// readSettings reads a file that the operator wrote. It may be a pipe. The end of ctx ends the wait for one.
func readSettings(ctx context.Context, path string) ([]byte, error) {
	return await(ctx, func() ([]byte, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, mostSettings+1))
		if err == nil && len(data) > mostSettings {
			err = fmt.Errorf("it has more than %d MiB", mostSettings>>20)
		}
		return data, err
	})
}

// readMost reads all of r. It fails if r has more than most bytes. A negative most means no limit.
func readMost(r io.Reader, most int64) ([]byte, error) {
	if most < 0 {
		return io.ReadAll(r)
	}
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("it has more than %d bytes (--max-input)", most)
	}
	return data, err
}

// checkJSON returns an error with the line and the column at which data is not valid JSON.
func checkJSON(data []byte) error {
	if len(data) == 0 {
		return errors.New("it is empty")
	}
	if !utf8.Valid(data) {
		return errors.New("it is not UTF-8")
	}
	var v json.RawMessage
	err := json.Unmarshal(data, &v)
	var se *json.SyntaxError
	if errors.As(err, &se) {
		before := data[:min(int(se.Offset), len(data))]
		line := 1 + bytes.Count(before, []byte("\n"))
		column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
		return fmt.Errorf("line %d, column %d: %w", line, column, err)
	}
	return err
}

// textFlag returns the value of a flag that takes text as JSON.
func textFlag(name, s string) (json.RawMessage, error) {
	if !utf8.ValidString(s) {
		return nil, usagef("--%s: it is not UTF-8", name)
	}
	return json.Marshal(s)
}

// id returns the value of --thread. It fails if the flag was not given.
func (f *storeFlags) id(c *command) (string, error) {
	switch {
	case !f.flags.Changed("thread"):
		return "", c.usage("--thread ID is missing")
	case f.thread == "":
		return "", c.usage("--thread: the id is empty")
	case !utf8.ValidString(f.thread):
		return "", c.usage("--thread: the id is not UTF-8")
	}
	return f.thread, nil
}

// script loads the script in a file, "-" for stdin.
func (a *app) script(ctx context.Context, file string, o hitlrun.ScriptOptions) (*hitlrun.Script, error) {
	if file == "-" {
		source, err := a.readScript(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the script from stdin: %w", plainPathError(err))
		}
		return loadUntil(ctx, func() (*hitlrun.Script, error) { return hitlrun.LoadSource(stdinName, source, o) })
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("%s: no such file", file)
	case err != nil:
		return nil, usagef("%s: %v", file, plainPathError(err))
	case info.IsDir():
		return nil, usagef("%s is a folder, a script is expected", file)
	case !strings.HasPrefix(filepath.Clean(file), "/dev/"): // where <(command) of a shell is, and stdin
		if err := notRegular(file); err != nil {
			return nil, err
		}
	}
	return loadUntil(ctx, func() (*hitlrun.Script, error) { return hitlrun.Load(file, o) })
}

// loadUntil loads a script, or returns the cause of ctx if ctx ends first, because bundling can take long if imports match
// many files. load then continues until the process ends.
func loadUntil(ctx context.Context, load func() (*hitlrun.Script, error)) (*hitlrun.Script, error) {
	var script *hitlrun.Script
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		growStack(load == nil)
		script, err = load()
	}()
	select {
	case <-done:
		collectAfterLoad()
		return script, err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// scriptOptions returns the options of a script, from its flags. With --json the script prints to
// stderr, so that stdout has the result alone.
func (a *app) scriptOptions(p *permissionFlags, l *limitFlags, k *keyFlag) (hitlrun.ScriptOptions, error) {
	o, err := a.servedOptions(p, l, k)
	a.guard(&o)
	return o, err
}

// servedOptions is scriptOptions for a process that does not end when a script fails.
func (a *app) servedOptions(p *permissionFlags, l *limitFlags, k *keyFlag) (hitlrun.ScriptOptions, error) {
	keys, err := a.keys(k)
	o := hitlrun.ScriptOptions{
		Stdout: a.stdout, Stderr: a.stderr, Colors: a.stdoutColors, Env: a.sys.env, ProjectEnv: true,
		Permissions: p.get(), Limits: l.limits, CacheDir: a.sys.cacheDir, Keys: keys,
	}
	a.crashReport = l.report
	if a.json {
		o.Stdout, o.Colors = a.stderr, a.stderrColors
	}
	return o, err
}

// maxStdinScript is the largest size of a script on stdin, in bytes. It is the same for a script in a file.
const maxStdinScript = 32 << 20

// readScript returns the script on stdin.
func (a *app) readScript(ctx context.Context) ([]byte, error) {
	return await(ctx, func() ([]byte, error) {
		source, err := io.ReadAll(io.LimitReader(a.lines, maxStdinScript+1))
		if err == nil && len(source) > maxStdinScript {
			err = fmt.Errorf("it is larger than %d MB", maxStdinScript>>20)
		}
		return source, err
	})
}

// readLine returns the next line of stdin without its line break, or io.EOF if there is none.
func (a *app) readLine(ctx context.Context) (string, error) {
	line, err := await(ctx, func() (string, error) {
		line, err := a.lines.ReadString('\n')
		if line != "" {
			err = nil // the next read returns it again
		}
		return line, err
	})
	return strings.TrimRight(line, "\r\n"), err
}

// await returns the result of read, or the cause of ctx if ctx ends first. read continues then, and its result is dropped.
func await[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := read()
		done <- result{value, err}
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	case r := <-done:
		return r.value, r.err
	}
}
