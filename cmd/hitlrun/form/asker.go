// This file has Asker, which asks a question on a terminal and interprets the lines that a person types.

package form

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Terminal is where a person reads and types.
type Terminal interface {
	// Print shows text. The caller makes sure that nothing but newlines moves the cursor.
	Print(text string)
	// ReadLine shows a prompt, and returns the line that the person types, or io.EOF if the person leaves (Ctrl-D).
	ReadLine(ctx context.Context, prompt string) (string, error)
	// Edit opens text in an editor, and returns the changed text.
	Edit(ctx context.Context, text string) (string, error)
	// Strong returns text in the form for emphasis, such as bold.
	Strong(text string) string
	// Safe returns text of others in a form that is safe to print. It may have several lines.
	Safe(text string) string
}

// Asker asks one question after the other on a terminal.
type Asker struct {
	Terminal Terminal
	// Draft is an answer that was refused. Its values are the defaults. nil means none.
	Draft json.RawMessage
}

// errAgain is returned by functions that read a line if the line has no value, and another line must be read.
var errAgain = errors.New("again")

// Answer asks a question until there is an answer, and returns the answer as JSON. The error is io.EOF if the person leaves, or the
// cause of ctx. The caller shows the question before. Answer shows only the actions of a Request, one by one.
func (a *Asker) Answer(ctx context.Context, question json.RawMessage) (json.RawMessage, error) {
	if r, ok := ParseRequest(question); ok {
		return a.decide(ctx, r)
	}
	s := questionSchema(question)
	if s == nil {
		return a.free(ctx)
	}
	in := inputOf("", s, a.Draft, 0)
	value, err := a.input(ctx, &in, "")
	if err != nil || in.kind != kindObject {
		return value, err
	}
	return a.confirm(ctx, value, &in)
}

// free asks for an answer without a schema. A line that is JSON is that value, and any other line is text.
func (a *Asker) free(ctx context.Context) (json.RawMessage, error) {
	for {
		line, err := a.Terminal.ReadLine(ctx, a.Terminal.Strong(">")+" ")
		if err != nil {
			return nil, err
		}
		if line == ":e" {
			if line, err = a.edit(ctx, string(a.Draft)); err != nil {
				return nil, err
			}
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		value, err := Typed(line)
		if err == nil {
			return value, nil
		}
		a.say("that is not valid JSON: %s; type it again, or as text in quotes: %s", err, quoted(line))
	}
}

// edit opens an editor. If there is no editor, or it fails, edit says so and returns an empty text.
func (a *Asker) edit(ctx context.Context, text string) (string, error) {
	out, err := a.Terminal.Edit(ctx, text)
	if err != nil && ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		a.say("%v", err)
		return "", nil
	}
	return strings.TrimRight(out, "\n"), nil
}

// say prints a remark. Its other lines are indented, so that no text of others looks like a line of hitlrun.
func (a *Asker) say(format string, args ...any) {
	a.Terminal.Print(strings.ReplaceAll(a.Terminal.Safe(fmt.Sprintf(format, args...)), "\n", "\n    ") + "\n")
}

// line returns text of others on one line.
func (a *Asker) line(text string) string {
	return strings.NewReplacer("\n", `\n`, "\t", " ").Replace(a.Terminal.Safe(text))
}

// input asks for one value. path is the name of the field, after the names of the fields around it.
func (a *Asker) input(ctx context.Context, in *input, path string) (json.RawMessage, error) {
	if in.kind == kindObject {
		return a.object(ctx, in, path)
	}
	a.describe(in, path)
	for {
		line, err := a.Terminal.ReadLine(ctx, a.prompt(in, path))
		if err != nil {
			return nil, err
		}
		value, err := a.value(ctx, in, line)
		if !errors.Is(err, errAgain) {
			return value, err
		}
	}
}

// object asks for the fields of an object, one after the other. A field that is not required and gets no answer is left out.
func (a *Asker) object(ctx context.Context, in *input, path string) (json.RawMessage, error) {
	if path != "" {
		a.describe(in, path)
	}
	var fields []Field
	for i := range in.fields {
		f := &in.fields[i]
		name := f.name
		if path != "" {
			name = path + "." + f.name
		}
		value, err := a.input(ctx, f, name)
		if err != nil {
			return nil, err
		}
		if value != nil {
			fields = append(fields, Field{f.name, value})
		}
	}
	return Object(fields), nil
}

// describe prints what the form asks for, if that does not fit into the prompt.
func (a *Asker) describe(in *input, path string) {
	if in.description != "" {
		name := "  "
		if path != "" {
			name = path + ": "
		}
		a.say("%s%s", name, in.description)
	}
	for i, c := range in.choices {
		a.say("  %d  %s", i+1, plain(c))
	}
}

