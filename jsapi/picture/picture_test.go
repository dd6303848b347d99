// This file tests the positions of the parts of a picture, and that they do not overlap.

package picture_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/picture"
)

func sample() *picture.Graph {
	return &picture.Graph{
		Nodes: []picture.Node{
			{ID: "__start__", Lines: []string{"start"}, Round: true}, {ID: "draft", Lines: []string{"draft"}},
			{ID: "ask", Lines: []string{"ask", "waits"}, Marked: true, Groups: []string{"review"}},
			{ID: "deep", Lines: []string{"<deep> & \"x\"\x1b[2J"}, Groups: []string{"review", "inner"}}, {ID: "__end__", Lines: []string{"end"}, Round: true},
		},
		Edges: []picture.Edge{
			{From: "__start__", To: "draft"}, {From: "draft", To: "ask"}, {From: "ask", To: "deep", Dashed: true, Label: "why?"},
			{From: "ask", To: "draft", Dashed: true}, {From: "deep", To: "deep"}, {From: "deep", To: "__end__"},
		},
	}
}

var rect = regexp.MustCompile(`<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="[\d.]+" fill="(#\w+)"`)

func TestSVG(t *testing.T) {
	t.Parallel()
	svg, err := sample().SVG(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); err != nil {
			if err.Error() != "EOF" {
				t.Fatalf("%v\n%s", err, svg)
			}
			break
		}
	}
	for _, want := range []string{">draft</text>", ">waits</text>", ">why?</text>", ">review</text>", ">inner</text>", "&lt;deep&gt; &amp; &quot;x&quot;[2J</text>", "stroke-dasharray"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("%s is not there:\n%s", want, svg)
		}
	}
	var nodes [][4]float64
	for _, m := range rect.FindAllSubmatch(svg, -1) {
		if string(m[5]) == "#fbfbfb" {
			continue // a frame
		}
		var b [4]float64
		for i := range b {
			b[i], _ = strconv.ParseFloat(string(m[i+1]), 64)
		}
		for _, o := range nodes {
			if b[0] < o[0]+o[2] && o[0] < b[0]+b[2] && b[1] < o[1]+o[3] && o[1] < b[1]+b[3] {
				t.Errorf("two nodes overlap: %v %v", b, o)
			}
		}
		nodes = append(nodes, b)
	}
	if len(nodes) != 5 {
		t.Errorf("%d nodes, want 5", len(nodes))
	}
	again, err := sample().SVG(t.Context())
	if err != nil || !bytes.Equal(svg, again) {
		t.Errorf("the same graph gives another picture (%v)", err)
	}
}

func TestPNG(t *testing.T) {
	t.Parallel()
	data, err := sample().PNG(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			count[fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)]++
		}
	}
	// White, the fill of a node, of the ends, of the marked one with its border, and lines and letters.
	for _, color := range []string{"#ffffff", "#f2f0ff", "#bfb6fc", "#ffe3b3", "#d9730d", "#333333"} {
		if count[color] < 100 {
			t.Errorf("%d pixels are %s", count[color], color)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	g := &picture.Graph{Nodes: make([]picture.Node, picture.MaxNodes+1)}
	if _, err := g.SVG(t.Context()); !errors.Is(err, picture.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	g = &picture.Graph{Nodes: []picture.Node{{ID: "a"}}, Edges: []picture.Edge{{From: "a", To: "b"}}}
	if _, err := g.SVG(t.Context()); err == nil || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("got %v", err)
	}
	g = &picture.Graph{Nodes: []picture.Node{{ID: "a"}, {ID: "a"}}}
	if _, err := g.SVG(t.Context()); err == nil {
		t.Error("two nodes with one id are drawn")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := sample().SVG(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := sample().PNG(t.Context(), math.MaxInt16); !errors.Is(err, picture.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	if svg, err := (&picture.Graph{}).SVG(t.Context()); err != nil || !bytes.Contains(svg, []byte("<svg")) {
		t.Errorf("an empty graph: %v", err)
	}
}
