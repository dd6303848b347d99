// This file computes the positions of nodes, frames and arrows.

package picture

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

//go:embed dagre.min.js
var dagreSource string

//go:embed layout.js
var layoutSource string

// program returns the compiled dagre. It is compiled once.
var program = sync.OnceValues(func() (*goja.Program, error) { return goja.Compile("dagre.js", dagreSource, false) })

// layout is a graph with positions. The position of a box is its middle.
type layout struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Nodes  []box   `json:"nodes"`
	Groups []box   `json:"groups"`
	Edges  []arrow `json:"edges"`

	g      *Graph
	groups [][]string
	fonts  *fonts
}

type box struct {
	ID     string  `json:"id"`
	Parent string  `json:"parent,omitempty"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

type arrow struct {
	From   string  `json:"from,omitempty"`
	To     string  `json:"to,omitempty"`
	Width  float64 `json:"width,omitempty"`
	Height float64 `json:"height,omitempty"`
	Points []point `json:"points,omitempty"`
	X      float64 `json:"x"` // the middle of the label
	Y      float64 `json:"y"`
}

type point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Sizes in points.
const (
	fontSize   = 14
	smallSize  = 11
	lineHeight = 17
	padX, padY = 14, 9
	nodeSize   = "n" // the prefix of the ids of nodes in the layout
)

// lay computes the layout of g.
func (g *Graph) lay(ctx context.Context) (*layout, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	in := layout{Nodes: []box{}, Groups: []box{}, Edges: []arrow{}}
	groups := g.groups()
	for _, path := range groups {
		in.Groups = append(in.Groups, box{ID: groupID(path), Parent: groupID(path[:len(path)-1])})
	}
	for _, n := range g.Nodes {
		width, height := f.size(n.Lines)
		in.Nodes = append(in.Nodes, box{ID: nodeSize + n.ID, Parent: groupID(n.Groups), Width: width + 2*padX, Height: height + 2*padY})
	}
	for _, e := range g.Edges {
		a := arrow{From: nodeSize + e.From, To: nodeSize + e.To}
		if e.Label != "" {
			a.Width, a.Height = f.width(e.Label, smallSize)+8, lineHeight
		}
		in.Edges = append(in.Edges, a)
	}
	out := &layout{g: g, groups: groups, fonts: f}
	return out, out.compute(ctx, &in)
}

// compute runs dagre on in, and stores the result in l.
func (l *layout) compute(ctx context.Context, in *layout) error {
	data, err := json.Marshal(in)
	if err != nil {
		return err
	}
	vm := goja.New()
	defer context.AfterFunc(ctx, func() { vm.Interrupt(context.Cause(ctx)) })()
	dagre, err := program()
	if err == nil {
		_, err = vm.RunProgram(dagre)
	}
	var lay goja.Value
	if err == nil {
		lay, err = vm.RunString(layoutSource)
	}
	var places goja.Value
	if call, ok := goja.AssertFunction(lay); err == nil && ok {
		places, err = call(goja.Undefined(), vm.ToValue(string(data)))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == nil {
		err = json.Unmarshal([]byte(places.String()), l)
	}
	if err != nil {
		return fmt.Errorf("lay the graph out: %w", err)
	}
	return nil
}

// curve returns the path of an arrow as a polyline with rounded bends.
func curve(points []point) []point {
	if len(points) < 3 {
		return points
	}
	middle := func(a, b point) point { return point{(a.X + b.X) / 2, (a.Y + b.Y) / 2} }
	way := []point{points[0]}
	from := points[0]
	for i := 1; i < len(points)-1; i++ {
		to := middle(points[i], points[i+1])
		if i == len(points)-2 {
			to = points[i+1]
		}
		const steps = 8
		for s := 1; s <= steps; s++ {
			t := float64(s) / steps
			a, b := (1-t)*(1-t), 2*t*(1-t)
			way = append(way, point{a*from.X + b*points[i].X + t*t*to.X, a*from.Y + b*points[i].Y + t*t*to.Y})
		}
		from = to
	}
	return way
}
