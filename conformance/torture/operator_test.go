// This file has the operator of a thread, who looks at it, answers its questions, and resumes it
// after each kill.

package torture

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// most is how many commands one thread may take.
const most = 400

// thread is a thread and what its operator saw of it.
type thread struct {
	store  *store
	flow   flow
	id     string
	r      *rand.Rand
	chance float64 // of a process to be killed; 0 is a calm run without races

	started   bool // the command start has reported so
	questions map[string]*question
	history   []string
	problems  []string
}

// question is a question that the operator saw.
type question struct {
	id, label string
	shown     []string // the tickets that were in it when it was answered
	attempts  []*attempt
}

// attempt is an answer that was tried, maybe several times.
type attempt struct {
	value string
	lost  int  // processes that were killed with it
	taken bool // a process has reported that this answer was taken
	// refused says that a process has reported an earlier answer of someone else.
	refused bool
}

// document is what `hitlrun state --json` prints.
type document struct {
	ThreadID   string `json:"thread_id"`
	Status     string
	Error      string
	Values     json.RawMessage
	Interrupts []struct {
		ID       string
		Deadline *time.Time
		Value    struct {
			Label string
			Shown []string // tickets
		}
	}
}

func (d *document) ids() []string {
	ids := []string{}
	for _, in := range d.Interrupts {
		ids = append(ids, in.ID)
	}
	slices.Sort(ids)
	return ids
}

func (th *thread) note(format string, args ...any) {
	th.history = append(th.history, fmt.Sprintf("%8.3f ", time.Since(th.store.begin).Seconds())+fmt.Sprintf(format, args...))
}

func (th *thread) fail(format string, args ...any) {
	th.problems = append(th.problems, fmt.Sprintf(format, args...))
	th.note("FAILED: "+format, args...)
}

func (th *thread) met(what string) { th.store.pool.met(what) }

// drive works on the thread until it is done.
func (th *thread) drive() {
	for range most {
		now := th.look()
		if len(th.problems) > 0 {
			return
		}
		if now != nil && th.store.env != nil && th.r.IntN(15) == 0 {
			th.rekey()
		}
		switch {
		case now == nil || string(now.Values) == "{}":
			th.begin(now)
		case now.Status == "done":
			return
		case now.Status == "running":
			th.met("a thread that lost its process")
			th.goOn(now)
		case now.Status == "error" && th.flow.faults && fault(now.Error):
			th.met("a thread whose node failed with the server")
			th.goOn(now)
		case now.Status == "interrupted":
			th.reply(now)
		default:
			th.fail("the thread is %s: %s", now.Status, now.Error)
		}
	}
	th.fail("not done after %d commands", most)
}

// command makes a command of the thread, or a sweep, and chooses its fate.
func (th *thread) command(verb string, args ...string) *command {
	c := &command{kind: th.flow.name + " " + verb, thread: th.id, args: append(append([]string{verb}, args...), "--json")}
	if verb == "start" || verb == "resume" {
		c.args = append(c.args, "--thread", th.id, "--allow-net=127.0.0.1")
	}
	c.fate = th.fate(c.kind, th.flow.traps)
	return c
}

// fate chooses how a process of the thread is killed.
func (th *thread) fate(kind string, traps float64) fate {
	return th.store.pool.draw(th.r, kind, th.chance, traps, !th.flow.deadlines)
}

// run runs commands at the same instant.
func (th *thread) run(commands ...*command) []ended {
	ends := th.store.pool.run(th.store, commands...)
	for i, c := range commands {
		how := fmt.Sprintf("exit code %d", ends[i].code)
		if ends[i].killed {
			how = "KILLED"
		}
		if len(commands) > 1 {
			how += fmt.Sprintf(" (%d of %d at once)", i+1, len(commands))
		}
		if ends[i].stderr != "" {
			how += ": " + strings.TrimSpace(ends[i].stderr)
		}
		if strings.Contains(ends[i].stderr, "asks something else") {
			th.fail("a node asked something else: %s", ends[i].stderr)
		}
		th.note("%s; %s: %s", strings.Join(c.args, " "), c.fate, how)
	}
	return ends
}

// look returns the state of the thread; nil if there is no thread.
func (th *thread) look() *document {
	c := &command{kind: "state", args: []string{"state", "--json", "--thread", th.id}}
	e := th.store.pool.run(th.store, c)[0]
	if e.code == 2 && (strings.Contains(e.stderr, "there is no thread") || strings.Contains(e.stderr, "there is no store")) {
		return nil
	}
	now := &document{}
	if err := json.Unmarshal([]byte(e.stdout), now); e.code != 0 || err != nil {
		th.fail("state: exit code %d (%v): %s%s", e.code, err, e.stdout, e.stderr)
		return nil
	}
	th.note("is %s %s", now.Status, strings.Join(now.ids(), ", "))
	th.stillThere(now)
	for _, in := range now.Interrupts {
		if q := th.questions[in.ID]; q != nil && q.taken() != "" {
			th.fail("question %s (%s) waits, and a process reported that %q answered it", in.ID, q.label, q.taken())
		}
	}
	if th.r.IntN(10) == 0 && !th.flow.deadlines {
		th.compare(now)
	}
	return now
}

