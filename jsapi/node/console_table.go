// This file has console.table.

package node

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// consoleTable is a table of console.table. A row has values by column name.
type consoleTable struct {
	process *Process
	index   string // the name of the first column
	columns []string
	named   map[string]bool // the elements of columns
	rows    []map[string]string
	values  bool // whether some rows are not objects; their values are in the last column
}

const valuesColumn = "Values"

// table prints an object of rows as a table, and any other value as log does. A second argument names the
// columns.
func (c *console) table(call goja.FunctionCall) {
	rows, ok := call.Argument(0).(*goja.Object)
	if !ok {
		c.print(1, c.format(call.Arguments))
		return
	}
	t := &consoleTable{process: c.process, index: "(index)", named: map[string]bool{}}
	var only []string
	if list, ok := call.Argument(1).(*goja.Object); ok {
		only = []string{}
		for _, name := range c.process.values.Strings(list) {
			if !t.named[name] {
				t.addColumn(name)
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
	}
	c.print(1, t.text())
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
		row := map[string]string{t.index: t.process.rt.ToValue(len(t.rows)).String()}
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
	if o, ok := v.(*goja.Object); ok {
		names := guard.Keys(o)
		if only != nil {
			own := make(map[string]bool, len(names))
			for _, name := range names {
				own[name] = true
			}
			names = slices.DeleteFunc(slices.Clone(only), func(name string) bool { return !own[name] })
		}
		for _, name := range names {
			if cell := o.Get(name); cell != nil {
				row[name] = t.cell(cell)
			}
			if !t.named[name] {
				t.addColumn(name)
			}
		}
	} else if only == nil {
		row[valuesColumn] = t.cell(v)
		t.values = true
	}
	t.rows = append(t.rows, row)
}

// cell returns the text of a value on one line. For an object with more than two properties it is only the
// kind.
func (t *consoleTable) cell(v goja.Value) string {
	depth := 0
	if o, ok := v.(*goja.Object); ok && o.ClassName() != "Array" && len(guard.Keys(o)) > 2 {
		depth = -1
	}
	s, err := t.process.printer.Inspect(v, inspect.Options{Depth: &depth, MaxArrayLength: new(3), BreakLength: new(inspect.Unlimited)})
	if err != nil {
		return v.String()
	}
	guard.Need(t.process.rt, len(s))
	return s
}

func (t *consoleTable) text() string {
	columns := append([]string{t.index}, t.columns...)
	if t.values {
		columns = append(columns, valuesColumn)
	}
	widths := make([]int, len(columns))
	for i, name := range columns {
		guard.Hear(t.process.rt)
		widths[i] = utf8.RuneCountInString(name)
		for _, row := range t.rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[name]))
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
			parts[i] = " " + text + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text)+1)
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
