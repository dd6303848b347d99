// This file draws SVG.

package picture

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode"
)

// The colours of a picture.
const (
	colorLine   = "#333333"
	colorFill   = "#f2f0ff"
	colorBorder = "#9370db"
	colorEnd    = "#bfb6fc"
	colorMark   = "#ffe3b3"
	colorMarked = "#d9730d"
	colorGroup  = "#fbfbfb"
	colorFrame  = "#bbbbbb"
)

// look is the style of a node.
type look struct {
	fill, border  string
	width, radius float64
}

func lookOf(n *Node, height float64) look {
	l := look{colorFill, colorBorder, 1, 5}
	if n.Round {
		l.fill, l.radius = colorEnd, height/2
	}
	if n.Marked {
		l.fill, l.border, l.width = colorMark, colorMarked, 3
	}
	return l
}

func (l *layout) svg() []byte {
	var b bytes.Buffer
	width, height := math.Ceil(l.Width), math.Ceil(l.Height)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" font-family="Go, Verdana, Arial, sans-serif" font-size="%d">`+"\n", width, height, width, height, fontSize)
	b.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	for i, group := range l.Groups {
		path := l.groups[i]
		x, y := group.X-group.Width/2, group.Y-group.Height/2
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="4" fill="%s" stroke="%s"/>`+"\n", x, y, group.Width, group.Height, colorGroup, colorFrame)
		l.svgText(&b, x+8, y+smallSize+5, smallSize, "start", path[len(path)-1])
	}
	for i, e := range l.Edges {
		l.svgArrow(&b, &l.g.Edges[i], &e)
	}
	for i, place := range l.Nodes {
		n := &l.g.Nodes[i]
		at := lookOf(n, place.Height)
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%g" fill="%s" stroke="%s" stroke-width="%g"/>`+"\n",
			place.X-place.Width/2, place.Y-place.Height/2, place.Width, place.Height, at.radius, at.fill, at.border, at.width)
		for j, line := range n.Lines {
			l.svgText(&b, place.X, baseline(&place, len(n.Lines), j), sizeOf(j), "middle", line)
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// baseline returns the y position of a line of text of a node.
func baseline(place *box, lines, line int) float64 {
	return place.Y - float64(lines*lineHeight)/2 + float64(line)*lineHeight + lineHeight*0.73
}

func (l *layout) svgArrow(b *bytes.Buffer, e *Edge, a *arrow) {
	way := curve(a.Points)
	if len(way) < 2 {
		return
	}
	b.WriteString(`<path d="`)
	for i, p := range way {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(b, "%s%.1f %.1f", command, p.X, p.Y)
	}
	dash := ""
	if e.Dashed {
		dash = ` stroke-dasharray="4 3"`
	}
	fmt.Fprintf(b, `" fill="none" stroke="%s" stroke-width="1.3"%s/>`+"\n", colorLine, dash)
	head := arrowHead(way)
	fmt.Fprintf(b, `<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s"/>`+"\n", head[0].X, head[0].Y, head[1].X, head[1].Y, head[2].X, head[2].Y, colorLine)
	if e.Label != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="#ffffff" fill-opacity="0.85"/>`+"\n",
			a.X-l.fonts.width(e.Label, smallSize)/2-3, a.Y-lineHeight/2, l.fonts.width(e.Label, smallSize)+6, lineHeight)
		l.svgText(b, a.X, a.Y+smallSize*0.36, smallSize, "middle", e.Label)
	}
}

// arrowHead returns the corners of the arrow head at the end of a path.
func arrowHead(way []point) [3]point {
	const long, half = 9, 4
	tip, from := way[len(way)-1], way[len(way)-2]
	dx, dy := tip.X-from.X, tip.Y-from.Y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return [3]point{tip, tip, tip}
	}
	dx, dy = dx/length, dy/length
	foot := point{tip.X - dx*long, tip.Y - dy*long}
	return [3]point{tip, {foot.X - dy*half, foot.Y + dx*half}, {foot.X + dy*half, foot.Y - dx*half}}
}

func (l *layout) svgText(b *bytes.Buffer, x, y, size float64, anchor, text string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-size="%g" text-anchor="%s" fill="%s">%s</text>`+"\n", x, y, size, anchor, colorLine, escape(text))
}

// escape escapes text for XML. It removes characters that XML does not allow.
func escape(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
