package inspect

// This file counts what printing takes: the memory of texts, and the work of loops. A script chooses how long both are.

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

const (
	countedPart = 1 << 16 // bytes that are counted before the memory is reserved, or an interrupt is heard
	perEntry    = 64      // bytes of an entry of a list, besides its text
	perStep     = 64      // the work of a step of a loop, in bytes that could be read in the same time
)

// took counts bytes that were allocated, or are allocated next. It reserves the memory in parts, and panics if there is
// none or if the script was stopped.
func (p *Printer) took(bytes int) {
	if p.taken += bytes; p.taken >= countedPart {
		bytes, p.taken = p.taken, 0
		guard.Need(p.vm, bytes)
	}
}

// read counts bytes that are read. It panics from time to time if the script was stopped.
func (p *Printer) read(bytes int) {
	if p.work += bytes; p.work >= countedPart {
		p.work = 0
		guard.Hear(p.vm)
	}
}

// step counts a step of a loop, as read does.
func (p *Printer) step() { p.read(perStep) }

// add adds an entry to the entries of an object, and counts its text.
func (j *job) add(entries []string, text string) []string {
	j.p.took(len(text) + perEntry)
	return append(entries, text)
}

// lines splits a text into its lines.
func (p *Printer) lines(s string) []string {
	const perLine = 16
	p.took(perLine * (strings.Count(s, "\n") + 1))
	return strings.Split(s, "\n")
}

// textOf returns String(v). It reserves memory for the texts that the result becomes a part of.
func (p *Printer) textOf(v goja.Value) string {
	switch v := v.(type) {
	case nil:
		return "undefined"
	case *goja.Symbol:
		return symbolText(v)
	}
	if goja.IsBigInt(v) {
		return p.digits(v)
	}
	s := guard.Text(p.vm, v)
	guard.Need(p.vm, 2*len(s))
	return s
}

func symbolText(sym *goja.Symbol) string {
	return "Symbol(" + sym.String() + ")"
}
