// This file has a server that speaks the protocols of OpenAI's chat completions and Anthropic's messages, without a model:
// what it answers follows from the last message and from the name of the model.

package conformance_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// modelServer answers by these rules. A model "fail-<status>-<n>-<any>" fails n times. The last message decides else:
// a result of a tool is repeated; "use <tool> <arguments>" calls tools (";" between several); "hang" begins and never ends,
// "stall" never begins; what else there is, is said back. Where a schema is asked for, the answer is {"name":"Ann","age":7}.
type modelServer struct {
	*httptest.Server
	mu       sync.Mutex
	failures map[string]int
	answers  int
}

func newModelServer(t *testing.T) *modelServer {
	t.Helper()
	s := &modelServer{failures: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.HandleFunc("POST /v1/messages", s.messages)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// ask is a request in either protocol.
type ask struct {
	id       string // of the answer
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	System   any    `json:"system"`
	Messages []struct {
		Role    string `json:"role"`
		Content any    `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Name     string `json:"name"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	} `json:"tools"`
	ToolChoice     any `json:"tool_choice"`
	ResponseFormat *struct {
		Type string `json:"type"`
	} `json:"response_format"`
}

// call is a tool call that the "model" makes.
type call struct{ id, name, args string }

// text returns the last message, and whether it is the result of a tool.
func (a *ask) text() (text string, isResult bool) {
	last := a.Messages[len(a.Messages)-1]
	switch content := last.Content.(type) {
	case string:
		return content, last.Role == "tool"
	case []any:
		var parts []string
		for _, item := range content {
			block, _ := item.(map[string]any)
			if block["type"] == "tool_result" {
				isResult = true
			}
			for _, key := range []string{"text", "content"} {
				switch part := block[key].(type) {
				case string:
					parts = append(parts, part)
				case []any:
					inner, _ := part[0].(map[string]any)
					parts = append(parts, fmt.Sprint(inner["text"]))
				}
			}
		}
		return strings.Join(parts, " "), isResult || last.Role == "tool"
	}
	return "", false
}

func (a *ask) uses() []call {
	text, isResult := a.text()
	rest, ok := strings.CutPrefix(text, "use ")
	if !ok || isResult {
		return nil
	}
	var calls []call
	for i, part := range strings.Split(rest, ";") {
		name, args, _ := strings.Cut(strings.TrimSpace(part), " ")
		calls = append(calls, call{"call_" + strconv.Itoa(i), name, args})
	}
	return calls
}

const structured = `{"name":"Ann","age":7}`

func (a *ask) answer() string {
	text, isResult := a.text()
	switch {
	case a.ResponseFormat != nil && a.ResponseFormat.Type == "json_schema":
		return structured
	case isResult:
		return "The tool says: " + text
	}
	return "You said: " + text
}

// read reads a request, and fails it if the model's name says so.
func (s *modelServer) read(w http.ResponseWriter, r *http.Request, fail func(status int) any) (*ask, bool) {
	var a ask
	if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return nil, false
	}
	if text, _ := a.text(); text == "stall" {
		<-r.Context().Done()
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var status, times int
	var rest string
	if n, _ := fmt.Sscanf(a.Model, "fail-%d-%d-%s", &status, &times, &rest); n == 3 && s.failures[a.Model] < times {
		s.failures[a.Model]++
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(fail(status))
		return nil, false
	}
	s.answers++
	a.id = fmt.Sprint("msg_", s.answers)
	return &a, true
}

func (s *modelServer) chat(w http.ResponseWriter, r *http.Request) {
	a, ok := s.read(w, r, func(status int) any {
		return object{"error": object{"message": fmt.Sprint("no luck: ", status), "type": "made_up", "param": nil, "code": "no_luck"}}
	})
	if !ok {
		return
	}
	if r.Header.Get("Authorization") != "Bearer test-key" {
		http.Error(w, `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}}`, http.StatusUnauthorized)
		return
	}
	usage := object{"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
	message := object{"role": "assistant", "content": a.answer()}
	finish := "stop"
	if calls := a.uses(); calls != nil {
		finish = "tool_calls"
		var list []any
		for i, c := range calls {
			list = append(list, object{"index": i, "id": c.id, "type": "function", "function": object{"name": c.name, "arguments": c.args}})
		}
		message = object{"role": "assistant", "content": nil, "tool_calls": list}
	}
	if !a.Stream {
		reply(w, object{
			"id": a.id, "object": "chat.completion", "created": 1, "model": a.Model, "usage": usage,
			"choices": []any{object{"index": 0, "message": message, "finish_reason": finish}},
		})
		return
	}
	send := events(w)
	chunk := func(choices []any, more object) {
		o := object{"id": a.id, "object": "chat.completion.chunk", "created": 1, "model": a.Model, "choices": choices}
		for key, value := range more {
			o[key] = value
		}
		send("", o)
	}
	delta := func(d object, finish any) {
		chunk([]any{object{"index": 0, "delta": d, "finish_reason": finish}}, nil)
	}
	delta(object{"role": "assistant", "content": ""}, nil)
	if calls := a.uses(); calls != nil {
		for i, c := range calls {
			delta(object{"tool_calls": []any{object{"index": i, "id": c.id, "type": "function", "function": object{"name": c.name, "arguments": ""}}}}, nil)
			for _, part := range halves(c.args) {
				delta(object{"tool_calls": []any{object{"index": i, "function": object{"arguments": part}}}}, nil)
			}
		}
	} else {
		for _, word := range words(a.answer()) {
			delta(object{"content": word}, nil)
		}
	}
	if text, _ := a.text(); text == "hang" {
		<-r.Context().Done()
		return
	}
	delta(object{}, finish)
	chunk([]any{}, object{"usage": usage})
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func (s *modelServer) messages(w http.ResponseWriter, r *http.Request) {
	a, ok := s.read(w, r, func(status int) any {
		return object{"type": "error", "error": object{"type": "made_up", "message": fmt.Sprint("no luck: ", status)}}
	})
	if !ok {
		return
	}
	if r.Header.Get("X-Api-Key") != "test-key" && r.Header.Get("Authorization") != "Bearer test-key" {
		w.Header().Set("Content-Type", "application/json")
		http.Error(w, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`, http.StatusUnauthorized)
		return
	}
	calls := a.uses()
	if choice, ok := a.ToolChoice.(map[string]any); ok && choice["type"] == "tool" {
		calls = []call{{"call_0", fmt.Sprint(choice["name"]), structured}}
	}
	content := []any{object{"type": "text", "text": a.answer()}}
	stop := "end_turn"
	if calls != nil {
		content, stop = nil, "tool_use"
		for _, c := range calls {
			content = append(content, object{"type": "tool_use", "id": c.id, "name": c.name, "input": json.RawMessage(c.args)})
		}
	}
	whole := object{
		"id": a.id, "type": "message", "role": "assistant", "model": a.Model, "content": content,
		"stop_reason": stop, "stop_sequence": nil, "usage": object{"input_tokens": 3, "output_tokens": 4},
	}
	if !a.Stream {
		reply(w, whole)
		return
	}
	send := events(w)
	whole["content"], whole["stop_reason"] = []any{}, nil
	send("message_start", object{"type": "message_start", "message": whole})
	block := func(i int, start object, deltas ...object) {
		send("content_block_start", object{"type": "content_block_start", "index": i, "content_block": start})
		for _, d := range deltas {
			send("content_block_delta", object{"type": "content_block_delta", "index": i, "delta": d})
		}
		if text, _ := a.text(); text == "hang" {
			<-r.Context().Done()
		}
		send("content_block_stop", object{"type": "content_block_stop", "index": i})
	}
	if calls == nil {
		var deltas []object
		for _, word := range words(a.answer()) {
			deltas = append(deltas, object{"type": "text_delta", "text": word})
		}
		block(0, object{"type": "text", "text": ""}, deltas...)
	}
	for i, c := range calls {
		var deltas []object
		for _, part := range halves(c.args) {
			deltas = append(deltas, object{"type": "input_json_delta", "partial_json": part})
		}
		block(i, object{"type": "tool_use", "id": c.id, "name": c.name, "input": object{}}, deltas...)
	}
	send("message_delta", object{"type": "message_delta", "delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 4}})
	send("message_stop", object{"type": "message_stop"})
}

type object map[string]any

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// events begins a stream of server-sent events.
func events(w http.ResponseWriter) (send func(event string, data any)) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	return func(event string, data any) {
		if event != "" {
			fmt.Fprintf(w, "event: %s\n", event)
		}
		text, err := json.Marshal(data)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(w, "data: %s\n\n", text)
		w.(http.Flusher).Flush()
	}
}

func words(text string) []string { return strings.SplitAfter(text, " ") }

func halves(text string) []string { return []string{text[:len(text)/2], text[len(text)/2:]} }
