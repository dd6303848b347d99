package inspect

// This file arranges entries between braces: on one line, in columns, or one entry on each line.

import (
	"math"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// join puts the entries of an object at the given level between its braces. o is the object, by which
// columns of numbers are recognised; it may be nil.
func (j *job) join(output []string, s shape, level int, o *goja.Object) string {
	j.reserve(output, s)
	if j.compact == CompactAll {
		return j.joinCompact(output, s)
	}
	base := s.base
	if base != "" {
		base += " "
	}
	if j.compact >= 1 {
		entries := len(output)
		const columnsFrom = 7
		if s.list && entries >= columnsFrom {
			if output = j.columns(output, o); len(output) < entries {
				j.reserve(output, s)
			}
		}
		if j.level-level < j.compact && entries == len(output) {
			start := len(output) + j.indent + units(s.open) + units(s.base) + 10
			if j.fits(output, start, s.base) && !anyContains(output, '\n') {
				return base + s.open + " " + strings.Join(output, ", ") + " " + s.close
			}
		}
	}
	indent := "\n" + strings.Repeat(" ", j.indent)
	return base + s.open + indent + "  " + strings.Join(output, ","+indent+"  ") + indent + s.close
}

// reserve requests the memory for the text that join makes of these entries.
func (j *job) reserve(output []string, s shape) {
	length := len(s.open) + len(s.base)
	for _, s := range output {
		length += len(s)
	}
	guard.Need(j.p.vm, 2*length+len(output)*(j.indent+4))
}

// joinCompact is join for `compact: true`.
func (j *job) joinCompact(output []string, s shape) string {
	base := s.base
	if base != "" {
		base = " " + base
	}
	if j.fits(output, 0, s.base) {
		return s.open + base + " " + strings.Join(output, ", ") + " " + s.close
	}
	indent := "\n" + strings.Repeat(" ", j.indent)
	gap := " "
	if base != "" || len(s.open) != 1 {
		gap = base + indent + "  "
	}
	return s.open + gap + strings.Join(output, ","+indent+"  ") + " " + s.close
}

// fits reports whether the entries and a separator each stay within BreakLength.
func (j *job) fits(output []string, start int, base string) bool {
	total := len(output) + start
	if total+len(output) > j.breakLength {
		return false
	}
	for _, s := range output {
		j.p.read(len(s))
		if j.coloured() {
			s = j.p.stripCodes(s)
		}
		const bytesPerUnit = 3 // at most
		if total+len(s)/bytesPerUnit > j.breakLength {
			return false
		}
		if total += units(s); total > j.breakLength {
			return false
		}
	}
	return !strings.Contains(base, "\n")
}

// columns arranges the entries of a list in lines of equally wide columns, if they are alike enough.
func (j *job) columns(output []string, o *goja.Object) []string {
	const (
		separator  = 2   // ", "
		heightBias = 2.5 // the ratio of the height of a character to its width, approximately
		maxColumns = 15
	)
	n := len(output)
	if j.maxArray < n { // the last is "... more items"
		n--
	}
	guard.Need(j.p.vm, 8*n)
	widths := make([]int, n)
	total, widest := 0, 0
	for i := range n {
		j.p.read(len(output[i]) + perStep)
		widths[i] = j.width(output[i])
		total += widths[i] + separator
		widest = max(widest, widths[i])
	}
	cell := widest + separator
	if cell*3+j.indent >= j.breakLength || float64(total)/float64(cell) <= 5 && widest > 6 {
		return output
	}
	bias := math.Sqrt(float64(cell) - float64(total)/float64(len(output)))
	biased := math.Max(float64(cell)-3-bias, 1)
	count := int(min(
		math.Floor(math.Sqrt(heightBias*biased*float64(n))/biased+0.5),
		math.Floor(float64(j.breakLength-j.indent)/float64(cell)),
		float64(j.compact)*4,
		maxColumns,
	))
	if count <= 1 {
		return output
	}
	columnWidths := make([]int, count)
	for i, w := range widths {
		columnWidths[i%count] = max(columnWidths[i%count], w+separator)
	}
	numbers := j.numbers(o, len(output))
	lines := make([]string, 0, n/count+2)
	for i := 0; i < n; i += count {
		lines = append(lines, j.row(output[i:min(i+count, n)], widths[i:], columnWidths, numbers))
	}
	if n < len(output) {
		lines = append(lines, output[n])
	}
	return lines
}

// row makes one line of columns. Numbers are aligned to the right, other entries to the left.
func (j *job) row(cells []string, widths, columns []int, numbers bool) string {
	const separator = ", "
	pad := func(i int) int { return max(columns[i]-widths[i]-len(separator), 0) }
	size := 0
	for i, s := range cells {
		size += len(s) + pad(i) + len(separator)
	}
	j.p.took(size + perEntry)
	var b strings.Builder
	b.Grow(size)
	spaces := func(n int) {
		for range n {
			b.WriteByte(' ')
		}
	}
	for i, s := range cells {
		if numbers {
			spaces(pad(i))
		}
		b.WriteString(s)
		if i == len(cells)-1 {
			break
		}
		b.WriteString(separator)
		if !numbers {
			spaces(pad(i))
		}
	}
	return b.String()
}

// numbers reports whether the first n elements of o are all numbers.
func (j *job) numbers(o *goja.Object, n int) bool {
	for i := range n {
		j.p.step()
		if o != nil && !j.p.isNumberAt(o, i) {
			return false
		}
	}
	return true
}

func anyContains(list []string, c byte) bool {
	for _, s := range list {
		if strings.IndexByte(s, c) >= 0 {
			return true
		}
	}
	return false
}
