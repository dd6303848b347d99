// This file tests messages that a model streams in parts, for clients that want the message so far with each part.

package server_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const speaking = `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
import { AIMessageChunk } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
class Model extends BaseChatModel {
  constructor(parts) { super({}); this.parts = parts; }
  _llmType() { return "model"; }
  async _generate() { throw new Error("it only streams"); }
  async *_streamResponseChunks(_m, _o, run) {
    for (const part of this.parts) {
      const chunk = new ChatGenerationChunk({ text: "", message: new AIMessageChunk({ content: "", id: "m", ...part }) });
      yield chunk;
      await run?.handleLLMNewToken("", undefined, undefined, undefined, undefined, { chunk });
    }
  }
}
export const speaks = new StateGraph(Annotation.Root({ parts: Annotation() }))
  .addNode("model", async ({ parts }, config) => { for await (const _ of await new Model(parts).stream([], config)); return {}; })
  .addEdge(START, "model").compile();
`

// Each event of the mode messages has the message as far as it has arrived: texts, content blocks, and calls of tools with their
// arguments. What is wanted was observed with AIMessageChunk.concat of LangChain on Node.
func TestPartsOfMessages(t *testing.T) {
	t.Parallel()
	script := load(t, "speaking.ts", speaking, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "speaks", Script: script, Export: "speaks"}}
	})
	call := func(more string) string { return `{"tool_call_chunks":[{"type":"tool_call_chunk",` + more + `}]}` }
	for name, test := range map[string]struct {
		parts []string
		field string
		want  []string // the field after each part
	}{
		"text": {[]string{`{"content":"Hel"}`, `{"content":"lo"}`}, "content", []string{`"Hel"`, `"Hello"`}},
		"arguments": {
			[]string{call(`"id":"c","name":"send","index":0,"args":"{\"to\":"`), call(`"index":0,"args":"\"An"`), call(`"index":0,"args":"n\",\"n\":[1,"`), call(`"index":0,"args":"{\"a"`), call(`"index":0,"args":"\":tr"`), call(`"index":0,"args":"ue},-1.5e"`), call(`"index":0,"args":"2]}"`)},
			"args",
			[]string{`{}`, `{"to":"An"}`, `{"to":"Ann","n":[1]}`, `{"to":"Ann","n":[1,{}]}`, `{"to":"Ann","n":[1,{"a":true}]}`, `{"to":"Ann","n":[1,{"a":true},-1.5]}`, `{"to":"Ann","n":[1,{"a":true},-150]}`},
		},
		"two calls": {
			[]string{call(`"id":"a","name":"x","index":0,"args":"{}"`), call(`"id":"b","name":"y","index":1,"args":"{\"k\":"`), call(`"index":1,"args":"1}"`)},
			"tool_calls",
			[]string{
				`[{"name":"x","args":{},"id":"a","type":"tool_call"}]`,
				`[{"name":"x","args":{},"id":"a","type":"tool_call"},{"name":"y","args":{},"id":"b","type":"tool_call"}]`,
				`[{"name":"x","args":{},"id":"a","type":"tool_call"},{"name":"y","args":{"k":1},"id":"b","type":"tool_call"}]`,
			},
		},
		"what is no JSON": {
			[]string{call(`"id":"a","name":"x","index":0,"args":"{\"a\":1}"`), call(`"index":0,"args":" nope"`)}, "invalid_tool_calls",
			[]string{`null`, `[{"name":"x","args":"{\"a\":1} nope","id":"a","error":"Malformed args.","type":"invalid_tool_call"}]`},
		},
		"parts of calls": {
			[]string{call(`"id":"a","name":"x","index":0,"args":"{"`), call(`"index":0,"args":"}"`)}, "tool_call_chunks",
			[]string{`[{"type":"tool_call_chunk","id":"a","name":"x","index":0,"args":"{"}]`, `[{"type":"tool_call_chunk","id":"a","name":"x","index":0,"args":"{}"}]`},
		},
		"blocks": {
			[]string{`{"content":[{"type":"text","text":"a","index":1}]}`, `{"content":[{"type":"text","text":"b","index":1}]}`, `{"content":[{"type":"text","text":"c","index":2}]}`, `{"content":[{"type":"text","text":""}]}`, `{"content":"d"}`, `{"content":[{"type":"reasoning","reasoning":"r","index":1}]}`},
			"content",
			[]string{
				`[{"type":"text","text":"a","index":1}]`, `[{"type":"text","text":"ab","index":1}]`,
				`[{"type":"text","text":"ab","index":1},{"type":"text","text":"c","index":2}]`, `[{"type":"text","text":"ab","index":1},{"type":"text","text":"c","index":2}]`,
				`[{"type":"text","text":"ab","index":1},{"type":"text","text":"c","index":2},{"type":"text","text":"d"}]`,
				`[{"type":"text","text":"ab","index":1},{"type":"text","text":"c","index":2},{"type":"text","text":"d"},{"type":"reasoning","reasoning":"r","index":1}]`,
			},
		},
		"a text and blocks": {
			[]string{`{"content":"s"}`, `{"content":[{"type":"text","text":"t"}]}`, `{"content":""}`, `{"content":"u"}`}, "content",
			[]string{`"s"`, `[{"type":"text","text":"s"},{"type":"text","text":"t"}]`, `[{"type":"text","text":"s"},{"type":"text","text":"t"}]`, `[{"type":"text","text":"s"},{"type":"text","text":"t"},{"type":"text","text":"u"}]`},
		},
		"other fields": {
			[]string{`{"additional_kwargs":{"a":"x","l":[1],"o":{"p":"q"}}}`, `{"additional_kwargs":{"a":"y","l":[2],"o":{"p":"r","s":1},"name":"z"}}`}, "additional_kwargs",
			[]string{`{"a":"x","l":[1],"o":{"p":"q"}}`, `{"a":"xy","l":[1,2],"o":{"p":"qr","s":1},"name":"z"}`},
		},
		"tokens": {
			[]string{`{"usage_metadata":{"input_tokens":1,"output_tokens":2,"total_tokens":3}}`, `{"usage_metadata":{"input_tokens":0,"output_tokens":4,"total_tokens":4}}`}, "usage_metadata",
			[]string{`{"input_tokens":1,"output_tokens":2,"total_tokens":3}`, `{"input_tokens":1,"output_tokens":6,"total_tokens":7}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := c.ok("POST", "/runs/stream", `{"assistant_id":"speaks","input":{"parts":[`+strings.Join(test.parts, ",")+`]},"stream_mode":"messages"}`)
			var said []string
			for _, event := range strings.Split(got, "event: messages/partial\ndata: ")[1:] {
				event, _, _ = strings.Cut(event, "\n")
				var messages []map[string]json.RawMessage
				decode(t, event, &messages)
				field := messages[0][test.field]
				if test.field == "args" {
					var calls []map[string]json.RawMessage
					decode(t, string(messages[0]["tool_calls"]), &calls)
					field = calls[0]["args"]
				}
				if field == nil {
					field = json.RawMessage("null")
				}
				said = append(said, string(field))
			}
			if len(said) != len(test.want) {
				t.Fatalf("%d events, want %d: %s", len(said), len(test.want), got)
			}
			for i, want := range test.want {
				if !sameJSON(t, said[i], want) {
					t.Errorf("after part %d: %s\nwant %s", i+1, said[i], want)
				}
			}
		})
	}
}

// A part whose blocks would be compared with too many others ends its message: clients get no more events of it. Other messages go on.
func TestPartsThatTakeTooMuch(t *testing.T) {
	t.Parallel()
	source := strings.Replace(speaking, "      yield chunk;\n", "", 1) // LangChain would join them, too
	source = strings.Replace(source, "    }\n  }\n}", "    }\n    yield new ChatGenerationChunk({ text: \"\", message: new AIMessageChunk(\"\") });\n  }\n}", 1)
	source = strings.Replace(source, "of this.parts", `of [
      { content: Array.from({ length: 3000 }, (_, index) => ({ index })) }, { content: Array.from({ length: 3000 }, (_, n) => ({ index: n + 0.5 })) },
      { content: "last" }, { id: "other", content: "a" }, { id: "other", content: "b" },
    ]`, 1)
	script := load(t, "loud.ts", source, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "speaks", Script: script, Export: "speaks"}}
	})
	got := c.ok("POST", "/runs/stream", `{"assistant_id":"speaks","input":{"parts":[]},"stream_mode":"messages"}`)
	events := strings.Split(got, "event: messages/partial\ndata: ")[1:]
	if len(events) < 3 || strings.Contains(events[1], `"id":"m"`) || !strings.Contains(events[2], `"content":"ab"`) {
		t.Errorf("%d events: %.300s", len(events), strings.Join(events[min(1, len(events)):], "\n"))
	}
}

// A client with the mode messages also gets each message of the state once, whole: those that no model streams, too. The order was
// observed with the development server of LangGraph.js.
func TestWholeMessages(t *testing.T) {
	t.Parallel()
	script := load(t, "chat.ts", `
import { StateGraph, MessagesAnnotation, START, interrupt } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { AIMessage } from "@langchain/core/messages";
const model = new FakeListChatModel({ responses: ["hi"] });
const inner = new StateGraph(MessagesAnnotation)
  .addNode("made", () => ({ messages: [new AIMessage({ content: "made", id: "made" })] })).addEdge(START, "made").compile();
export const chat = new StateGraph(MessagesAnnotation)
  .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode("inner", inner)
  .addNode("ask", () => ({ messages: [new AIMessage({ content: interrupt("what?"), id: "said" }), { role: "ai", content: "changed", id: "made" }] }))
  .addEdge(START, "model").addEdge("model", "inner").addEdge("inner", "ask").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "chat", Script: script, Export: "chat"}} })
	for _, more := range []string{"", `,"stream_subgraphs":true`} {
		thread := c.thread()
		stream := func(body string) (said []string) {
			body = `{"assistant_id":"chat","stream_mode":["messages"],` + body + more + `}`
			for _, event := range strings.Split(c.ok("POST", "/threads/"+thread+"/runs/stream", body), "\n\n") {
				name, data, _ := strings.Cut(strings.TrimPrefix(event, "event: "), "\ndata: ")
				data, _, _ = strings.Cut(data, "\nid: ")
				if name != "messages/complete" {
					if !strings.HasPrefix(name, "messages/") && name != "metadata" {
						t.Errorf("a client that wants messages gets %s", name)
					}
					said = append(said, strings.TrimPrefix(name, "messages/"))
					continue
				}
				var messages []struct{ Type, Content, ID string }
				decode(t, data, &messages)
				for _, m := range messages {
					if m.ID == "" {
						t.Errorf("a message without an id: %s", data)
					}
					said = append(said, m.Type+" "+m.Content)
				}
			}
			return slices.Compact(said)
		}
		got := strings.Join(stream(`"input":{"messages":[{"type":"human","content":"hello","id":"q"}]}`), ", ")
		if more != "" {
			got = strings.ReplaceAll(got, "metadata|inner", "metadata") // the names of events of a subgraph have its name
		}
		if want := "metadata, human hello, metadata, partial, ai hi, metadata, partial, ai made"; more == "" && got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		} else if strings.Count(got, "ai made") != 1 || strings.Count(got, "ai hi") != 1 {
			t.Errorf("with subgraphs: %s", got)
		}
		got = strings.Join(stream(`"command":{"resume":"so"}`), ", ")
		if want := "metadata, human hello, ai hi, ai made, metadata, partial, ai so"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// A client with the mode events gets what streamEvents of version "v2" returns, in the order of the development server of LangGraph.js.
