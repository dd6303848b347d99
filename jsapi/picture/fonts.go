// This file loads the font of pictures and measures texts.

package picture

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// fonts measures texts.
type fonts struct {
	mu    sync.Mutex // faces are not safe for concurrent use
	font  *opentype.Font
	faces map[float64]font.Face
}

func loadFonts() (*fonts, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("read the font: %w", err)
	}
	return &fonts{font: f, faces: map[float64]font.Face{}}, nil
}

// face returns the font in a size in pixels.
func (f *fonts) face(size float64) (font.Face, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if face := f.faces[size]; face != nil {
		return face, nil
	}
	face, err := opentype.NewFace(f.font, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err == nil {
		f.faces[size] = face
	}
	return face, err
}

// width returns the width of a text.
func (f *fonts) width(text string, size float64) float64 {
	face, err := f.face(size)
	if err != nil {
		return size * float64(len(text)) / 2
	}
	return float64(font.MeasureString(face, text)) / 64
}

// size returns the size of the lines of a node.
func (f *fonts) size(lines []string) (width, height float64) {
	for i, line := range lines {
		width = max(width, f.width(line, sizeOf(i)))
	}
	return width, float64(max(len(lines), 1) * lineHeight)
}

// sizeOf returns the font size of line i of a node.
func sizeOf(i int) float64 {
	if i > 0 {
		return smallSize
	}
	return fontSize
}
