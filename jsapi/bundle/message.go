// This file converts esbuild's messages: positions are as in editors, paths are as the user writes them, and advice
// about esbuild is removed.

package bundle

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Message is one error or warning.
type Message struct {
	Text   string
	File   string // as the user knows it; empty if the message is about no file
	Line   int    // 1-based; 0 if the message is about the file as a whole
	Column int    // 1-based, in UTF-16 code units, as editors show it
	Length int    // of the marked text, in UTF-16 code units; 0 if unknown
	// LineText is the source line, without its end.
	LineText string
	// Notes say more: where something was declared, what to do about it.
	Notes []string

	source string // the whole file, if known
}

// String gives one line: flow.ts:3:9: Could not resolve "foo".
func (m Message) String() string {
	switch {
	case m.File == "":
		return m.Text
	case m.Line == 0:
		return m.File + ": " + m.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", m.File, m.Line, m.Column, m.Text)
}

// Frame shows the place the message is about, or is empty if there is none to show.
func (m Message) Frame() string {
	if m.Line == 0 {
		return ""
	}
	if m.source != "" {
		return Frame("", m.Line, m.Column, m.source)
	}
	return Frame("", m.Line, m.Column, strings.Repeat("\n", m.Line-1)+m.LineText)
}

// Error is what Bundle returns: at least one message.
type Error struct{ Messages []Message }

// maxShown bounds how many messages Error.Error lists.
const maxShown = 10

// Error lists the messages, one per line.
func (e *Error) Error() string {
	var lines []string
	for i, m := range e.Messages {
		if i == maxShown {
			lines = append(lines, fmt.Sprintf("and %d more errors", len(e.Messages)-i))
			break
		}
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

func fileError(file, format string, args ...any) *Error {
	return &Error{Messages: []Message{{File: file, Text: fmt.Sprintf(format, args...)}}}
}

// messages converts what esbuild reports.
func (b *build) messages(list []api.Message) []Message {
	var out []Message
	for _, m := range list {
		msg := Message{Text: m.Text}
		if m.Location != nil && m.Location.File != startName {
			b.locate(&msg, m.Location)
		}
		for _, n := range m.Notes {
			if note := b.note(n); note != "" {
				msg.Notes = append(msg.Notes, note)
			}
		}
		b.reword(&msg)
		if n := len(out); n == 0 || out[n-1].String() != msg.String() {
			out = append(out, msg)
		}
	}
	return out
}

func (b *build) locate(msg *Message, at *api.Location) {
	name, source := b.userPath(at.Namespace, at.File)
	if b.hides(at) {
		*msg = Message{File: name, Text: "it is not as it should be, and outside of the script's package (" + b.area.root + "), so nothing of it is shown"}
		return
	}
	msg.File, msg.source = name, source
	msg.Line = at.Line
	msg.LineText = strings.TrimRight(at.LineText, "\r\n")
	if n := 1 + strings.Count(source, "\n"); source != "" && msg.Line > n {
		// In the import that was added after the user's last line.
		msg.Line, msg.LineText = n, source[strings.LastIndexByte(source, '\n')+1:]
		msg.Column = utf16Len(msg.LineText) + 1
		return
	}
	start := min(at.Column, len(at.LineText))
	end := min(start+at.Length, len(at.LineText))
	msg.Column = utf16Len(at.LineText[:start]) + 1
	msg.Length = utf16Len(at.LineText[start:end])
}

// hides reports whether a place is in a file that the script may not read, such as a configuration to which a link or
// "extends" leads. Then a message shows neither the line nor quotes of it.
func (b *build) hides(at *api.Location) bool {
	if at.Namespace != "file" && at.Namespace != "" {
		return false
	}
	path := at.File
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.dir, path)
	}
	if b.inputs[path] != nil {
		return false
	}
	_, ok := b.area.has(path)
	return !ok
}

// bundlerAdvice matches notes about the options of esbuild, which users do not set.
var bundlerAdvice = lazily(`esbuild|loader|Platform|external|plugin|MainFields|api\.|target environment|tsconfig\.json" here`)

func (b *build) note(n api.Note) string {
	if bundlerAdvice().MatchString(n.Text) {
		return ""
	}
	if n.Location == nil {
		return n.Text
	}
	m := Message{Text: n.Text}
	b.locate(&m, n.Location)
	return m.String()
}

var (
	unresolved = lazily(`^Could not resolve (?:import )?"([^"]*)"`)
	noExport   = lazily(`^No matching export in "[^"]*?(hitlrun/[^"]*)" for import "([^"]*)"`)
	noLoader   = lazily(`^No loader is configured for ("[^"]*") files`)
	strictOnly = lazily(`^(.*) cannot be used with the "esm" output format due to strict mode$`)
	nodeOnly   = lazily(`^(node:|(assert|async_hooks|buffer|child_process|cluster|crypto|dgram|dns|events|fs|http|http2|https|module|net|os|path|perf_hooks|process|readline|stream|string_decoder|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)(/|$))`)
)

func (b *build) reword(m *Message) {
	if match := unresolved().FindStringSubmatch(m.Text); match != nil {
		m.Text = b.unresolvedText(match[1])
		return
	}
	if match := noExport().FindStringSubmatch(m.Text); match != nil {
		m.Text = fmt.Sprintf("hitlrun's own module for this import has no export %q", match[2])
		if specifier, ok := b.standIns[match[1]]; ok {
			m.Text += "; npm install " + packageName(specifier)
		}
		return
	}
	if match := noLoader().FindStringSubmatch(m.Text); match != nil {
		m.Text = fmt.Sprintf("Cannot import %s files: only JavaScript, TypeScript, JSON and text can be imported", match[1])
		return
	}
	if match := strictOnly().FindStringSubmatch(m.Text); match != nil {
		m.Text = match[1] + " cannot be used here, as in an ES module"
		return
	}
	if strings.HasPrefix(m.Text, "The JSX syntax extension is not") {
		m.Text = jsxText
	}
}

const jsxText = "JSX is not supported in workflow scripts"

// unresolvedText returns the message for an import that cannot be resolved, with advice. The caller must hold b.mu,
// unless the build is over.
func (b *build) unresolvedText(specifier string) string {
	hint := ""
	if b.opts.Hint != nil {
		hint = b.opts.Hint(specifier)
	}
	switch {
	case hint != "":
	case specifier == "" || isRelative(specifier):
		hint = "no such file, or a folder without an index file"
	case strings.HasPrefix(specifier, "#"):
		hint = `no such entry in "imports" of the nearest package.json`
	case nodeOnly().MatchString(specifier):
		hint = "this part of Node.js is not available to workflow scripts"
	case b.findPackage(b.dir, packageName(specifier)) != "":
		hint = fmt.Sprintf("the installed package %s has no such file", packageName(specifier))
	default:
		hint = "not found in any node_modules folder; npm install " + packageName(specifier)
	}
	return fmt.Sprintf("Could not resolve %q (%s)", specifier, hint)
}

// userPath gives the name by which the user knows a path that esbuild reports, and the text
// of the file if it was read.
func (b *build) userPath(namespace, file string) (name, source string) {
	if name, ok := strings.CutPrefix(file, nsVirtual+":"); ok || namespace == nsVirtual {
		if m, ok := b.virtual[name]; ok {
			return name, m.source()
		}
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(b.dir, file)
	}
	if in := b.inputs[file]; in != nil {
		return b.display(file), in.text
	}
	return b.display(file), ""
}

// display gives a path as the user would write it: the entry as given, other files relative to
// the working directory, or absolute if that is how the entry was given.
func (b *build) display(path string) string {
	if path == b.entry || path == b.entryReal {
		return b.opts.Entry
	}
	if filepath.IsAbs(b.opts.Entry) {
		return path
	}
	if rel, err := filepath.Rel(b.cwd, path); err == nil {
		return rel
	}
	return path
}
