// This file does what docs/go.md says, word by word, in an empty folder, and compiles the Go of other documents.

package hitlrun_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// block is a block of code with a file name, or of commands with their output.
var block = regexp.MustCompile("(?ms)^```(ts|go|console)( [a-z.]+)?\n(.*?)^```$")

// guide returns the blocks of the page by their names, or by their kind without a name, and its commands with their output.
func guide(t *testing.T, page string) (files map[string]string, commands []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		if m[1] == "console" {
			commands = append(commands, m[3])
			continue
		}
		name := strings.TrimSpace(m[2])
		if name == "" {
			name = m[1]
		}
		files[name] += m[3]
	}
	return files, commands
}

// goModule makes a folder with a program that uses this module.
func goModule(t *testing.T, files map[string]string) (dir string, goTool func(args ...string) string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	goTool = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &stderr)
		}
		return string(out)
	}
	clone, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	goTool("mod", "init", "example.com/mails")
	goTool("mod", "edit", "-replace", "github.com/hitlrun/hitlrun="+clone)
	// go mod tidy would look for the tests of all modules: what they need is not there without a network.
	goTool("mod", "edit", "-require", "github.com/hitlrun/hitlrun@v0.0.0-00010101000000-000000000000")
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, goTool
}

func TestGoGuide(t *testing.T) {
	t.Parallel()
	files, commands := guide(t, "docs/go.md")
	if len(commands) != 3 || files["main.go"] == "" || files["service.go"] == "" {
		t.Fatalf("the guide has %d files, and %d times commands", len(files), len(commands))
	}
	if n := strings.Count(files["service.go"], "\n"); n > 120 {
		t.Errorf("the service has %d lines", n)
	}
	dir, goTool := goModule(t, map[string]string{"approve.ts": files["approve.ts"], "main.go": files["main.go"]})
	_, want, _ := strings.Cut(commands[0], "$ go run .\n")
	if got := goTool("run", "."); got != want {
		t.Errorf("go run . prints\n%s\nwant\n%s", got, want)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(files["service.go"]), 0o600); err != nil {
		t.Fatal(err)
	}
	goTool("build", "-o", "service", ".")
	useService(t, dir, commands[2])
}

// useService runs the service, and does with it what the page does with curl.
func useService(t *testing.T, dir, commands string) {
	addr := freeAddress(t)
	cmd := exec.Command(filepath.Join(dir, "service"))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "ADDR="+addr)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the service was interrupted, and ended with %v", err)
		}
		if t.Failed() {
			t.Logf("the service said %s", &stderr)
		}
	}()
	events := get(t, "http://"+addr+"/events")
	t.Cleanup(func() { events.Close() }) // the stream is open when the service ends
	var thread, question string
	steps := regexp.MustCompile(`(?m)^\$ curl -s -u (\w+): 127\.0\.0\.1:8080(\S+) -d (\S.*?) \| jq -r (\S+)(?: \| (.*))?\n(.*)\n`).FindAllStringSubmatch(commands, -1)
	if len(steps) != 4 {
		t.Fatalf("%d requests were found", len(steps))
	}
	for _, s := range steps {
		path := strings.NewReplacer("$THREAD", thread, "$QUESTION", question).Replace(s[2])
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+addr+path, strings.NewReader(strings.Trim(s[3], "'")))
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth(s[1], "")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var body struct {
			ThreadID   string `json:"thread_id"`
			Error      string `json:"error"`
			Interrupts []struct {
				ID    string `json:"id"`
				Value struct{ Question string }
			} `json:"interrupts"`
			Values struct{ Outcome string }
		}
		err = json.NewDecoder(resp.Body).Decode(&body)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if len(body.Interrupts) > 0 {
			thread, question = body.ThreadID, body.Interrupts[0].ID
			body.Values.Outcome = body.Interrupts[0].Value.Question
		}
		got := body.Error + body.Values.Outcome
		if !strings.HasPrefix(got, s[6]) || s[5] == "" && got != s[6] {
			t.Errorf("%s: got %q, want %q", path, got, s[6])
		}
	}
	want := "data: " + thread + " answer by \"bob\"\n"
	var seen bytes.Buffer
	for part := make([]byte, 512); !strings.Contains(seen.String(), want); {
		n, err := events.Read(part)
		seen.Write(part[:n])
		if err != nil {
			t.Fatalf("the events are %q (%v)", &seen, err)
		}
	}
}

// freeAddress returns an address that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// get waits for a server to come up.
func get(t *testing.T, url string) io.ReadCloser {
	t.Helper()
	for range 600 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			return resp.Body
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the service does not come up")
	return nil
}

// The lines of the README are Go.
func TestReadmeGo(t *testing.T) {
	t.Parallel()
	files, _ := guide(t, "README.md")
	body := files["go"]
	if !strings.Contains(body, "hitlrun.Open") {
		t.Fatalf("the README has %q", body)
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	script := regexp.MustCompile("(?s)```ts[^\n]*\n(.*?)```").FindSubmatch(text)
	if script == nil {
		t.Fatal("the README has no script")
	}
	main := "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\n\t\"github.com/hitlrun/hitlrun\"\n)\n\nfunc try(ctx context.Context) error {\n" +
		body + "\tfmt.Println(run.Status, string(run.Values))\n\treturn err\n}\n\nfunc main() {\n\tif err := try(context.Background()); err != nil {\n\t\tpanic(err)\n\t}\n}\n"
	_, goTool := goModule(t, map[string]string{"main.go": main, "approve.ts": string(script[1])})
	if got := goTool("run", "."); !strings.HasPrefix(got, "done ") || !strings.Contains(got, `"outcome":"sent"`) {
		t.Errorf("it prints %s", got)
	}
}

// The lines of docs/server.md are Go.
func TestServerGo(t *testing.T) {
	t.Parallel()
	files, _ := guide(t, "docs/server.md")
	body := files["go"]
	if !strings.Contains(body, "server.New") {
		t.Fatalf("the page has %q", body)
	}
	main := "package main\n\nimport (\n\t\"net/http\"\n\n\t\"github.com/hitlrun/hitlrun\"\n\t\"github.com/hitlrun/hitlrun/server\"\n)\n\n" +
		"func serve(store *hitlrun.Store, script *hitlrun.Script) error {\n" + body + "\treturn err\n}\n\nfunc main() { _ = serve(nil, nil) }\n"
	_, goTool := goModule(t, map[string]string{"main.go": main})
	goTool("vet", ".")
}
