// This file draws PNG.

package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas is an image that is drawn with filled shapes.
type canvas struct {
	img   *image.RGBA
	scale float64
	fonts *fonts
}

func (l *layout) png(scale float64) ([]byte, error) {
	width, height := math.Ceil(l.Width*scale), math.Ceil(l.Height*scale)
	if width*height > maxPixels {
		return nil, fmt.Errorf("%w as PNG: it would have %.0f by %.0f pixels; SVG has no bound", ErrTooLarge, width, height)
	}
	c := &canvas{image.NewRGBA(image.Rect(0, 0, int(width), int(height))), scale, l.fonts}
	draw.Draw(c.img, c.img.Bounds(), image.White, image.Point{}, draw.Src)
	for i, group := range l.Groups {
		path := l.groups[i]
		c.rect(&group, look{colorGroup, colorFrame, 1, 4})
		c.text(group.X-group.Width/2+8, group.Y-group.Height/2+smallSize+5, smallSize, false, path[len(path)-1])
	}
	for i := range l.Edges {
		c.arrow(&l.g.Edges[i], &l.Edges[i])
	}
	for i, place := range l.Nodes {
		n := &l.g.Nodes[i]
		c.rect(&place, lookOf(n, place.Height))
		for j, line := range n.Lines {
			c.text(place.X, baseline(&place, len(n.Lines), j), sizeOf(j), true, line)
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, c.img)
	return b.Bytes(), err
}

// fill fills a shape. Its corners are in points.
func (c *canvas) fill(shape []point, paint color.Color) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range shape {
		x0, y0, x1, y1 = min(x0, p.X), min(y0, p.Y), max(x1, p.X), max(y1, p.Y)
	}
	at := image.Rect(int(math.Floor(x0*c.scale)), int(math.Floor(y0*c.scale)), int(math.Ceil(x1*c.scale)), int(math.Ceil(y1*c.scale)))
	if at.Empty() {
		return
	}
	r := vector.NewRasterizer(at.Dx(), at.Dy())
	for i, p := range shape {
		x, y := float32(p.X*c.scale-float64(at.Min.X)), float32(p.Y*c.scale-float64(at.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(c.img, at, image.NewUniform(paint), image.Point{})
}

// rect draws a rectangle with round corners: first the border, and then the inside over it.
func (c *canvas) rect(b *box, how look) {
	c.fill(rounded(b, how.width/2, how.radius), hex(how.border))
	c.fill(rounded(b, -how.width/2, how.radius), hex(how.fill))
}

// rounded returns the outline of a box with round corners that is larger than b by more on each side.
func rounded(b *box, more, radius float64) []point {
	w, h := b.Width/2+more, b.Height/2+more
	r := max(0, min(radius+more, w, h))
	var shape []point
	for corner, middle := range []point{{b.X + w - r, b.Y + h - r}, {b.X - w + r, b.Y + h - r}, {b.X - w + r, b.Y - h + r}, {b.X + w - r, b.Y - h + r}} {
		const steps = 8
		for s := range steps + 1 {
			angle := (float64(corner) + float64(s)/steps) * math.Pi / 2
			shape = append(shape, point{middle.X + r*math.Cos(angle), middle.Y + r*math.Sin(angle)})
		}
	}
	return shape
}

// dashes is the position of a line in the pattern of dashes and gaps.
type dashes struct {
	done float64
	on   bool
}

// next returns the length of the part of a piece that is in the current dash or gap, and whether it is a dash.
func (d *dashes) next(piece float64) (length float64, on bool) {
	part, on := 3.0, d.on
	if on {
		part = 4
	}
	length = min(piece, part-d.done)
	if d.done += length; d.done >= part-1e-6 {
		d.done, d.on = 0, !d.on
	}
	return length, on
}

func (c *canvas) arrow(e *Edge, a *arrow) {
	way := curve(a.Points)
	if len(way) < 2 {
		return
	}
	d := dashes{on: true}
	for i := 1; i < len(way); i++ {
		length := math.Hypot(way[i].X-way[i-1].X, way[i].Y-way[i-1].Y)
		for at := 0.0; at < length; {
			piece, on := length-at, true
			if e.Dashed {
				piece, on = d.next(piece)
			}
			if on {
				c.stroke(way[i-1], way[i], at/length, (at+piece)/length)
			}
			at += piece
		}
	}
	head := arrowHead(way)
	c.fill(head[:], hex(colorLine))
	if e.Label != "" {
		width := c.fonts.width(e.Label, smallSize) + 6
		c.fill(rounded(&box{X: a.X, Y: a.Y, Width: width, Height: lineHeight}, 0, 0), color.NRGBA{255, 255, 255, 217})
		c.text(a.X, a.Y+smallSize*0.36, smallSize, true, e.Label)
	}
}

// stroke draws the part of a line between the fractions begin and end of its length.
func (c *canvas) stroke(from, to point, begin, end float64) {
	const half = 0.65
	dx, dy := to.X-from.X, to.Y-from.Y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	nx, ny := -dy/length*half, dx/length*half
	a, b := point{from.X + dx*begin, from.Y + dy*begin}, point{from.X + dx*end, from.Y + dy*end}
	c.fill([]point{{a.X + nx, a.Y + ny}, {b.X + nx, b.Y + ny}, {b.X - nx, b.Y - ny}, {a.X - nx, a.Y - ny}}, hex(colorLine))
}

// text writes a line of text. x is its middle if middle is set, else its start.
func (c *canvas) text(x, y, size float64, middle bool, text string) {
	face, err := c.fonts.face(size * c.scale)
	if err != nil {
		return // cannot happen, since the font was loaded for the layout
	}
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(hex(colorLine)), Face: face}
	at := x * c.scale
	if middle {
		at -= float64(d.MeasureString(text)) / 64 / 2
	}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(at * 64), Y: fixed.Int26_6(y * c.scale * 64)}
	d.DrawString(text)
}

// hex reads a colour of the form #rrggbb.
func hex(text string) color.Color {
	n, _ := strconv.ParseUint(text[1:], 16, 32)                      // one of ours
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255} //nolint:gosec // three bytes
}
