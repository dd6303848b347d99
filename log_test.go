package hitlrun_test

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// The log has what happens to threads, and nothing of what is said in them.
func TestLogger(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == hitlrun.LogDuration || a.Key == hitlrun.LogRun {
			return slog.Attr{}
		}
		return a
	}}))
	store, err := hitlrun.Open(":memory:", hitlrun.Options{Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow+`
export const bad = new StateGraph(Mail).addNode("n", ({ to }) => { throw new Error("the secret of " + to); }).addEdge(START, "n").compile();
`), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	ann := hitlrun.RunOptions{By: "ann", From: "web"}
	input := []byte(`{"to": "secret"}`)
	store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: input, RunOptions: ann})
	store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: input})
	store.Resume(ctx, "t", hitlrun.Answer{Value: []byte(`"secret`)})
	store.Resume(ctx, "t", hitlrun.Answer{Value: []byte(`"secret"`), RunOptions: ann})
	store.Start(ctx, script, hitlrun.Start{ThreadID: "bad", Graph: "bad", Input: input})
	if err := store.DeleteBy(ctx, "t", "bob", "web"); err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`@[0-9a-f]{8}`).ReplaceAllString(out.String(), "@HASH")
	want := `level=INFO msg="run began" thread=t script=flow.ts@HASH graph=graph by=ann from=web
level=INFO msg="run ended" thread=t status=interrupted waiting=1
level=WARN msg="run refused" thread=t by="" from=go error="thread \"t\" waits for an answer: resume it, or discard its questions"
level=WARN msg="run refused" thread=t by="" from=go error="the input does not fit"
level=INFO msg="run began" thread=t script=flow.ts@HASH graph=graph by=ann from=web
level=INFO msg="run ended" thread=t status=done waiting=0
level=INFO msg="run began" thread=bad script=flow.ts@HASH graph=bad by="" from=go
level=ERROR msg="run failed" thread=bad status=error waiting=0 error="the script threw an error at flow.ts:15:74"
level=INFO msg="thread deleted" thread=t by=bob from=web
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if strings.Contains(got, "secret") {
		t.Error("the log has what was said")
	}
}
