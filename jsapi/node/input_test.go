// This file tests standard input: as a stream, and line by line.

package node_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

func TestStandardInput(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"events":    `process.stdin.setEncoding("utf8"); let all = ""; process.stdin.on("data", (d) => all += d).on("end", () => console.log(all.split("\n").join("|")));`,
		"async":     `let all = ""; for await (const chunk of process.stdin) all += chunk; console.log(all.split("\n").join("|"));`,
		"readable":  `let all = ""; process.stdin.on("readable", () => { for (let d; (d = process.stdin.read()) !== null;) all += d; }).on("end", () => console.log(all.split("\n").join("|")));`,
		"pipe":      `import { Transform } from "node:stream"; process.stdin.pipe(new Transform({ transform: (d, _, done) => done(null, String(d).split("\n").join("|")), flush(done) { done(null, "\n"); } })).pipe(process.stdout);`,
		"pipeline":  `import { pipeline } from "node:stream/promises"; const all = []; await pipeline(process.stdin, async (source) => { for await (const d of source) all.push(d); }); console.log(Buffer.concat(all).toString().split("\n").join("|"));`,
		"consumers": `import { text } from "node:stream/consumers"; console.log((await text(process.stdin)).split("\n").join("|"));`,
		"lines":     `import { createInterface } from "node:readline/promises"; let all = ""; for await (const line of createInterface({ input: process.stdin })) all += line + "|"; console.log(all);`,
		"a line, then bytes": `import { createInterface } from "node:readline/promises"; const rl = createInterface({ input: process.stdin }); const first = await rl.question(""); rl.close();
			process.stdin.once("data", (d) => console.log([first, ...String(d).split("\n")].join("|")));`,
	} {
		out, _, err := jsapitest.Run(t, source, jsapi.Options{Stdin: strings.NewReader("one\ntwo\n"), Permissions: jsapi.AllowAll()})
		if err != nil || out != "one|two|\n" {
			t.Errorf("%s: got %q, %v", name, out, err)
		}
	}
}

// Chunks are what was written, as bytes, and what they are before the next ones come.
func TestChunksOfInput(t *testing.T) {
	t.Parallel()
	input, answers := io.Pipe()
	go func() {
		_, _ = io.WriteString(answers, "one\ntw")
		_, _ = io.WriteString(answers, "o")
		_ = answers.CloseWithError(io.ErrUnexpectedEOF)
	}()
	out, _, err := jsapitest.Run(t, `
		import { Readable } from "node:stream";
		const { stdin } = process;
		console.log(stdin.fd, stdin.isTTY, stdin.setRawMode, stdin instanceof Readable, stdin.readableFlowing, stdin.pause === Readable.prototype.pause);
		try { for await (const chunk of stdin) console.log(chunk); } catch (error) { console.log(error.message, stdin.destroyed); }`, jsapi.Options{Stdin: input})
	want := "0 undefined undefined true null true\n<Buffer 6f 6e 65 0a 74 77>\n<Buffer 6f>\nunexpected EOF true\n"
	if err != nil || out != want {
		t.Errorf("got %s%v, want %s", out, err, want)
	}
}

// A program ends although standard input is open, if it does not listen any more.
func TestOpenInput(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"never used": `process.stdin.isTTY; process.stdin.on("end", () => {});`,
		"paused":     `process.stdin.on("data", () => {}); setTimeout(() => process.stdin.pause(), 10);`,
		"once":       `process.stdin.once("data", (d) => { console.log(String(d)); process.stdin.pause(); });`,
		"unref":      `process.stdin.on("data", () => {}).unref();`,
		"destroyed":  `process.stdin.on("data", () => {}); setTimeout(() => process.stdin.destroy(), 10);`,
		"closed":     `import { createInterface } from "node:readline"; const rl = createInterface({ input: process.stdin, terminal: true }); setTimeout(() => rl.close(), 10);`,
		"no line":    `import { createInterface } from "node:readline"; createInterface({ input: process.stdin });`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			input, answers := io.Pipe()
			defer answers.Close()
			if name == "once" {
				go func() { _, _ = io.WriteString(answers, "first") }()
			}
			ended := make(chan string, 1)
			go func() {
				out, _, err := jsapitest.Run(t, source, jsapi.Options{Stdin: input})
				if err != nil {
					out += err.Error()
				}
				ended <- out
			}()
			select {
			case got := <-ended:
				if want := map[bool]string{true: "first\n"}[name == "once"]; got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			case <-time.After(20 * time.Second):
				t.Error("it does not end")
			}
		})
	}
}

// A question that is taken back does not lose the line that comes later.
func TestQuestionIsTakenBack(t *testing.T) {
	t.Parallel()
	input, answers := io.Pipe()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		go func() { _, _ = io.WriteString(answers, "late\n") }()
	}))
	defer server.Close()
	out, _, err := jsapitest.Run(t, `
		import { createInterface } from "node:readline/promises";
		const rl = createInterface({ input: process.stdin, output: process.stdout });
		const controller = new AbortController();
		setTimeout(() => controller.abort(), 20);
		await rl.question("first? ", { signal: controller.signal }).catch((error) => console.log(error.name));
		await fetch("`+server.URL+`"); // the answer is written now
		console.log(await rl.question("second? "));
		rl.close();`, jsapi.Options{Stdin: input, Permissions: jsapi.AllowAll()})
	if want := "first? AbortError\nsecond? late\n"; err != nil || out != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
}

// What a listener throws ends the script.
func TestLineListenerThrows(t *testing.T) {
	t.Parallel()
	_, _, err := jsapitest.Run(t, `import { createInterface } from "node:readline"; createInterface({ input: process.stdin }).on("line", (line) => { throw new Error(line); });`,
		jsapi.Options{Stdin: strings.NewReader("mine\n")})
	if err == nil || !strings.Contains(err.Error(), "Error: mine") {
		t.Errorf("got %v", err)
	}
}
