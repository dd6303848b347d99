// This file compares the final content of a store with what its operators saw.

package torture

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"database/sql"

	_ "github.com/mattn/go-sqlite3"
)

// ending is a thread that is done.
type ending struct {
	Answers [][2]string
	Tickets []map[string]any
	taken   map[string]string // answers by label
	normal  string            // the state, without what differs from run to run
}

// event is one of the audit log, with who did it.
type event struct {
	Kind, Interrupt, Text string
	Question              struct{ Label string }
	Value                 any
	by                    string
}

// check compares the thread with what its operator saw of it.
func (th *thread) check() *ending {
	now := th.look()
	if now == nil || len(th.problems) > 0 {
		th.fail("there is no end to check")
		return nil
	}
	end := &ending{taken: th.log()}
	if err := json.Unmarshal(now.Values, end); err != nil {
		th.fail("the state: %v", err)
		return nil
	}
	var want [][2]string
	for _, label := range th.flow.labels {
		want = append(want, [2]string{label, end.taken[label]})
	}
	if !reflect.DeepEqual(end.Answers, want) {
		th.fail("the state has the answers %q\nthe audit log has %q", end.Answers, want)
	}
	th.checkTickets(end)
	end.normal = th.normal(now.Values, end)
	return end
}

// log reads the thread's part of the audit log and returns the answers in it.
func (th *thread) log() map[string]string {
	taken, counts := map[string]string{}, map[string]int{}
	for _, ev := range th.events() {
		counts[ev.Kind+" "+ev.Interrupt]++
		if ev.Kind != "answer" && ev.Kind != "timeout" {
			continue
		}
		label := ev.Question.Label
		if _, twice := taken[label]; twice {
			th.fail("the audit log has two answers to %s", label)
		}
		value, _ := ev.Value.(string)
		taken[label] = value
		if ev.Kind == "timeout" {
			th.timedOut(ev, taken)
			continue
		}
		th.checkAnswer(ev, value)
	}
	for _, label := range th.flow.labels {
		if _, ok := taken[label]; !ok {
			th.fail("the audit log has no answer to %s", label)
		}
	}
	for what, n := range counts {
		if n != 1 {
			th.fail("the audit log has %d times %s", n, what)
		}
	}
	for _, q := range th.questions {
		if reported := q.taken(); reported != "" && taken[q.label] != reported {
			th.fail("question %s (%s): a process reported that %q was taken; the audit log has %q", q.id, q.label, reported, taken[q.label])
		}
	}
	return taken
}

// timedOut checks the entry of a deadline that was applied.
func (th *thread) timedOut(ev event, taken map[string]string) {
	label := ev.Question.Label
	want := any("late " + label + " " + th.id)
	if label == "nobody" {
		want, taken[label] = nil, "timed out"
	}
	if ev.Value != want || !th.flow.deadlines {
		th.fail("the deadline of %s gave %v, want %v", label, ev.Value, want)
	}
}

// checkAnswer checks the entry of an answer.
func (th *thread) checkAnswer(ev event, value string) {
	q := th.questions[ev.Interrupt]
	if q == nil || q.label != ev.Question.Label {
		th.fail("the audit log has an answer to %s (%s), which nobody gave", ev.Interrupt, ev.Question.Label)
		return
	}
	for _, a := range q.attempts {
		if a.value == value {
			if a.refused {
				th.fail("%q is in the audit log, and was refused", value)
			}
			if ev.by != "as "+value {
				th.fail("the audit log has %q as who answered %q", ev.by, value)
			}
			return
		}
	}
	th.fail("the audit log has the answer %q to %s, which nobody gave", value, q.label)
}

func (th *thread) events() []event {
	e := th.store.pool.run(th.store, &command{kind: "audit", args: []string{"audit", "--json", "--thread", th.id}})[0]
	var entries []struct {
		By     string
		Events []event
	}
	if err := json.Unmarshal([]byte(e.stdout), &entries); e.code != 0 || err != nil {
		th.fail("audit: exit code %d (%v): %s%s", e.code, err, e.stdout, e.stderr)
	}
	var list []event
	for _, entry := range entries {
		for _, ev := range entry.Events {
			ev.by = entry.By
			list = append(list, ev)
		}
	}
	return list
}

