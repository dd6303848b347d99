// This file checks the commands that documents show and that TestDocs does not run.

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// notChecked are the programs whose commands are not checked, and why.
var notChecked = map[string]string{
	"curl":   "the tests of package server send such requests",
	"mkdir":  "TestGoGuide has a folder of its own",
	"(umask": "it makes a key without hitlrun",
}

var (
	docComment = regexp.MustCompile(`\s+#.*$`)
	makeTarget = regexp.MustCompile(`(?m)^([a-z-]+):`)
)

// checkCommands checks that hitlrun has the commands and flags of a block, make the targets, and go the packages.
func checkCommands(t *testing.T, body string) {
	t.Helper()
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(docComment.ReplaceAllString(strings.TrimSpace(line), ""), " …")
		args := strings.Fields(line)
		if len(args) == 0 || notChecked[args[0]] != "" {
			continue
		}
		switch args[0] {
		case "hitlrun":
			checkArguments(t, line)
		case "make":
			checkTargets(t, line)
		case "go":
			for _, arg := range args[1:] {
				if !strings.HasPrefix(arg, "./") {
					continue
				}
				if _, err := os.Stat(filepath.Join("../..", arg)); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		default:
			t.Errorf("nothing checks the command %s (see notChecked)", line)
		}
	}
}

// checkArguments checks that a command of hitlrun is there, and has the flags.
func checkArguments(t *testing.T, line string) {
	t.Helper()
	args := words(t, line)
	if len(args) < 2 || find(args[1]) == nil {
		t.Errorf("%s: there is no such command", line)
		return
	}
	c := find(args[1])
	rest, err := c.parse(args[2:])
	if err != nil {
		t.Errorf("%s: %v", line, err)
	}
	if len(rest) > 0 && c.args == "" {
		t.Errorf("%s: the command takes no arguments", line)
	}
}

// checkTargets checks that make has the targets of a command.
func checkTargets(t *testing.T, line string) {
	t.Helper()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, m := range makeTarget.FindAllSubmatch(makefile, -1) {
		has[string(m[1])] = true
	}
	for _, arg := range words(t, line)[1:] {
		if !strings.Contains(arg, "=") && !has[arg] {
			t.Errorf("%s: there is no target %s", line, arg)
		}
	}
}

var unitLine = regexp.MustCompile(`^(?:#.*|\[\w+\]|(\w+)=(.+))$`)

// checkUnit checks the lines of a systemd unit: those that start the program have its commands and flags.
func checkUnit(t *testing.T, body string) {
	t.Helper()
	starts := 0
	for line := range strings.Lines(body) {
		m := unitLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			t.Errorf("%q is no line of a unit", line)
			continue
		}
		if m[1] != "ExecStart" {
			continue
		}
		starts++
		command, ok := strings.CutPrefix(m[2], "/usr/local/bin/")
		if !ok || !strings.HasPrefix(command, "hitlrun serve ") {
			t.Errorf("%q does not start the server", line)
			continue
		}
		checkArguments(t, strings.ReplaceAll(command, " …", ""))
	}
	if starts != 1 {
		t.Errorf("the unit starts %d programs:\n%s", starts, body)
	}
}