func TestEventsOfRuns(t *testing.T) {
	t.Parallel()
	script := load(t, "chat.ts", `
import { StateGraph, MessagesAnnotation, START, interrupt } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
const model = new FakeListChatModel({ responses: ["hi"] });
const inner = new StateGraph(MessagesAnnotation)
  .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] })).addEdge(START, "model").compile();
export const chat = new StateGraph(MessagesAnnotation)
  .addNode("inner", inner)
  .addNode("ask", () => ({ messages: [{ role: "ai", content: interrupt("what?"), id: "said" }] }))
  .addEdge(START, "inner").addEdge("inner", "ask").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "chat", Script: script, Export: "chat"}} })
	thread := c.thread()
	for _, tt := range []struct{ body, want string }{
		{`"input":{"messages":[{"role":"user","content":"hello"}]}`, "on_chain_start LangGraph, on_chain_start inner, on_chain_start LangGraph, on_chain_start model, on_chat_model_start FakeListChatModel, " +
			"on_chat_model_stream FakeListChatModel, on_chat_model_stream FakeListChatModel, on_chat_model_end FakeListChatModel, on_chain_end model, on_chain_end LangGraph, on_chain_end inner, on_chain_start ask, on_chain_end LangGraph"},
		{`"command":{"resume":"so"}`, "on_chain_start LangGraph, on_chain_start ask, on_chain_end ask, on_chain_end LangGraph"},
	} {
		var run string
		var got []string
		for _, event := range strings.Split(c.ok("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"chat","stream_mode":["events"],`+tt.body+`}`), "\n\n") {
			name, data, _ := strings.Cut(strings.TrimPrefix(event, "event: "), "\ndata: ")
			data, _, _ = strings.Cut(data, "\nid: ")
			if name == "metadata" {
				run = field(data, "run_id")
			}
			if name != "events" {
				continue
			}
			got = append(got, field(data, "event")+" "+field(data, "name"))
			if len(got) == 1 && field(data, "run_id") != run {
				t.Errorf("the graph has the id %s, its run %s", field(data, "run_id"), run)
			}
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.body, got, tt.want)
		}
	}
}