// prompt returns the prompt of an input: the name, the expected value, and the default.
func (a *Asker) prompt(in *input, path string) string {
	var words []string
	if path != "" {
		words = append(words, a.Terminal.Strong(a.line(path)))
	}
	switch in.kind {
	case kindYesNo:
		words = append(words, "(y/n)")
	case kindChoice:
		words = append(words, fmt.Sprintf("(1-%d)", len(in.choices)))
	case kindNumber, kindInteger, kindJSON:
		words = append(words, "("+in.kind+")")
	}
	switch {
	case in.preset != nil:
		words = append(words, "["+a.line(short(plain(in.preset)))+"]")
	case path != "" && !in.required:
		words = append(words, "[none]")
	}
	if path == "" {
		return strings.Join(append(words, a.Terminal.Strong(">")), " ") + " "
	}
	return strings.Join(words, " ") + ": "
}

// value returns the value of a line for an input. If the line has no value, it prints what is wrong, and returns errAgain.
func (a *Asker) value(ctx context.Context, in *input, line string) (json.RawMessage, error) {
	if line == ":e" {
		text, err := a.edit(ctx, plain(in.preset))
		if err != nil {
			return nil, err
		}
		if text == "" {
			return nil, errAgain
		}
		if in.kind == kindText {
			return quoted(text), nil
		}
		line = text
	}
	trimmed := strings.TrimSpace(line)
	switch {
	case trimmed == "" && in.preset != nil:
		return in.preset, nil
	case trimmed == "" && !in.required && in.name != "":
		return nil, nil // the field is left out
	case trimmed == "" && in.kind != kindText, trimmed == "" && in.name == "":
		return nil, errAgain
	}
	switch in.kind {
	case kindText:
		return quoted(line), nil
	case kindYesNo:
		if yes, ok := yesNo(trimmed); ok {
			return json.RawMessage(strconv.FormatBool(yes)), nil
		}
		a.say("y or n is expected")
	case kindChoice:
		if c := chosen(in.choices, trimmed); c != nil {
			return c, nil
		}
		a.say("a number from 1 to %d is expected, or one of the values", len(in.choices))
	case kindNumber, kindInteger:
		if number(trimmed, in.kind == kindInteger) {
			return json.RawMessage(trimmed), nil
		}
		a.say("%q is not a valid %s", trimmed, in.kind)
	default:
		value, err := Typed(line)
		if err == nil {
			return value, nil
		}
		a.say("that is not valid JSON: %v", err)
	}
	return nil, errAgain
}

// confirm shows an object before it is sent, and lets the person change it as JSON.
func (a *Asker) confirm(ctx context.Context, value json.RawMessage, in *input) (json.RawMessage, error) {
	for {
		a.Terminal.Print(a.Terminal.Safe(Pretty(value)) + "\n")
		line, err := a.Terminal.ReadLine(ctx, "send it? (y = yes, n = type it again, e = editor) [y]: ")
		if err != nil {
			return nil, err
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "", "y", "yes":
			return value, nil
		case "n", "no":
			if value, err = a.object(ctx, withPresets(in, value), ""); err != nil {
				return nil, err
			}
		case "e", ":e":
			if value, err = a.editJSON(ctx, value); err != nil {
				return nil, err
			}
		}
	}
}

// editJSON lets the person change a value in an editor. If the result is not JSON, it returns the value as it was.
func (a *Asker) editJSON(ctx context.Context, value json.RawMessage) (json.RawMessage, error) {
	draft := Pretty(value)
	for {
		text, err := a.edit(ctx, draft)
		if err != nil || text == "" {
			return value, err
		}
		if json.Valid([]byte(text)) {
			return json.RawMessage(text), nil
		}
		a.say("that is not valid JSON: %v", syntaxError(text))
		draft = text
		line, err := a.Terminal.ReadLine(ctx, "open the editor again? (y/n) [y]: ")
		if err != nil {
			return nil, err
		}
		if no, ok := yesNo(strings.TrimSpace(line)); ok && !no {
			return value, nil
		}
	}
}

// withPresets returns a form whose fields have the values of an object as defaults.
func withPresets(in *input, value json.RawMessage) *input {
	out := *in
	have, _ := Fields(value)
	out.fields = make([]input, len(in.fields))
	for i, f := range in.fields {
		for _, h := range have {
			if h.Name == f.name {
				f.preset = h.Value
				if f.kind == kindObject {
					f = *withPresets(&f, h.Value)
				}
			}
		}
		out.fields[i] = f
	}
	return &out
}
