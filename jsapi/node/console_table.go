// This file has console.table.

package node

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// consoleTable is a table of console.table. A row has values by column name.
type consoleTable struct {
	process *Process
	options inspect.Options // of the values
	index   string          // the name of the first column
	columns []string
	named   map[string]bool // the elements of columns
	rows    []map[string]string
	values  bool // whether some rows are not objects; their values are in the last column
}

const valuesColumn = "Values"

// table prints an object of rows as a table, and any other value as log does. A second argument names the
// columns.
func (c *console) table(call goja.FunctionCall) {
	if rows, ok := call.Argument(0).(*goja.Object); ok {
		c.print(1, c.process.table(rows, call.Argument(1), inspect.Options{Colors: c.process.o.Colors}))
	} else {
		c.print(1, c.format(call.Arguments))
	}
}

// table returns the table of an object of rows.
func (process *Process) table(rows *goja.Object, columns goja.Value, o inspect.Options) string {
	t := &consoleTable{process: process, options: o, index: "(index)", named: map[string]bool{}}
	var only []string
	if list, ok := columns.(*goja.Object); ok {
		only = []string{}
		seen := map[string]bool{}
		for _, name := range process.values.Strings(list) {
			if !seen[name] {
				seen[name] = true
				only = append(only, name)
			}
		}
	}
	switch value.Class(rows) {
	case "Map", "Set":
		t.readEntries(rows)
	default:
		for _, key := range guard.Keys(rows) {
			t.add(key, rows.Get(key), only)
		}
		t.sortColumns()
	}
	return t.text()
}

// sortColumns moves the columns whose names are indices to the start, where they are among the properties of an object.
func (t *consoleTable) sortColumns() {
	index := func(name string) float64 {
		n, err := strconv.ParseUint(name, 10, 32)
		if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != name {
			return math.Inf(1)
		}
		return float64(n)
	}
	slices.SortStableFunc(t.columns, func(a, b string) int { return cmp.Compare(index(a), index(b)) })
}

// readEntries reads the entries of a Map or a Set. Their rows are numbered.
func (t *consoleTable) readEntries(rows *goja.Object) {
	t.index = "(iteration index)"
	isMap := value.Class(rows) == "Map"
	if isMap {
		t.columns = []string{"Key"}
	}
	t.values = true
	guard.ForOf(t.process.rt, rows, func(v goja.Value) bool {
		row := map[string]string{t.index: t.cell(t.process.rt.ToValue(len(t.rows)))}
		if entry, ok := v.(*goja.Object); ok && isMap {
			row["Key"] = t.cell(entry.Get("0"))
			v = entry.Get("1")
		}
		row[valuesColumn] = t.cell(v)
		t.rows = append(t.rows, row)
		return true
	})
}

func (t *consoleTable) addColumn(name string) {
	t.named[name] = true
	t.columns = append(t.columns, name)
}

func (t *consoleTable) add(key string, v goja.Value, only []string) {
	row := map[string]string{t.index: key}
	o, isObject := v.(*goja.Object)
	shown := only
	if isObject {
		names := guard.Keys(o)
		own := make(map[string]bool, len(names))
		for _, name := range names {
			own[name] = true
		}
		if only == nil {
			shown = names
		}
		for _, name := range shown {
			if cell := o.Get(name); own[name] && cell != nil {
				row[name] = t.cell(cell)
			}
		}
	} else if only == nil {
		row[valuesColumn] = t.cell(v)
		t.values = true
	}
	for _, name := range shown {
		if !t.named[name] {
			t.addColumn(name)
		}
	}
	t.rows = append(t.rows, row)
}

// cell returns the text of a value on one line. For an object with more than two properties it is only the
// kind.
func (t *consoleTable) cell(v goja.Value) string {
	depth, o := 0, t.options
	if object, ok := v.(*goja.Object); ok && object.ClassName() != "Array" && object.ClassName() != "Function" && len(guard.Keys(object)) > 2 {
		depth = -1
	}
	if o.Depth == nil {
		o.Depth = &depth
	}
	if o.MaxArrayLength == nil {
		o.MaxArrayLength = new(3)
	}
	if o.BreakLength == nil {
		o.BreakLength = new(inspect.Unlimited)
	}
	s, err := t.process.printer.Inspect(v, o)
	if err != nil {
		return v.String()
	}
	guard.Need(t.process.rt, len(s))
	return s
}

// width returns the number of columns of a terminal that a text takes.
func (t *consoleTable) width(text string) int { return t.process.printer.Width(text) }

func (t *consoleTable) text() string {
	columns := append([]string{t.index}, t.columns...)
	if t.values {
		columns = append(columns, valuesColumn)
	}
	widths := make([]int, len(columns))
	for i, name := range columns {
		guard.Hear(t.process.rt)
		widths[i] = t.width(name)
		for _, row := range t.rows {
			widths[i] = max(widths[i], t.width(row[name]))
		}
	}
	width := 0
	for _, w := range widths {
		width += 3*w + 12 // a rule takes three bytes for each letter
	}
	guard.Need(t.process.rt, int(min(float64(width)*float64(len(t.rows)+4)*3, 1<<60))) // the lines, and the text of all of them
	rule := func(left, mid, right string) string {
		parts := make([]string, len(widths))
		for i, w := range widths {
			parts[i] = strings.Repeat("─", w+2)
		}
		return left + strings.Join(parts, mid) + right
	}
	line := func(cell func(name string) string) string {
		parts := make([]string, len(columns))
		for i, name := range columns {
			text := cell(name)
			parts[i] = " " + text + strings.Repeat(" ", widths[i]-t.width(text)+1)
		}
		return "│" + strings.Join(parts, "│") + "│"
	}
	lines := []string{rule("┌", "┬", "┐"), line(func(name string) string { return name }), rule("├", "┼", "┤")}
	for _, row := range t.rows {
		guard.Hear(t.process.rt)
		lines = append(lines, line(func(name string) string { return row[name] }))
	}
	return strings.Join(append(lines, rule("└", "┴", "┘")), "\n")
}
