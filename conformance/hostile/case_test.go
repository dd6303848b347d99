// This file reads cases.

package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/tools/txtar"
)

// attack is one case.
type attack struct {
	file     string
	archive  *txtar.Archive
	commands []*command
}

// command is one process of a case, and what is expected of it.
type command struct {
	args   []string
	exit   int
	within time.Duration
	memory int64 // resident, at most
	limit  int64 // the hard limit
	stdin  string
	env    []string
	signal syscall.Signal // sent when stdout has the line "ready"; 0 for none
	masks  []*regexp.Regexp
}

func readAttack(file string) (*attack, error) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	a := &attack{file: file, archive: archive}
	for n, line := range strings.Split(string(archive.Comment), "\n") {
		line = strings.TrimSpace(line)
		switch args, ok := strings.CutPrefix(line, "$ "); {
		case ok:
			a.commands = append(a.commands, &command{args: words(args), within: 10 * time.Second, memory: 400 << 20, limit: 2 << 30})
		case line != "" && len(a.commands) > 0:
			if err := a.commands[len(a.commands)-1].set(line); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
			}
		}
	}
	if len(a.commands) == 0 || strings.HasPrefix(string(archive.Comment), "$") {
		return nil, fmt.Errorf("%s: it needs a sentence that says what the attack is, and a line that begins with $", file)
	}
	return a, nil
}

// set reads a line below the one with the $.
func (c *command) set(line string) error {
	name, value, _ := strings.Cut(line, " ")
	var err error
	switch name {
	case "exit":
		c.exit, err = strconv.Atoi(value)
	case "seconds":
		var s float64
		s, err = strconv.ParseFloat(value, 64)
		c.within = time.Duration(s * float64(time.Second))
	case "memory":
		c.memory, err = size(value)
	case "limit":
		c.limit, err = size(value)
	case "stdin":
		c.stdin = value
	case "env":
		c.env = append(c.env, value)
	case "signal":
		known := map[string]syscall.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT}
		if c.signal = known[value]; c.signal == 0 {
			err = fmt.Errorf("unknown signal %q", value)
		}
	case "mask":
		var mask *regexp.Regexp
		mask, err = regexp.Compile(strings.TrimSuffix(strings.TrimPrefix(value, "/"), "/"))
		c.masks = append(c.masks, mask)
	default:
		err = fmt.Errorf("unknown setting %q", name)
	}
	return err
}

// words splits a line at its spaces, but for those in '…'.
func words(line string) (list []string) {
	word, quoted, begun := "", false, false
	for _, r := range line {
		switch {
		case r == '\'':
			quoted, begun = !quoted, true
		case r == ' ' && !quoted:
			if begun {
				list = append(list, word)
			}
			word, begun = "", false
		default:
			word, begun = word+string(r), true
		}
	}
	if begun {
		list = append(list, word)
	}
	return list
}

// size reads "300MiB" or "2GiB".
func size(s string) (int64, error) {
	for unit, shift := range map[string]int{"MiB": 20, "GiB": 30} {
		if digits, ok := strings.CutSuffix(s, unit); ok {
			n, err := strconv.ParseInt(digits, 10, 64)
			return n << shift, err
		}
	}
	return 0, fmt.Errorf("%q is not a size, such as 300MiB", s)
}

// expected returns the file with what process number n writes to a stream; ok says whether there is one.
func (a *attack) expected(stream string, n int) (text string, ok bool) {
	for _, name := range []string{fmt.Sprintf("%s.%d", stream, n+1), stream} {
		for _, f := range a.archive.Files {
			if f.Name == name && (name != stream || n == 0) {
				return string(f.Data), true
			}
		}
	}
	return "", false
}

// update sets that file, or removes it if text is empty.
func (a *attack) update(stream string, n int, text string) {
	name := stream
	if n > 0 {
		name = fmt.Sprintf("%s.%d", stream, n+1)
	}
	for i := range a.archive.Files {
		if a.archive.Files[i].Name == name {
			if a.archive.Files[i].Data = []byte(text); text == "" {
				a.archive.Files = append(a.archive.Files[:i], a.archive.Files[i+1:]...)
			}
			return
		}
	}
	if text != "" {
		a.archive.Files = append(a.archive.Files, txtar.File{Name: name, Data: []byte(text)})
	}
}

// unpack writes the files of the case that its processes may need.
func (a *attack) unpack(dir string) error {
	for _, f := range a.archive.Files {
		if name, _, _ := strings.Cut(f.Name, "."); name == "stderr" || name == "stdout" {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return err
		}
	}
	return nil
}
