// This file makes the SQL that lists threads.

package sqlite

import (
	"database/sql/driver"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// arguments are the arguments of a query. add returns the text that stands for one in the query.
type arguments []driver.Value

func (a *arguments) add(v driver.Value) string {
	*a = append(*a, v)
	return "?" + strconv.Itoa(len(*a))
}

// threadQuery returns the SQL for the numbers of the threads that f selects, in order: SQLite sorts numbers and times only, not
// rows with large questions. The index threads_by_change has the threads of each status in order; for several
// statuses, the first ones of each are merged. If few threads can match, they are sorted instead.
func (c *conn) threadQuery(f *ThreadFilter) (string, []driver.Value, error) {
	wanted, err := f.statusNumbers()
	if err != nil {
		return "", nil, err
	}
	var args arguments
	where, err := f.within(&args)
	if err != nil {
		return "", nil, err
	}
	narrow, err := c.narrowings(f)
	if err != nil {
		return "", nil, err
	}
	best, err := c.fewest(narrow)
	if err != nil {
		return "", nil, err
	}
	for i, n := range narrow {
		if i != best {
			where += " AND " + n.condition(&args)
		}
	}
	limit := int64(-1)
	if f.Limit > 0 {
		limit = int64(f.Limit)
	}
	top := args.add(limit)
	const ordered = " ORDER BY updated DESC, id DESC LIMIT "
	var parts []string
	if best >= 0 {
		numbers := make([]string, len(wanted))
		for i, n := range wanted {
			numbers[i] = strconv.FormatInt(n, 10)
		}
		parts = append(parts, "SELECT id, updated FROM threads WHERE id IN ("+narrow[best].set(&args)+") AND +status IN ("+strings.Join(numbers, ", ")+")"+where)
	} else {
		for _, n := range wanted {
			parts = append(parts, "SELECT * FROM (SELECT id, updated FROM threads WHERE status = "+args.add(n)+where+ordered+top+")")
		}
	}
	return "SELECT id FROM (" + strings.Join(parts, " UNION ALL ") + ")" + ordered + top, args, nil
}

// statusNumbers returns the numbers of the selected states.
func (f *ThreadFilter) statusNumbers() ([]int64, error) {
	list := f.Statuses
	if f.Status != "" {
		list = []checkpoint.Status{f.Status}
	}
	if len(list) == 0 {
		return []int64{1, 2, 3, 4}, nil
	}
	numbers := make([]int64, len(list))
	for i, status := range list {
		var err error
		if numbers[i], err = statusNumber(status); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

// within returns the conditions for the selected part of the list.
func (f *ThreadFilter) within(args *arguments) (string, error) {
	where := ""
	for _, c := range []struct {
		cursor Cursor
		op     string
	}{{f.After, "<"}, {f.Before, ">"}} {
		if c.cursor == "" {
			continue
		}
		updated, id, err := c.cursor.parse()
		if err != nil {
			return "", err
		}
		where += " AND (updated, id) " + c.op + " (" + args.add(updated) + ", " + args.add(id) + ")"
	}
	if f.Waiting {
		where += " AND interrupts IS NOT NULL"
	}
	if f.Settled {
		where += " AND interrupts IS NULL"
	}
	if f.Search != "" {
		where += " AND (" + mayHave(f.Search, args) + ")"
	}
	if f.IDPrefix != "" {
		where += " AND (" + prefixed(f.IDPrefix, args.add) + ")"
	}
	return where, nil
}

// mayHave returns the condition that a thread has a text somewhere besides its id, or has this one in its id.
func mayHave(search string, args *arguments) string {
	where := "interrupts IS NOT NULL OR error IS NOT NULL OR meta IS NOT NULL" +
		" OR typeof(ext) = 'blob' AND instr(hex(ext), " + args.add(strings.ToUpper(strings.ReplaceAll(search, "-", ""))) + ")"
	for _, c := range search {
		if c > 127 { // SQLite converts only ASCII to lower case
			return where + " OR typeof(ext) = 'text'"
		}
	}
	return where + " OR typeof(ext) = 'text' AND (instr(lower(ext), " + args.add(search) + ") OR length(ext) < length(CAST(ext AS BLOB)))"
}

// narrowing leaves out threads that do not match.
type narrowing struct {
	few   func(args *arguments) string // selects the numbers of threads
	each  func(args *arguments) string // the same as a condition for a row of threads
	exact bool                         // also leaves out threads that have nothing in the tables of schema7.sql
}

const notFilled = "SELECT id FROM threads WHERE flow IS NULL"

func (n *narrowing) set(args *arguments) string {
	if n.exact {
		return n.few(args)
	}
	return notFilled + " UNION ALL " + n.few(args)
}

func (n *narrowing) condition(args *arguments) string {
	if n.exact {
		return n.each(args)
	}
	return "(flow IS NULL OR " + n.each(args) + ")"
}

// fewThreads is the greatest number of threads that are sorted to find the first ones of a list.
const fewThreads = 1000

// fewest returns the index of the narrowing that leaves the fewest threads, -1 if all of them leave many.
func (c *conn) fewest(all []narrowing) (best int, err error) {
	best, least := -1, int64(fewThreads)
	for i := range all {
		var args arguments
		query := "SELECT count(*) FROM (" + all[i].set(&args) + " LIMIT " + strconv.Itoa(fewThreads) + ")"
		n, err := c.Number(query, args...)
		if err != nil {
			return 0, err
		}
		if n < least {
			best, least = i, n
		}
	}
	return best, nil
}

// narrowings returns those of f.
func (c *conn) narrowings(f *ThreadFilter) (all []narrowing, err error) {
	if !f.Due.IsZero() {
		due := f.Due.UnixMicro()
		all = append(all, narrowing{
			few:   func(args *arguments) string { return "SELECT id FROM threads WHERE due <= " + args.add(due) },
			each:  func(args *arguments) string { return "due <= " + args.add(due) },
			exact: true,
		})
	}
	if f.IDs != nil && len(f.IDs) < fewThreads {
		among := func(args *arguments) string {
			list := make([]string, len(f.IDs))
			for i, id := range f.IDs {
				list[i] = args.add(packed(id))
			}
			return "ext IN (" + strings.Join(list, ", ") + ")"
		}
		all = append(all, narrowing{func(args *arguments) string { return "SELECT id FROM threads WHERE " + among(args) }, among, true})
	}
	if f.Script != "" || f.Graph != "" {
		all = append(all, f.ofFlow())
	}
	if f.Node != "" {
		n, err := c.ofNode(f.Node)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	for _, l := range labelsOf(f.Meta) {
		if l.field != "" {
			all = append(all, ofLabel(l))
		}
	}
	return all, nil
}

func (f *ThreadFilter) ofFlow() narrowing {
	flows := func(args *arguments) string {
		where := "id > 0"
		if f.Script != "" {
			end := "/" + f.Script
			where += " AND (path = " + args.add(f.Script) + " OR substr(path, -length(" + args.add(end) + ")) = " + args.add(end) + ")"
		}
		if f.Graph != "" {
			where += " AND graph = " + args.add(f.Graph)
		}
		return "flow IN (SELECT id FROM flows WHERE " + where + ")"
	}
	return narrowing{few: func(args *arguments) string { return "SELECT id FROM threads WHERE " + flows(args) }, each: flows}
}

func (c *conn) ofNode(name string) (narrowing, error) {
	n, err := c.Number("SELECT id FROM names WHERE name = ?", name)
	asks := func(args *arguments) string { return "node IN (0, " + args.add(n) + ")" }
	return narrowing{
		few: func(args *arguments) string { return "SELECT thread FROM asked WHERE " + asks(args) },
		each: func(args *arguments) string {
			return "EXISTS (SELECT 1 FROM asked WHERE thread = threads.id AND " + asks(args) + ")"
		},
	}, err
}

func ofLabel(l label) narrowing {
	has := func(args *arguments) string {
		return "(field = " + args.add(l.field) + " AND value = " + args.add(l.value) + " OR field = '' AND value = '')"
	}
	return narrowing{
		few: func(args *arguments) string { return "SELECT thread FROM labels WHERE " + has(args) },
		each: func(args *arguments) string {
			return "EXISTS (SELECT 1 FROM labels WHERE thread = threads.id AND " + has(args) + ")"
		},
	}
}

// prefixed returns the condition that an id begins with prefix. Ids are text, or
// 16 bytes if they are UUIDs.
func prefixed(prefix string, arg func(driver.Value) string) string {
	where := "ext >= " + arg(prefix) + " AND typeof(ext) = 'text'"
	end := []byte(prefix)
	for len(end) > 0 && end[len(end)-1] == 0xff {
		end = end[:len(end)-1]
	}
	if len(end) > 0 {
		end[len(end)-1]++
		where += " AND ext < " + arg(string(end))
	}
	const least, most = "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"
	if len(prefix) <= len(least) {
		low, ok := uuid(prefix + least[len(prefix):])
		high, ok2 := uuid(prefix + most[len(prefix):])
		if ok && ok2 {
			where += " OR ext BETWEEN " + arg(low[:]) + " AND " + arg(high[:])
		}
	}
	return where
}