// stillThere checks that a question which we saw, and which nobody has answered, waits.
func (th *thread) stillThere(now *document) {
	if now.Status != "interrupted" || th.flow.deadlines {
		return
	}
	for _, q := range th.questions {
		if len(q.attempts) == 0 && !slices.Contains(now.ids(), q.id) {
			th.fail("question %s (%s) waited, nobody has answered it, and it is gone", q.id, q.label)
		}
	}
}

// compare looks at the thread in the list of all.
func (th *thread) compare(now *document) {
	e := th.store.pool.run(th.store, &command{kind: "threads", args: []string{"threads", "--json"}})[0]
	var list []*document
	if err := json.Unmarshal([]byte(e.stdout), &list); e.code != 0 || err != nil {
		th.fail("threads: exit code %d (%v): %s%s", e.code, err, e.stdout, e.stderr)
		return
	}
	for _, one := range list {
		if one.ThreadID == th.id {
			if !one.same(now) && !th.sinceThen(now, one.same) {
				th.fail("`threads` has %s %v and `state` %s %v", one.Status, one.ids(), now.Status, now.ids())
			}
			return
		}
	}
	th.fail("`threads` has no such thread")
}

// same reports whether the status and the questions of the thread are those of other.
func (d *document) same(other *document) bool {
	return d.Status == other.Status && slices.Equal(d.ids(), other.ids())
}

// ended reports whether the run of the thread has ended, or waits.
func (d *document) ended() bool { return d.Status == "done" || d.Status == "interrupted" }

// sinceThen reports whether the thread has moved since it was seen at then, to where ok says,
// though nothing ran. What a process has written when it is killed, but not yet shown to the
// others that have the store open, is seen when the last of these is killed, too, and the next
// one recovers the log. No process has reported it.
func (th *thread) sinceThen(then *document, ok func(*document) bool) bool {
	c := &command{kind: "state", args: []string{"state", "--json", "--thread", th.id}}
	e := th.store.pool.run(th.store, c)[0]
	now := &document{}
	if json.Unmarshal([]byte(e.stdout), now) != nil || then != nil && now.same(then) || !ok(now) {
		return false
	}
	th.met("what a killed process had stored and nobody had seen")
	return true
}

// begin starts the thread, also if it exists and has no checkpoint.
func (th *thread) begin(now *document) {
	if th.started {
		th.fail("the command start reported that the thread was started, and it is gone (%+v)", now)
		return
	}
	if now != nil {
		th.met("a thread of which only the script is stored")
		if e := th.run(th.command("resume"))[0]; !e.killed && (e.code != 2 || !strings.Contains(e.stderr, "start it once more")) {
			th.fail("resuming without an input: exit code %d: %s", e.code, e.stderr)
		}
	}
	input, _ := json.Marshal(map[string]string{"thread": th.id, "url": th.store.pool.server.URL}) // strings
	e := th.run(th.command("start", th.flow.file(), "--input", string(input)))[0]
	switch {
	case e.killed:
	case e.code == 0, e.code == 3:
		th.started = true
	case e.code == 2 && th.sinceThen(now, (*document).ended):
	default:
		th.fail("start: exit code %d: %s", e.code, e.stderr)
	}
}

// goOn resumes a thread that failed or lost its process. seen is its state before.
func (th *thread) goOn(seen *document) {
	c := th.command("resume")
	if th.r.IntN(3) == 0 {
		c = th.command("start", th.flow.file())
	}
	e := th.run(c)[0]
	switch {
	case e.killed, e.code == 0, e.code == 3:
	case th.failed(e):
	case th.flow.deadlines && (e.code == 2 || busy(e)): // a sweep was faster
	case e.code == 2 && th.sinceThen(seen, (*document).ended):
	default:
		th.fail("resuming: exit code %d: %s", e.code, e.stderr)
	}
}

// failed reports whether a process ended because the server failed.
func (th *thread) failed(e ended) bool { return th.flow.faults && e.code == 1 && fault(e.stderr) }

func fault(message string) bool {
	return strings.Contains(message, ": 503 busy") || strings.Contains(message, "fetch failed")
}

func busy(e ended) bool { return e.code == 1 && strings.Contains(e.stderr, "being run elsewhere") }

