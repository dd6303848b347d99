// This file tests how long the editor of node:readline takes for a long text.

package node_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// TestPaste checks that the time for a text that is pasted, in chunks, grows with its length, and not with the square of it. It
// measures the time of the processor: other programs may take the machine. It is not parallel, because this time is that of the process.
func TestPaste(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector, which measures another time and has nothing to find: one goroutine works")
	}
	const source = `
		import { createInterface } from "node:readline";
		import { PassThrough } from "node:stream";
		const time = (n) => {
			const input = new PassThrough(), output = { columns: 80, write() {}, on() {}, removeListener() {} };
			const rl = createInterface({ input, output, terminal: true });
			const begin = process.cpuUsage();
			for (let i = 0; i < n; i++) input.emit("data", Buffer.from("é".repeat(100)));
			if (rl.line !== "é".repeat(100 * n) || rl.cursor !== 100 * n) throw new Error("the line is not what was pasted");
			rl.close();
			const { user, system } = process.cpuUsage(begin);
			return user + system;
		};
		time(10);
		console.log(Math.min(time(400), time(400)) / Math.min(time(100), time(100)));`
	out, _, err := jsapitest.Run(t, source, jsapi.Options{})
	ratio, _ := strconv.ParseFloat(strings.TrimSpace(out), 64)
	if err != nil || ratio == 0 || ratio > 8 {
		t.Errorf("four times the text takes %v times as long, error %v", ratio, err)
	}
}

// TestPasteIsUndone checks what undo and redo do after a text was pasted, and typed.
func TestPasteIsUndone(t *testing.T) {
	t.Parallel()
	const source = `
		import { createInterface } from "node:readline";
		import { PassThrough } from "node:stream";
		const input = new PassThrough(), output = { columns: 80, write() {}, on() {}, removeListener() {} };
		const rl = createInterface({ input, output, terminal: true }), seen = [];
		const send = (...keys) => { for (const key of keys) { input.emit("data", Buffer.from(key)); seen.push(rl.line + "@" + rl.cursor); } };
		send("abc", "\x01", "X", "\x05", "d", "\x1f", "\x1f", "\x1f", "\x1f", "\x1e", "\x1e", "\x1e", "e");
		rl.line = "set"; rl.cursor = 3;
		send("!", "\x7f");
		console.log(seen.join(" "));
		rl.close();`
	const want = "abc@3 abc@0 Xabc@1 Xabc@4 Xabcd@5 Xabc@4 abc@0 ab@2 a@1 ab@2 abc@0 Xabc@4 Xabce@5 set!@4 set@3\n"
	if out, _, err := jsapitest.Run(t, source, jsapi.Options{}); err != nil || out != want {
		t.Errorf("got  %s%v\nwant %s", out, err, want)
	}
}
