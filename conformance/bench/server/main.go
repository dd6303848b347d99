// Command server measures hitlrun serve and the development server of LangGraph.js side by side: the same script, the same requests.
//
//	go run ./conformance/bench/server                  both, about two minutes
//	go run ./conformance/bench/server -peer ""         hitlrun alone
//
// It needs npm for the peer, whose packages are installed once into the folder that -peer names.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const flow = `
import { StateGraph, Annotation, START, END, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const agent = new StateGraph(State)
  .addNode("first", async () => ({ log: ["first"] }))
  .addNode("ask", async () => ({ log: ["got " + JSON.stringify(interrupt({ question: "go on?" }))] }))
  .addNode("last", async () => ({ log: ["last"] }))
  .addEdge(START, "first").addEdge("first", "ask").addEdge("ask", "last").addEdge("last", END).compile();
`

const peerPackages = `{"private":true,"type":"module","dependencies":{"@langchain/langgraph-cli":"1.5.1","@langchain/langgraph-api":"1.5.1","@langchain/langgraph":"1.4.14","@langchain/core":"1.2.13"}}`

func main() {
	peer := flag.String("peer", "bin/peer-server", "the `FOLDER` with the packages of the peer; empty leaves it out")
	binary := flag.String("hitlrun", "bin/hitlrun", "the `FILE` that is hitlrun")
	pairs := flag.Int("pairs", 1000, "how many threads are started and answered to measure the throughput of hitlrun")
	streams := flag.Int("streams", 1000, "how many event streams are open")
	threads := flag.Int("threads", 10000, "how many threads the list has")
	flag.Parse()
	if err := run(*peer, *binary, *pairs, *streams, *threads); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(peer, binary string, pairs, streams, threads int) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	fmt.Printf("%-36s %14s %14s %14s\n", "", "hitlrun", "reused VMs", "dev server")
	own := func(flags ...string) []string {
		return append([]string{binary, "serve", "flow.ts", "--db", "bench.db", "--addr", "127.0.0.1:PORT"}, flags...)
	}
	sides := []*side{{command: own(), pairs: pairs, streams: streams, threads: threads}, {command: own("--reuse-vms"), pairs: pairs}}
	if peer != "" {
		if err := installPeer(peer); err != nil {
			return err
		}
		if peer, err = filepath.Abs(peer); err != nil {
			return err
		}
		sides = append(sides, &side{dir: peer, pairs: 60, command: []string{filepath.Join(peer, "node_modules/.bin/langgraphjs"), "dev", "--port", "PORT", "--no-browser"}})
	}
	for _, s := range sides {
		if err := s.measure(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(s.command[:2], " "), err)
		}
	}
	for i, name := range figures {
		line := fmt.Sprintf("%-36s", name)
		for _, s := range sides {
			line += fmt.Sprintf(" %14s", s.got[i])
		}
		fmt.Println(line)
	}
	return nil
}

func installPeer(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "node_modules/.bin/langgraphjs")); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(peerPackages), 0o644); err != nil {
		return err
	}
	cmd := exec.Command("npm", "install", "--legacy-peer-deps", "--no-audit", "--no-fund")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stderr, os.Stderr
	return cmd.Run()
}

// figures are what is measured, in the order of side.got.
var figures = [...]string{
	"start to the first answer", "memory, idle", "pause, one at a time (p50)", "answer, one at a time (p50)",
	"pauses + answers a second, 20 at once", "processor time of a pair", "memory, 20 at once", "memory, open event streams", "a page of a list of threads (p50)",
}

// side is a server that is measured.
type side struct {
	command                 []string
	dir                     string // of the script; "" is a new one
	pairs, streams, threads int
	got                     [len(figures)]string
	url                     string
	pid                     int
	client                  *http.Client
}

func (s *side) measure() error {
	dir := s.dir
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "bench-server"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	for name, text := range map[string]string{"flow.ts": flow, "langgraph.json": `{"node_version":"20","dependencies":["."],"graphs":{"agent":"./flow.ts:agent"}}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err = errors.Join(err, l.Close()); err != nil {
		return err
	}
	args := slices.Clone(s.command)
	for i := range args {
		args[i] = strings.Replace(args[i], "PORT", port, 1)
	}
	s.url = "http://127.0.0.1:" + port
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	group(cmd)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	s.pid = cmd.Process.Pid
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	defer func() { end(cmd); _ = cmd.Wait() }()
	return s.figures(began)
}

// idle is how long nobody asks a server before its memory is measured.
const idle = 3 * time.Second