// reply does something about the questions that wait.
func (th *thread) reply(now *document) {
	one := now.Interrupts[th.r.IntN(len(now.Interrupts))]
	for _, in := range now.Interrupts {
		if th.questions[in.ID] == nil {
			th.questions[in.ID] = &question{id: in.ID, label: in.Value.Label, shown: in.Value.Shown}
		}
	}
	calm := th.chance == 0
	switch luck := th.r.IntN(10); {
	case one.Deadline != nil && (calm || luck > 1):
		time.Sleep(time.Until(*one.Deadline))
		th.met("two sweeps, or a sweep and an answer, at the same instant")
		commands := []*command{th.command("sweep")}
		if !calm {
			commands = append(commands, th.command("sweep"))
		}
		if luck < 5 && !calm {
			q := th.questions[one.ID]
			a := q.value(th, false)
			commands[0] = th.answer(q, a, true)
			ends := th.run(commands...)
			th.judge(q, a, ends[0], true)
			th.swept(ends[1:])
			return
		}
		th.swept(th.run(commands...))
	case calm || luck < 7:
		q := th.questions[one.ID]
		a := q.value(th, th.r.IntN(10) < 7)
		named := th.flow.deadlines || len(now.Interrupts) > 1 || th.r.IntN(5) > 0
		e := th.run(th.answer(q, a, named))[0]
		th.judge(q, a, e, false)
		for e.killed && named && th.r.IntN(2) == 0 { // once more without a look
			e = th.run(th.answer(q, a, true))[0]
			th.judge(q, a, e, true)
		}
	default: // two at the same instant, mostly for the same question
		th.met("two answers at the same instant, or nearly")
		q := th.questions[one.ID]
		other := q
		if th.r.IntN(3) == 0 {
			other = th.questions[now.Interrupts[th.r.IntN(len(now.Interrupts))].ID]
		}
		a, b := q.value(th, false), other.value(th, false)
		first, second := th.answer(q, a, true), th.answer(other, b, true)
		for _, c := range []*command{first, second} {
			c.fate = th.fate(c.kind, 0) // the server cannot distinguish their requests
		}
		if th.r.IntN(2) == 0 {
			second.late = time.Duration(th.r.Float64() * float64(th.store.pool.usual(second.kind)))
		}
		ends := th.run(first, second)
		th.judge(q, a, ends[0], true)
		th.judge(other, b, ends[1], true)
		if !ends[0].killed && !ends[1].killed && q == other && !q.lost() && !a.taken && !b.taken && !th.flow.deadlines {
			th.fail("of two answers at the same instant none was taken: %q, %q", a.value, b.value)
		}
	}
}

// value returns an answer: a new one, or one whose process was killed.
func (q *question) value(th *thread, again bool) *attempt {
	for _, a := range q.attempts {
		if again && a.lost > 0 && !a.refused {
			return a
		}
	}
	a := &attempt{value: fmt.Sprintf("%s/%s/%d", th.id, q.label, len(q.attempts))}
	q.attempts = append(q.attempts, a)
	return a
}

func (th *thread) answer(q *question, a *attempt, named bool) *command {
	args := []string{"--text", a.value, "--as", "as " + a.value}
	if named {
		args = append(args, "--interrupt", q.id)
	}
	return th.command("resume", args...)
}

// taken returns the answer of which a process has reported that it was taken, "" for none.
func (q *question) taken() string {
	for _, a := range q.attempts {
		if a.taken {
			return a.value
		}
	}
	return ""
}

// lost reports whether a process was killed that may have answered.
func (q *question) lost() bool {
	return slices.ContainsFunc(q.attempts, func(a *attempt) bool { return a.lost > 0 })
}

// judge takes note of what became of an answer. blind says that someone else may be at it,
// or that the operator did not look.
func (th *thread) judge(q *question, a *attempt, e ended, blind bool) {
	switch {
	case e.killed, th.failed(e): // it may be taken
		a.lost++
	case e.code == 0, e.code == 3:
		if before := q.taken(); before != "" {
			th.fail("question %s (%s) took %q, and before that %q", q.id, q.label, a.value, before)
		}
		if a.lost > 0 {
			th.met("an answer whose process was killed, given again, is new")
		}
		a.taken = true
	case e.code == 4 && a.lost > 0:
		th.met("an answer whose process was killed, given again, is stored already")
	case e.code == 4:
		th.met("an answer that comes second")
		a.refused = true
		if !blind && !q.lost() && !th.flow.deadlines {
			th.fail("question %s (%s) refused %q, and nobody answered before: %s", q.id, q.label, a.value, e.stderr)
		}
	case busy(e) && (blind || th.flow.deadlines):
	case e.code == 2 && strings.Contains(e.stderr, "its process is gone") && (blind || th.flow.deadlines):
	default:
		th.fail("question %s (%s), answer %q: exit code %d: %s", q.id, q.label, a.value, e.code, e.stderr)
	}
}

// swept judges sweeps. They are part of the history of all threads with deadlines.
func (th *thread) swept(ends []ended) {
	for _, e := range ends {
		if !e.killed && e.code != 0 {
			th.fail("sweep: exit code %d: %s%s", e.code, e.stdout, e.stderr)
		}
		if e.killed {
			th.store.note("a sweep of the operator of %s was killed", th.id)
		}
	}
}

// file is the script, as the processes see it.
func (f flow) file() string { return filepath.Join(testdata, f.name+".ts") }
