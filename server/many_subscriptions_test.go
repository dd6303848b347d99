// This file has a client with many subscriptions to large events.

package server_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A large event is decoded once, and not for each subscription and each of its channels: that would take minutes here.
func TestLargeEventsOfManySubscriptions(t *testing.T) {
	t.Parallel()
	script := load(t, "large.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("send", (_, config) => { config.writer({ name: "large", text: "x".repeat(2 << 20) }); config.writer({ name: "last" }); }).addEdge(START, "send").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "graph"}} })
	ctx, stop := context.WithTimeout(t.Context(), 40*time.Second)
	defer stop()
	ws := c.socket(ctx, "t")
	ws.SetReadLimit(-1)
	write := func(text string) {
		if err := ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	channels := make([]string, 100)
	for i := range channels {
		channels[i] = fmt.Sprintf(`"custom:%d"`, i)
	}
	for i := range 99 {
		write(fmt.Sprintf(`{"id":%d,"method":"subscription.subscribe","params":{"channels":[%s]}}`, i, strings.Join(channels, ",")))
	}
	write(`{"id":99,"method":"subscription.subscribe","params":{"channels":["custom:last"]}}`)
	write(`{"id":100,"method":"run.start","params":{"assistant_id":"agent","input":{"n":1}}}`)
	for {
		_, data, err := ws.Read(ctx)
		if err != nil {
			t.Fatalf("the last event does not come: %v", err)
		}
		if strings.Contains(string(data), `"name":"large"`) {
			t.Error("an event comes that no subscription matches")
		}
		if strings.Contains(string(data), `"name":"last"`) {
			return
		}
	}
}