// figures measures a server that has just been started.
func (s *side) figures(began time.Time) error {
	for {
		if _, err := s.pair(nil, nil); err == nil {
			break
		}
		if time.Since(began) > time.Minute {
			return errors.New("the server does not answer")
		}
		time.Sleep(2 * time.Millisecond)
	}
	s.got[0] = ms(time.Since(began))
	time.Sleep(idle)
	s.got[1] = mb(memory(s.pid))
	serial := min(s.pairs, 40)
	var pauses, answers []time.Duration
	for range serial {
		if _, err := s.pair(&pauses, &answers); err != nil {
			return err
		}
	}
	s.got[2], s.got[3] = ms(median(pauses)), ms(median(answers))
	if err := s.throughput(); err != nil {
		return err
	}
	for i := 7; i < len(figures); i++ {
		s.got[i] = "-"
	}
	if s.streams > 0 {
		if err := s.openStreams(); err != nil {
			return err
		}
	}
	if s.threads > 0 {
		return s.list()
	}
	return nil
}

// throughput starts and answers threads, 20 at once.
func (s *side) throughput() error {
	before, cpu, peak := time.Now(), processorTime(s.pid), int64(0)
	if err := parallel(s.pairs, func(i int) error {
		if i%20 == 0 {
			peak = max(peak, memory(s.pid))
		}
		_, err := s.pair(nil, nil)
		return err
	}); err != nil {
		return err
	}
	s.got[4] = fmt.Sprintf("%.0f", 2*float64(s.pairs)/time.Since(before).Seconds())
	s.got[5] = ms((processorTime(s.pid) - cpu) / time.Duration(s.pairs))
	s.got[6] = mb(max(peak, memory(s.pid)))
	return nil
}

// parallel calls do n times, 20 at once; do(i) with i%20 == 0 is called by one goroutine.
func parallel(n int, do func(i int) error) error {
	var wg sync.WaitGroup
	errs := make([]error, 20)
	for worker := range 20 {
		wg.Go(func() {
			for i := worker; i < n && errs[worker] == nil; i += 20 {
				errs[worker] = do(i)
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// openStreams opens event streams of threads of their own, and measures when each has its headers.
func (s *side) openStreams() error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	thread, err := s.pair(nil, nil)
	if err != nil {
		return err
	}
	if err := parallel(s.streams, func(int) error {
		req, err := http.NewRequestWithContext(ctx, "POST", s.url+"/threads/"+thread+"/stream/events", strings.NewReader(`{"channels":["lifecycle","input","values"]}`))
		if err != nil {
			return err
		}
		resp, err := s.client.Do(req) // its body is open until ctx ends
		if err == nil && resp.StatusCode != http.StatusOK {
			err = errors.New(resp.Status)
		}
		if err == nil {
			go func() { _, _ = io.Copy(io.Discard, resp.Body) }() // until ctx ends
		}
		return err
	}); err != nil {
		return err
	}
	time.Sleep(time.Second)
	s.got[7] = mb(memory(s.pid))
	return nil
}

func (s *side) list() error {
	if err := parallel(s.threads, func(int) error { return s.post("/threads", `{"metadata":{"tenant":"a"}}`, nil) }); err != nil {
		return err
	}
	var pages []time.Duration
	for i := range 20 {
		before := time.Now()
		if err := s.post("/threads/search", fmt.Sprintf(`{"limit":10,"offset":%d,"metadata":{"tenant":"a"}}`, i*10), nil); err != nil {
			return err
		}
		pages = append(pages, time.Since(before))
	}
	s.got[8] = ms(median(pages))
	return nil
}

// pair starts a thread, waits for its question, answers that and waits for the end. It adds how long the two took.
func (s *side) pair(pause, answer *[]time.Duration) (string, error) {
	var thread struct {
		ID string `json:"thread_id"`
	}
	before := time.Now()
	if err := s.post("/threads", "{}", &thread); err != nil {
		return "", err
	}
	path := "/threads/" + thread.ID + "/runs/wait"
	var asked struct {
		Interrupts []any `json:"__interrupt__"`
	}
	if err := s.post(path, `{"assistant_id":"agent","input":{"log":[]}}`, &asked); err != nil {
		return "", err
	}
	if len(asked.Interrupts) != 1 {
		return "", errors.New("the thread does not ask")
	}
	between := time.Now()
	var done struct{ Log []string }
	if err := s.post(path, `{"assistant_id":"agent","command":{"resume":true}}`, &done); err != nil {
		return "", err
	}
	if len(done.Log) != 3 {
		return "", fmt.Errorf("the log is %q", done.Log)
	}
	if pause != nil {
		*pause, *answer = append(*pause, between.Sub(before)), append(*answer, time.Since(between))
	}
	return thread.ID, nil
}

func (s *side) post(path, body string, into any) error {
	resp, err := s.client.Post(s.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s %s", path, resp.Status, data)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(bytes.TrimSpace(data), into)
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
func mb(n int64) string         { return fmt.Sprintf("%d MB", n>>20) }