// checkTickets holds the tickets in the state against those that the server made.
func (th *thread) checkTickets(end *ending) {
	s := th.store.pool.server
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.of(th.id)
	if len(end.Tickets) != th.flow.tickets {
		th.fail("the state has %d tickets, want %d", len(end.Tickets), th.flow.tickets)
	}
	for _, ticket := range end.Tickets {
		i := slices.IndexFunc(e.tickets, func(m *made) bool { return m.id == ticket["ticket"] })
		if i < 0 {
			th.fail("the state has %v, which the server did not make for it", ticket["ticket"])
			continue
		}
		sent := map[string]any{}
		if err := json.Unmarshal([]byte(e.tickets[i].body), &sent); err != nil {
			th.fail("ticket %v: %v", ticket, err)
		}
		sent["ticket"] = e.tickets[i].id
		if !reflect.DeepEqual(sent, ticket) {
			th.fail("the state has the ticket %v; what was sent is %v", ticket, sent)
		}
	}
	for _, q := range th.questions {
		for _, id := range q.shown {
			if !slices.ContainsFunc(end.Tickets, func(t map[string]any) bool { return t["ticket"] == id }) {
				th.fail("question %s (%s) had %s, which is not in the state", q.id, q.label, id)
			}
		}
	}
	if len(e.tickets) != th.flow.tickets {
		th.fail("the server made %d tickets, want %d: %s", len(e.tickets), th.flow.tickets, e)
	}
	for _, m := range e.tickets {
		if m.key == "" {
			th.fail("ticket %s was sent without an Idempotency-Key", m.name)
		}
		for _, body := range m.others {
			th.fail("ticket %s was sent again with another body: %s\nfirst it was %s", m.name, body, m.body)
		}
	}
}

func (e *effects) String() string {
	var b strings.Builder
	for _, m := range e.tickets {
		fmt.Fprintf(&b, "\n%s, key %q, %d requests: %s", m.id, m.key, m.requests, m.body)
	}
	return b.String()
}

// normal returns a state with names for what differs from run to run.
func (th *thread) normal(values json.RawMessage, end *ending) string {
	names := map[string]string{th.id: "the thread"}
	for label, value := range end.taken {
		names[value] = "answer " + label
	}
	s := th.store.pool.server
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.of(th.id).tickets {
		names[m.id] = "ticket " + m.name
	}
	for _, id := range s.of(th.id).weathers {
		names[id] = "weather"
	}
	seen := map[string]int{} // another weather than before is another
	var walk func(any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		case map[string]any:
			for _, key := range []string{"random", "time", "uuid"} {
				if _, ok := v[key]; ok {
					v[key] = key
				}
			}
			for key := range v {
				v[key] = walk(v[key])
			}
		case string:
			name := names[v]
			if name == "weather" {
				if seen[v] == 0 {
					seen[v] = len(seen) + 1
				}
				return fmt.Sprint("weather ", seen[v])
			}
			if name != "" {
				return name
			}
		}
		return v
	}
	var v any
	if err := json.Unmarshal(values, &v); err != nil {
		th.fail("the state: %v", err)
	}
	text, _ := json.Marshal(walk(v)) // as it was read
	return string(text)
}

// check holds the file against itself.
func (s *store) check() (problems []string) {
	if s.keys != nil {
		problems = s.lastKey()
	}
	e := s.pool.run(s, &command{kind: "verify", args: []string{"audit", "verify", "--json"}})[0]
	if e.code != 0 || !strings.Contains(e.stdout, `"problems":[]`) {
		problems = append(problems, fmt.Sprintf("audit verify: exit code %d: %s%s", e.code, e.stdout, e.stderr))
	}
	dir, err := os.MkdirTemp("", "torture-copy-")
	if err != nil {
		return append(problems, err.Error())
	}
	defer os.RemoveAll(dir)
	if err := s.copyOf(dir); err != nil {
		return append(problems, err.Error())
	}
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, "copy.db"))
	if err != nil {
		return append(problems, err.Error())
	}
	defer db.Close()
	var result string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&result); err != nil || result != "ok" {
		problems = append(problems, fmt.Sprintf("integrity_check: %s (%v)", result, err))
	}
	return problems
}
