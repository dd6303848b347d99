// This file prints results for people: the state of a thread, and its questions.

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/cmd/hitlrun/form"
)

// The colours of a terminal.
const (
	bold   = "1"
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
)

// paint returns s in a colour, if colours are on.
func paint(on bool, color, s string) string {
	if !on {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// statusColor is the colour of the status of a thread.
func statusColor(status hitlrun.Status, lost bool) string {
	switch {
	case status == hitlrun.StatusDone:
		return green
	case status == hitlrun.StatusInterrupted:
		return yellow
	case status == hitlrun.StatusError, lost:
		return red
	}
	return cyan
}

// statusText is the status of a thread for people.
func statusText(status hitlrun.Status, lost bool) string {
	if lost {
		return safeLine(string(status)) + " (lost)"
	}
	return safeLine(string(status))
}

// printResult prints the state of a thread, and with each question the command that
// answers it. again are the flags of that command besides those of the thread. details are lines about the thread; if there
// are any, each question is printed with its id and its deadline.
func (a *app) printResult(store *storeFlags, res *hitlrun.Result, again []string, details ...string) error {
	if a.json {
		return a.printJSON(res)
	}
	a.stdout.newLine()
	b := bufio.NewWriter(a.stdout)
	fmt.Fprintf(b, "thread: %s\n", safeLine(res.ThreadID))
	fmt.Fprintf(b, "status: %s\n", paint(a.stdoutColors, statusColor(res.Status, res.Lost), statusText(res.Status, res.Lost)))
	if res.Error != "" {
		fmt.Fprintf(b, "error:%s\n", indented(safe(strings.TrimRight(res.Error, "\n"))))
	}
	if len(details) > 0 && res.Grants != nil {
		fmt.Fprintf(b, "granted: %s\n", safeLine(res.Grants.String()))
	}
	if len(res.Next) > 0 {
		fmt.Fprintf(b, "next: %s\n", safeLine(strings.Join(res.Next, ", ")))
	}
	io.WriteString(b, "state: ")
	writePretty(b, res.Values, "")
	io.WriteString(b, "\n")
	for i := range res.Interrupts {
		in := &res.Interrupts[i]
		shown, schema := card(in.Value)
		fmt.Fprintf(b, "\n%s asks:", paint(a.stdoutColors, bold, safeLine(in.Node)))
		writeQuestion(b, shown)
		io.WriteString(b, "\n")
		if schema != "" {
			fmt.Fprintf(b, "schema: %s\n", schema)
		}
		if len(details) > 0 {
			fmt.Fprintf(b, "id: %s\n", safeLine(in.ID))
			if who := askedOf(in.Value); who != "" {
				fmt.Fprintf(b, "ask: %s\n", who)
			}
			if in.Deadline != nil {
				fmt.Fprintf(b, "deadline: %s (%s)\n", a.when(*in.Deadline), until(in.Deadline))
			}
		}
		fmt.Fprintf(b, "answer: %s\n", a.answerCommand(store, res, in, again))
	}
	for _, line := range details {
		io.WriteString(b, line)
	}
	if res.Lost || res.Status == hitlrun.StatusInterrupted && len(res.Interrupts) == 0 {
		fmt.Fprintf(b, "\nto continue: %s\n", shellLine(append(a.resumeWords(store, res.ThreadID), again...)...))
	}
	_ = b.Flush() // a failed write is reported at the end
	return nil
}

// answerCommand is the command that answers a question.
func (a *app) answerCommand(store *storeFlags, res *hitlrun.Result, in *hitlrun.Interrupt, again []string) string {
	words := a.resumeWords(store, res.ThreadID)
	if len(res.Interrupts) > 1 || res.Status == hitlrun.StatusError {
		words = append(words, "--interrupt", in.ID)
	}
	if r, ok := form.ParseRequest(in.Value); ok {
		return shellLine(append(append(words, again...), decisionHint(r)...)...)
	}
	return shellLine(append(append(words, again...), "--value", "JSON")...)
}

// resumeWords begin the command that resumes a thread.
func (a *app) resumeWords(store *storeFlags, threadID string) []string {
	return append([]string{"hitlrun", "resume"}, a.threadWords(store, threadID)...)
}

// threadWords are the flags that name a thread.
func (a *app) threadWords(store *storeFlags, threadID string) []string {
	var words []string
	if path := a.dbPath(store); path != defaultDB || a.env("HITLRUN_DB") != "" {
		words = append(words, "--db", path)
	}
	if store.key.file != "" {
		words = append(words, "--encrypt-key-file", store.key.file)
	}
	return append(words, "--thread", threadID)
}

// writePretty prints JSON over several lines, each but the first after prefix.
func writePretty(w io.StringWriter, value json.RawMessage, prefix string) {
	form.Indent(func(piece string) { _, _ = w.WriteString(safe(piece)) }, value, prefix) // w remembers what fails
}

// compact returns JSON on one line.
func compact(value json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return safeLine(string(value))
	}
	return safeLine(b.String())
}

// indented returns text that comes after a colon. If it has more than one line, the lines are
// indented, so that none looks like a line of hitlrun.
func indented(s string) string {
	if !strings.Contains(s, "\n") {
		return " " + s
	}
	return "\n  " + strings.ReplaceAll(s, "\n", "\n  ")
}

// shorten cuts text that is longer than n letters.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// table lays out rows in columns. paint may color a cell after it was laid out.
func table(rows [][]string, paint func(row, column int, cell string) string) string {
	text, _ := layOut(nil, rows, paint)
	return text
}

// layOut is table for rows that come after others, whose columns have these widths.
func layOut(widths []int, rows [][]string, paint func(row, column int, cell string) string) (string, []int) {
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for r, row := range rows {
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
			if rest := strings.Join(row[i+1:], ""); rest == "" {
				b.WriteString(paint(r, i, cell))
				break
			}
			b.WriteString(paint(r, i, cell) + space)
		}
		b.WriteString("\n")
	}
	return b.String(), widths
}

// streamer prints what each node wrote.
func (a *app) streamer(on bool) func(ns []string, update json.RawMessage) {
	if !on {
		return nil
	}
	return func(ns []string, update json.RawMessage) {
		if a.json {
			if ns == nil {
				ns = []string{}
			}
			_ = a.printJSON(streamDocument{ns, update}) // a failed write is reported at the end
			return
		}
		path := ""
		for _, part := range ns {
			name, _, _ := strings.Cut(part, ":")
			path += name + "/"
		}
		for _, f := range fields(update) {
			if f.name != interruptKey {
				fmt.Fprintf(a.stdout, "%s %s\n", paint(a.stdoutColors, cyan, safeLine(path+f.name)), compact(f.value))
			}
		}
	}
}

// interruptKey marks an update that says only that a question is asked.
const interruptKey = "__interrupt__"

// streamDocument is an update as JSON.
type streamDocument struct {
	NS     []string        `json:"ns"`
	Update json.RawMessage `json:"update"`
}

type jsonField struct {
	name  string
	value json.RawMessage
}

// fields returns the fields of a JSON object, in order.
func fields(object json.RawMessage) []jsonField {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var list []jsonField
	for d.More() {
		t, err := d.Token()
		if err != nil {
			break
		}
		f := jsonField{}
		f.name, _ = t.(string)
		if d.Decode(&f.value) != nil {
			break
		}
		list = append(list, f)
	}
	return list
}
