// This file kills servers under load, and looks at what is left: each acknowledged answer was applied once, no run is lost, and the
// events of each run have no gap and no repeat.

package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// serverVariable has the store that this program serves instead of testing.
const serverVariable = "HITLRUN_TEST_SERVE"

func TestMain(m *testing.M) {
	hitlrun.WorkerMain()
	if path := os.Getenv(serverVariable); path != "" {
		if err := serveProcess(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// slowFlow runs for two seconds.
const slowFlow = `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ done: Annotation<boolean>() }))
  .addNode("slow", async () => { await new Promise((r) => setTimeout(r, 2000)); return { done: true }; })
  .addEdge(START, "slow").compile();`

func serveProcess(path string) error {
	store, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		return err
	}
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{})
	if err != nil {
		return err
	}
	slow, err := hitlrun.LoadSource("slow.ts", []byte(slowFlow), hitlrun.ScriptOptions{})
	if err != nil {
		return err
	}
	s, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "agent"}, {ID: "slow", Script: slow}}})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // until the test ends, however it does
		os.Exit(0)
	}()
	fmt.Println(l.Addr())
	return http.Serve(l, s)
}

// process is a server in a process of its own.
type process struct {
	cmd *exec.Cmd
	url string
}

func startProcess(t *testing.T, path string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverVariable+"="+path)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return &process{cmd, "http://" + strings.TrimSpace(line)}
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait() // it was killed
}

// post sends a request to a server that may die; status 0 is no answer.
func post(ctx context.Context, url, body string) (int, string) {
	req, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(body))
	if err != nil {
		return 0, ""
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, ""
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, ""
	}
	return resp.StatusCode, strings.TrimSpace(string(data))
}

// given is what a client of the test was shown.
type given struct {
	mu      sync.Mutex
	threads []string
	answers map[string]string // by thread: those that were acknowledged
}

// load starts threads and answers them until ctx ends. Each request goes to what url returns.
func (g *given) load(ctx context.Context, url func() string, worker int) {
	for n := 0; ctx.Err() == nil; n++ {
		status, data := post(ctx, url()+"/threads", "{}")
		thread := field(data, "thread_id")
		if status != http.StatusOK {
			continue
		}
		status, _ = post(ctx, url()+"/threads/"+thread+"/runs", `{"assistant_id":"agent","input":{"log":[]}}`)
		if status != http.StatusOK {
			continue
		}
		g.mu.Lock()
		g.threads = append(g.threads, thread)
		g.mu.Unlock()
		if n%3 == 2 {
			continue // its answer comes later
		}
		answer := fmt.Sprintf("w%d-%d-%d", worker, n, rand.N(1<<30))
		for ctx.Err() == nil {
			status, _ = post(ctx, url()+"/threads/"+thread+"/runs", fmt.Sprintf(`{"assistant_id":"agent","command":{"resume":%q}}`, answer))
			if status == http.StatusOK {
				g.mu.Lock()
				g.answers[thread] = answer
				g.mu.Unlock()
			}
			if status != http.StatusConflict { // it does not wait yet
				break
			}
		}
	}
}

// kills returns how many servers a test kills.
func kills(t *testing.T) int {
	t.Helper()
	if testing.Short() {
		t.Skip("processes are killed")
	}
	if n, err := strconv.Atoi(os.Getenv("HITLRUN_KILLS")); err == nil {
		return n
	}
	return 4
}

func TestKill(t *testing.T) {
	t.Parallel()
	n := kills(t)
	path := filepath.Join(t.TempDir(), "test.db")
	g := &given{answers: map[string]string{}}
	for range n {
		p := startProcess(t, path)
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for worker := range 4 {
			wg.Go(func() { g.load(ctx, func() string { return p.url }, worker) })
		}
		underLoad()
		p.kill()
		stop()
		wg.Wait()
	}
	p := startProcess(t, path)
	defer p.kill()
	g.checkAll(t, p, n)
}

// TestKillOneOfTwo has two servers of one store, of which one after the other is killed and started again, while clients ask both.
func TestKillOneOfTwo(t *testing.T) {
	t.Parallel()
	n := kills(t)
	path := filepath.Join(t.TempDir(), "test.db")
	g := &given{answers: map[string]string{}}
	var mu sync.Mutex
	both := []*process{startProcess(t, path), startProcess(t, path)}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			g.load(ctx, func() string {
				mu.Lock()
				defer mu.Unlock()
				return both[rand.N(2)].url
			}, worker)
		})
	}
	for i := range n {
		underLoad()
		both[i%2].kill()
		next := startProcess(t, path)
		mu.Lock()
		both[i%2] = next
		mu.Unlock()
	}
	stop()
	wg.Wait()
	defer both[1].kill()
	both[0].kill() // the other one continues its unfinished runs
	g.checkAll(t, both[1], n)
}

