// This file does what the README and docs/*.md say, word by word, and compares.
//
// The blocks of a page are taken in order, in a folder of their own:
//
//	```ts approve.ts     is a file of that name
//	```console           is a session: lines that begin with "$ " are commands, what follows is what they print
//	```sh                are commands that are not run: docs_commands_linux_test.go checks them
//	```ini               is a part of a systemd unit: its ExecStart is checked as well
//	<!-- keys: 1 | y --> before a session: its only command runs on a terminal, and these lines are typed when it asks
//
// Some comments, which readers of the page do not see, prepare what comes after them:
//
//	<!-- file a.ts …     has the text of a file. If it has a line CODE, that is the next block, which is ts without a name
//	<!-- before COMMAND  is run, and has to end with exit code 0 or 3
//	<!-- id 8c1f: COMMAND prints a long id, which the page calls 8c1f…
//
// In what is printed … stands for anything on its line. With -update the pages get what is printed.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	docBlock = regexp.MustCompile("(?ms)(?:^<!-- keys: ([^\n]*) -->\n+)?^```(\\w*)(?: ([\\w./-]+))?\n(.*?)^```$|^<!-- (file|before|id) (.*?)-->$")
	ansi     = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)
)

func TestDocs(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			testPage(t, page)
		})
	}
}

