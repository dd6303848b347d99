// This file makes text of others safe to print on
// terminals, and in command lines that people copy.

package main

import "github.com/hitlrun/hitlrun/safetext"

func safe(s string) string { return safetext.Lines(s) }

func safeLine(s string) string { return safetext.Line(s) }

// shellLine returns words as a command line for a shell.
func shellLine(words ...string) string { return safetext.ShellLine(words...) }