// underLoad waits for some load, whose length is random.
func underLoad() { time.Sleep(200*time.Millisecond + rand.N(300*time.Millisecond)) }

// checkAll looks at what became of all threads behind some kills.
func (g *given) checkAll(t *testing.T, p *process, kills int) {
	t.Helper()
	if len(g.answers) == 0 {
		t.Fatal("no answer was acknowledged")
	}
	c := &client{t: t, url: p.url}
	until(t, "all runs have ended", func() bool {
		return c.ok("POST", "/threads/count", `{"status":"busy"}`) == "0" && !strings.Contains(c.ok("GET", "/metrics", ""), "hitlrun_runs_running 1")
	})
	for _, thread := range g.threads {
		g.check(c, thread)
	}
	t.Logf("%d threads, %d acknowledged answers, %d kills", len(g.threads), len(g.answers), kills)
}

// check looks at what became of a thread.
func (g *given) check(c *client, thread string) {
	c.t.Helper()
	until(c.t, "the runs of the thread have ended", func() bool { // another server continues those of a killed one within seconds
		runs := c.ok("GET", "/threads/"+thread+"/runs?limit=100", "")
		return !strings.Contains(runs, `"status":"running"`) && !strings.Contains(runs, `"status":"pending"`)
	})
	shown := c.ok("GET", "/threads/"+thread, "")
	answer := g.answers[thread]
	if status := field(shown, "status"); answer != "" && status != "idle" || answer == "" && status != "idle" && status != "interrupted" {
		c.t.Errorf("thread %s is %s: %s", thread, status, shown)
	}
	if n := strings.Count(shown, `got \"`); answer != "" && (n != 1 || !strings.Contains(shown, answer)) || n > 1 {
		c.t.Errorf("thread %s, answer %q, applied %d times: %s", thread, answer, n, shown)
	}
	var runs []struct {
		ID     string `json:"run_id"`
		Status string `json:"status"`
	}
	if err := json.Unmarshal([]byte(c.ok("GET", "/threads/"+thread+"/runs?limit=100", "")), &runs); err != nil {
		c.t.Fatal(err)
	}
	for _, run := range runs {
		if run.Status != "success" {
			c.t.Errorf("run %s of thread %s is %s", run.ID, thread, run.Status)
		}
		next := 0
		for line := range strings.Lines(c.ok("GET", "/threads/"+thread+"/runs/"+run.ID+"/stream", "")) {
			if id, ok := strings.CutPrefix(strings.TrimSpace(line), "id: "); ok {
				if id != strconv.Itoa(next) {
					c.t.Errorf("run %s: event %s comes where %d is expected", run.ID, id, next)
				}
				next++
			}
		}
		if next < 2 {
			c.t.Errorf("run %s has %d events", run.ID, next)
		}
	}
}

// says waits until a stream has a line with a text in it. It returns false if it ends without.
func says(t *testing.T, url, text string) bool {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		if strings.Contains(lines.Text(), text) {
			return true
		}
	}
	return false
}

// TestKilledAgainAndAgain kills each server while it does a run: the run is not lost. It waits a while when that may be its fault, and
// other runs do not wait for it.
func TestKilledAgainAndAgain(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("processes are killed")
	}
	path := filepath.Join(t.TempDir(), "test.db")
	p := startProcess(t, path)
	_, data := post(t.Context(), p.url+"/threads", "{}")
	thread := field(data, "thread_id")
	status, data := post(t.Context(), p.url+"/threads/"+thread+"/runs", `{"assistant_id":"slow","input":{}}`)
	if status != http.StatusOK {
		t.Fatal(data)
	}
	run := "/threads/" + thread + "/runs/" + field(data, "run_id")
	const deaths = 5
	for n := 1; ; n++ {
		until(t, "the run has begun again", func() bool { return says(t, p.url+run+"/stream", fmt.Sprintf(`"attempt":%d`, n)) })
		if n > deaths {
			break
		}
		p.kill()
		p = startProcess(t, path)
		if n == deaths { // the run waits
			if _, data := post(t.Context(), p.url+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`); !strings.Contains(data, "__interrupt__") {
				t.Errorf("another run gives %s", data)
			}
			c := &client{t: t, url: p.url}
			if status := field(c.ok("GET", run, ""), "status"); status != "running" {
				t.Errorf("the run is %s while it waits", status)
			}
		}
	}
	defer p.kill()
	c := &client{t: t, url: p.url}
	until(t, "the run has ended", func() bool { return field(c.ok("GET", "/threads/"+thread, ""), "status") != "busy" })
	if got := c.ok("GET", "/threads/"+thread, ""); !strings.Contains(got, `"done":true`) || field(got, "status") != "idle" {
		t.Errorf("the thread is %s", got)
	}
}