func testPage(t *testing.T, page string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	p, sessions := &docPage{dir: t.TempDir()}, 0
	updated := docBlock.ReplaceAllFunc(text, func(block []byte) []byte {
		m := docBlock.FindSubmatch(block)
		keys, kind, name, body := string(m[1]), string(m[2]), string(m[3]), string(m[4])
		switch {
		case m[5] != nil:
			p.prepare(t, string(m[5]), string(m[6]))
			return block
		case kind == "sh":
			checkCommands(t, body)
			return block
		case filepath.Base(page) == "go.md" || kind == "go":
			return block // docs_go_test.go at the root does what they say
		case kind == "ini":
			checkUnit(t, body)
			return block
		case kind == "ts" && filepath.Base(page) == "server.md":
			return block // TestClientsOfThePage in package server runs it
		case kind == "ts" || kind == "json":
			p.file(t, name, body)
			return block
		case kind != "console":
			t.Errorf("nothing checks a block of the kind %q:\n%s", kind, body)
			return block
		}
		sessions++
		got := p.session(t, body, keys)
		if *update && !like(got, body) {
			return bytes.Replace(block, m[4], []byte(got), 1)
		}
		if !*update && !like(got, body) {
			t.Errorf("the session is not what the page shows. It is:\n%s\nThe page:\n%s", got, body)
		}
		return block
	})
	if *update {
		if err := os.WriteFile(page, updated, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if lines := bytes.Count(text, []byte("\n")); lines > 120 && filepath.Base(page) == "README.md" {
		t.Errorf("the README has %d lines: it may have at most 120", lines)
	}
	if want := map[string]int{"README.md": 2, "review.md": 5, "operator.md": 5, "scripts.md": 3, "guarantees.md": 3}[filepath.Base(page)]; sessions < want {
		t.Errorf("the page has %d sessions, want %d", sessions, want)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// docPage is what was done of a page.
type docPage struct {
	dir      string
	name, of string   // the file that the next block is a part of, and its text with CODE
	ids      []string // what the page calls an id, the id, and so on
	ended    int      // the exit code of the last command
}

// prepare does what a comment says.
func (p *docPage) prepare(t *testing.T, what, text string) {
	t.Helper()
	switch what {
	case "file":
		name, body, _ := strings.Cut(text, "\n")
		if strings.Contains(body, "CODE\n") {
			p.name, p.of = name, body
		} else {
			writeFile(t, filepath.Join(p.dir, name), body)
		}
	case "before":
		if out := p.sh(t, text); p.ended != exitDone && p.ended != exitPaused {
			t.Errorf("%s: exit code %d\n%s", text, p.ended, out)
		}
	case "id":
		name, command, _ := strings.Cut(text, ": ")
		out := p.sh(t, command)
		id := longID.FindString(out)
		if id == "" {
			t.Fatalf("%s: no id in\n%s", command, out)
		}
		p.ids = append(p.ids, name, id)
	}
}

// file writes a file of the page.
func (p *docPage) file(t *testing.T, name, body string) {
	t.Helper()
	if name == "" {
		if p.name == "" {
			t.Errorf("nothing checks this block, which has no name and is no part of a file:\n%s", body)
			return
		}
		name, body = p.name, strings.Replace(p.of, "CODE\n", body, 1)
		p.name = ""
	}
	writeFile(t, filepath.Join(p.dir, name), body)
}

// sh runs a command, and returns what it prints.
func (p *docPage) sh(t *testing.T, command string) string {
	t.Helper()
	for i := 0; i < len(p.ids); i += 2 {
		command = strings.ReplaceAll(command, p.ids[i], p.ids[i+1][:len(p.ids[i])])
	}
	cmd := exec.Command("sh", "-c", fmt.Sprintf("(exit %d)\n%s", p.ended, command))
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "TZ=UTC", "USER=ann", "LANG=C.UTF-8", "HITLRUN_DB=", "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		t.Skipf("no shell: %v", err)
	}
	p.ended = cmd.ProcessState.ExitCode()
	text := string(out)
	for i := 0; i < len(p.ids); i += 2 {
		text = strings.ReplaceAll(text, p.ids[i+1], p.ids[i]+"…")
	}
	return text
}

// session runs the commands of a session, and returns it with what they print now.
func (p *docPage) session(t *testing.T, body, keys string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(body) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		b.WriteString(line)
		if keys != "" {
			b.WriteString(typed(t, p.dir, strings.TrimSpace(command), strings.Split(keys, " | ")))
			continue
		}
		b.WriteString(p.sh(t, command))
	}
	return fixDocs(b.String())
}

// typed runs a command on a terminal, types a line each time it asks, and returns the screen.
func typed(t *testing.T, dir, command string, keys []string) string {
	t.Helper()
	args := words(t, command)
	c := onConsole(t, dir, []string{"TZ=UTC", "USER=ann", "HITLRUN_DB="}, args[1:]...)
	at := 0
	for _, key := range keys {
		at = c.asks(at)
		if key == "Ctrl-D" {
			c.press(ctrlD)
		} else {
			c.press(key + "\r")
		}
	}
	late := time.AfterFunc(60*time.Second, func() { _ = c.cmd.Process.Kill() })
	defer late.Stop()
	_ = c.cmd.Wait()
	<-c.ended
	return strings.ReplaceAll(ansi.ReplaceAllString(c.text(), ""), "\r", "")
}

// asks waits until more than at bytes were printed and the last line is a prompt, and returns how many there are.
func (c *console) asks(at int) int {
	c.t.Helper()
	deadline := time.After(40 * time.Second)
	for {
		c.mu.Lock()
		screen := ansi.ReplaceAllString(string(c.seen), "")
		n := len(c.seen)
		c.mu.Unlock()
		if n > at && (strings.HasSuffix(screen, ": ") || strings.HasSuffix(screen, "> ") || strings.HasSuffix(screen, "? ")) {
			time.Sleep(20 * time.Millisecond) // this tests time: a prompt may be the beginning of more
			c.mu.Lock()
			same := len(c.seen) == n
			c.mu.Unlock()
			if same {
				return n
			}
			continue
		}
		select {
		case <-c.more:
		case <-deadline:
			c.t.Fatalf("nothing is asked: %q", c.text())
		}
	}
}

var (
	docMillis = regexp.MustCompile(`\d+\.\d ms`)
	docAt     = regexp.MustCompile(`(?m)^ *\+\d+\.\d ms`)
)

// fixDocs replaces what differs from run to run.
func fixDocs(s string) string {
	s = fix(s)
	s = docMillis.ReplaceAllString(s, "0.1 ms")
	return docAt.ReplaceAllString(s, "  +0.1 ms")
}

// like reports whether got is what want shows, where … stands for anything on its line.
func like(got, want string) bool {
	var pattern strings.Builder
	pattern.WriteString("^")
	for i, part := range strings.Split(want, "…") {
		if i > 0 {
			pattern.WriteString(".*")
		}
		pattern.WriteString(regexp.QuoteMeta(part))
	}
	pattern.WriteString("$")
	return regexp.MustCompile(pattern.String()).MatchString(got)
}

// words splits a command as a shell does.
func words(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `for w in `+line+`; do printf '%s\0' "$w"; done`).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
