// This file has `hitlrun graph`.

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

// graphDocument is the result of graph as JSON.
type graphDocument struct {
	Mermaid string `json:"mermaid,omitempty"`
	SVG     string `json:"svg,omitempty"`
	PNG     []byte `json:"png,omitempty"` // base64
	File    string `json:"file,omitempty"`
}

// The values of --format.
const (
	formatMermaid = "mermaid"
	formatSVG     = "svg"
	formatPNG     = "png"
)

// graphFlags are the flags of graph.
type graphFlags struct {
	loading
	store               storeFlags
	graph, format, file string
	levels              int
	history             bool
}

func graphCommand() *command {
	c := &command{
		name: "graph", args: "[FILE] [flags]", output: &outputFlags{},
		summary: "draw a script's graph, where a thread waits in it, or the history of a thread",
		about: `Draws the graph that the script exports, in Mermaid's language, as SVG or as PNG. The
code of the module runs for that; what it prints goes to stderr. FILE may name the
export, as flow.ts:graph, or be a langgraph.json or a folder that contains one. With
--thread the graph of that thread is drawn, and the nodes at which it waits are marked.
With --thread and --history the checkpoints of the thread are drawn: their order, their
branches, and the nodes that ran. The layout of a picture may take 30s, or --max-time;
Mermaid's language needs none.`,
		examples: []string{
			"hitlrun graph flow.ts > flow.mmd",
			"hitlrun graph flows.ts --graph review --xray --out review.svg",
			"hitlrun graph --thread order-17 --history --format svg > history.svg",
		},
	}
	f := &graphFlags{}
	own := newFlags()
	own.StringVar(&f.graph, "graph", "", graphUsage)
	own.IntVar(&f.levels, "xray", 0, "draw the inside of subgraphs, `N` levels deep (all levels without N)")
	own.Lookup("xray").NoOptDefVal = "-1"
	own.Var(choiceValue{&f.format, []string{formatMermaid, formatSVG, formatPNG}}, "format", "draw a picture of this `KIND`: mermaid, svg or png (default: by the ending of --out, or mermaid)")
	own.StringVar(&f.file, "out", "", "write the picture to `FILE`")
	own.BoolVar(&f.history, "history", false, "draw the checkpoints of the thread")
	store := f.store.group("the `ID` of a thread, whose graph or history is drawn")
	f.loading.key = &f.store.key
	f.loading.add(own)
	c.groups = append([]flagGroup{{"Graph", own}, store}, append(f.loading.groups(), c.output.group())...)
	c.run = func(ctx context.Context, a *app, args []string) error {
		if err := f.check(c, a, args); err != nil {
			return err
		}
		var d *drawing
		var err error
		switch {
		case f.history:
			d, err = f.historyOf(ctx, a, c)
		case f.store.flags.Changed("thread"):
			d, err = f.threadOf(ctx, a, c)
		default:
			d, err = f.scriptOf(ctx, a, args[0])
		}
		if err != nil {
			return err
		}
		return f.draw(ctx, a, d)
	}
	return c
}

// check refuses flags that make no sense together, and chooses the format.
func (f *graphFlags) check(c *command, a *app, args []string) error {
	ofThread := f.store.flags.Changed("thread")
	if f.history && !ofThread {
		return c.usage("--history needs a thread: --thread ID is missing")
	}
	if _, err := c.file(args); err != nil && (!ofThread || len(args) > 0) {
		return err
	}
	if f.format == "" {
		switch end := strings.TrimPrefix(filepath.Ext(f.file), "."); end {
		case formatSVG, formatPNG:
			f.format = end
		case "", "mmd", "mermaid", "md", "txt":
			f.format = formatMermaid
		default:
			return c.usage("--out %s: .%s is not the ending of a picture; use .svg, .png or .mmd, or give --format", f.file, end)
		}
	}
	switch {
	case ofThread && len(args) > 0:
		return c.usage("FILE and --thread name two graphs; give one of them")
	case f.format == formatPNG && f.file == "" && a.sys.stdoutTTY && !a.json:
		return c.usage("a terminal cannot show a PNG: write it to a file with --out FILE")
	}
	return nil
}

// drawing is a picture that can be drawn in each format.
type drawing struct {
	mermaid func() (string, error)
	picture func() (*hitlrun.Picture, error)
}

// scriptOf is the graph of a script.
func (f *graphFlags) scriptOf(ctx context.Context, a *app, file string) (*drawing, error) {
	file, name, err := hitlrun.Locate(file, f.graph)
	if err != nil {
		return nil, err
	}
	script, err := f.loading.load(ctx, a, file)
	if err != nil {
		return nil, err
	}
	return f.graphOf(ctx, script, name, nil), nil
}

