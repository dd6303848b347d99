// This file draws the plots of docs/performance.md, as SVG.

package main

import (
	"errors"
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"strings"
)

const (
	ourColor  = "#0a7d8c"
	peerColor = "#c2410c"
	grid      = "#d4d4d4"
)

// plot draws what was measured into a folder.
func plot(dir string, r *report) error {
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "performance-history.svg"), []byte(plotHistory(r)), 0o644),
		os.WriteFile(filepath.Join(dir, "performance-ratios.svg"), []byte(plotRatios(r)), 0o644),
	)
}

// drawing is an SVG that is being written.
type drawing struct {
	strings.Builder
}

func newDrawing(width, height float64, title string) *drawing {
	d := &drawing{}
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(d, `<rect width="%g" height="%g" fill="white"/>`+"\n", width, height)
	d.text(16, 24, "start", title)
	return d
}

func (d *drawing) text(x, y float64, anchor, s string) {
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, html.EscapeString(s))
}

func (d *drawing) line(x1, y1, x2, y2 float64, color string, width float64) {
	fmt.Fprintf(d, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>`+"\n", x1, y1, x2, y2, color, width)
}

func (d *drawing) end() string {
	d.WriteString("</svg>\n")
	return d.String()
}

// axis maps values to places, by their logarithms.
type axis struct{ least, most, from, to float64 }

func (a axis) at(v float64) float64 {
	return a.from + (a.to-a.from)*math.Log(v/a.least)/math.Log(a.most/a.least)
}

// powers are the powers of ten on the axis.
func (a axis) powers() []float64 {
	var list []float64
	for v := a.least; v <= a.most*1.001; v *= 10 {
		list = append(list, v)
	}
	return list
}

// around returns an axis over whole powers of ten that has all values.
func around(values []float64, from, to float64) axis {
	a := axis{math.Inf(1), math.Inf(-1), from, to}
	for _, v := range values {
		a.least = min(a.least, math.Pow(10, math.Floor(math.Log10(v))))
		a.most = max(a.most, math.Pow(10, math.Ceil(math.Log10(v))))
	}
	if a.most == a.least {
		a.most *= 10
	}
	return a
}

// plotHistory shows turns per second by the length of the conversation.
func plotHistory(r *report) string {
	const width, height, left, right, top, bottom = 560, 320, 70, 450, 44, 280
	turns := []float64{50, 200, 800}
	rates := [2][]float64{}
	var all []float64
	for _, n := range turns {
		for _, side := range []int{ours, peer} {
			v, ok := r.median(fmt.Sprintf("history %g", n), side, rate)
			if !ok {
				v = math.NaN()
			} else {
				all = append(all, v)
			}
			rates[side] = append(rates[side], v)
		}
	}
	d := newDrawing(width, height, "Turns per second by the number of turns (two messages of 1 KB each, SQLite)")
	if len(all) == 0 {
		return d.end()
	}
	x, y := axis{turns[0], turns[len(turns)-1], left + 30, right - 30}, around(all, bottom, top)
	for _, v := range y.powers() {
		d.line(left, y.at(v), right, y.at(v), grid, 1)
		d.text(left-8, y.at(v)+4, "end", fmt.Sprintf("%g /s", v))
	}
	for _, n := range turns {
		d.text(x.at(n), bottom+20, "middle", fmt.Sprintf("%g turns", n))
	}
	for side, name := range []string{"hitlrun", "LangGraph.js"} {
		color := []string{ourColor, peerColor}[side]
		for i, v := range rates[side] {
			if math.IsNaN(v) {
				continue
			}
			if i > 0 && !math.IsNaN(rates[side][i-1]) {
				d.line(x.at(turns[i-1]), y.at(rates[side][i-1]), x.at(turns[i]), y.at(v), color, 2)
			}
			fmt.Fprintf(d, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`+"\n", x.at(turns[i]), y.at(v), color)
			d.text(x.at(turns[i]), y.at(v)-9, "middle", fmt.Sprintf("%.0f", v))
			if i == len(turns)-1 {
				d.text(right-10, y.at(v)+4, "start", name)
			}
		}
	}
	return d.end()
}

// plotRatios shows how many times better hitlrun is, with the goals as marks.
func plotRatios(r *report) string {
	const width, left, right, top, row = 720, 260, 640, 64, 22
	var rows []outcome
	values := []float64{1}
	for _, g := range goals() {
		if g.rule != faster && g.rule != part {
			continue
		}
		if o, ok := g.evaluate(r); ok && o.ratio > 0 {
			rows = append(rows, o)
			values = append(values, o.ratio, o.bound)
		}
	}
	bottom := top + row*float64(len(rows))
	d := newDrawing(width, bottom+16, "How many times faster or smaller than LangGraph.js; the marks are the goals")
	x := around(values, left, right)
	for _, v := range x.powers() {
		d.line(x.at(v), top-8, x.at(v), bottom, grid, 1)
		d.text(x.at(v), top-12, "middle", fmt.Sprintf("%gx", v))
	}
	for i, o := range rows {
		y := top + row*float64(i)
		from, to := min(x.at(1), x.at(o.ratio)), max(x.at(1), x.at(o.ratio))
		color := ourColor
		if !o.met {
			color = peerColor
		}
		d.text(left-10, y+14, "end", o.scenario+", "+words(o.figure))
		fmt.Fprintf(d, `<rect x="%.1f" y="%.1f" width="%.1f" height="14" fill="%s"/>`+"\n", from, y+3, to-from, color)
		d.line(x.at(o.bound), y, x.at(o.bound), y+20, "black", 2)
		d.text(max(to, x.at(o.bound))+6, y+14, "start", fmt.Sprintf("%.*fx", decimals(o.ratio), o.ratio))
	}
	return d.end()
}