// threadOf returns the graph of a thread, with marks at the nodes that wait or failed.
func (f *graphFlags) threadOf(ctx context.Context, a *app, c *command) (*drawing, error) {
	id, err := f.store.id(c)
	if err != nil {
		return nil, err
	}
	o, err := f.loading.options(ctx, a)
	if err != nil {
		return nil, err
	}
	s, err := a.store(&f.store, hitlrun.Options{ReadOnly: true, Script: o, UseGrants: true}, false)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, s.CloseAtExit)
	res, err := s.State(ctx, id)
	if err != nil {
		return nil, err
	}
	script, name, err := s.ThreadScript(ctx, id)
	if err != nil {
		return nil, err
	}
	return f.graphOf(ctx, script, name, standing(res)), nil
}

// standing returns the next nodes of a thread, each with what the thread does there: it asks, stops, failed, was lost or comes next.
func standing(res *hitlrun.Result) map[string]string {
	marks := map[string]string{}
	what := map[hitlrun.Status]string{hitlrun.StatusInterrupted: "stops here", hitlrun.StatusRunning: "comes next", hitlrun.StatusError: "failed here"}[res.Status]
	if res.Lost {
		what = "was lost here"
	}
	for _, node := range res.Next {
		marks[node] = what
	}
	for _, in := range res.Interrupts {
		marks[in.Node] = "asks here"
		if len(res.Next) == 1 {
			marks[res.Next[0]] = "asks here"
		}
	}
	return marks
}

func (f *graphFlags) graphOf(ctx context.Context, script *hitlrun.Script, name string, marks map[string]string) *drawing {
	return &drawing{
		func() (string, error) {
			text, err := script.Mermaid(ctx, name, f.levels)
			if err == nil && len(marks) > 0 {
				text = markMermaid(text, marks)
			}
			return text, err
		},
		func() (*hitlrun.Picture, error) {
			data, err := script.Picture(ctx, name, f.levels)
			if err != nil {
				return nil, err
			}
			return pictureOf(data, marks)
		},
	}
}

// historyOf is the history of a thread.
func (f *graphFlags) historyOf(ctx context.Context, a *app, c *command) (*drawing, error) {
	id, err := f.store.id(c)
	if err != nil {
		return nil, err
	}
	s, err := a.store(&f.store, hitlrun.Options{ReadOnly: true}, false)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, s.CloseAtExit)
	list, err := s.History(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	res, err := s.State(ctx, id)
	if err != nil {
		return nil, err
	}
	slices.Reverse(list)
	p := historyPicture(a, list, res)
	return &drawing{func() (string, error) { return mermaidOf(p), nil }, func() (*hitlrun.Picture, error) { return p, nil }}, nil
}

// pixels is the number of pixels for a point in a PNG.
const pixels = 2

// drawTime is how long the layout of a picture may take if --max-time says nothing else. Some graphs of 400 nodes would take minutes
// and gigabytes.
const drawTime = 30 * time.Second

// bounded returns ctx with the time that the layout of a picture may take.
func (f *graphFlags) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := f.loading.limits.limits.Wall
	switch {
	case limit < 0:
		return context.WithCancel(ctx)
	case limit == 0:
		limit = drawTime
	}
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("the graph is too large: its layout takes longer than %s; draw it with --format mermaid, or give it more time with --max-time", limit))
}

// draw prints or writes a picture.
func (f *graphFlags) draw(ctx context.Context, a *app, d *drawing) error {
	doc, data := graphDocument{File: f.file}, []byte(nil)
	if f.format == formatMermaid {
		text, err := d.mermaid()
		if err != nil {
			return err
		}
		doc.Mermaid, data = text, []byte(safe(strings.TrimRight(text, "\n"))+"\n")
	} else {
		p, err := d.picture()
		if err != nil {
			return err
		}
		ctx, stop := f.bounded(ctx)
		defer stop()
		if f.format == formatPNG {
			data, err = p.PNG(ctx, pixels)
			doc.PNG = data
		} else {
			data, err = p.SVG(ctx)
			doc.SVG = string(data)
		}
		if err != nil {
			return err
		}
	}
	if f.file != "" {
		if err := os.WriteFile(f.file, data, 0o666); err != nil {
			return fmt.Errorf("write %s: %w", f.file, plainPathError(err))
		}
		doc.Mermaid, doc.SVG, doc.PNG = "", "", nil
	}
	switch {
	case a.json:
		return a.printJSON(doc)
	case f.file == "":
		_, _ = a.stdout.Write(data)
	default:
		io.WriteString(a.stdout, safeLine(f.file)+"\n")
	}
	return nil
}
