package server_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// The threads of a store behind HTTP, in a program of one's own: clients of LangGraph work with it, and so does curl. What a client asks
// for, the program sees, and may answer.
func ExampleNew() {
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		panic(err)
	}
	defer store.Close()
	script, err := hitlrun.LoadSource("greet.ts", []byte(`
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ name: Annotation<string>(), text: Annotation<string>() }))
  .addNode("ask", () => ({ name: interrupt("What is your name?") }))
  .addNode("greet", ({ name }) => ({ text: "Hello " + name }))
  .addEdge(START, "ask").addEdge("ask", "greet").compile();
`), hitlrun.ScriptOptions{})
	if err != nil {
		panic(err)
	}
	handler, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script}}})
	if err != nil {
		panic(err)
	}
	defer handler.Shutdown(context.Background())
	mux := http.NewServeMux()
	mux.Handle("/", handler) // beside routes of the program
	service := httptest.NewServer(mux)
	defer service.Close()

	resp, err := http.Post(service.URL+"/chat", "application/json", strings.NewReader(`{"input": {}}`))
	if err != nil {
		panic(err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()

	waiting, err := store.Threads(context.Background(), hitlrun.ThreadFilter{Status: hitlrun.StatusInterrupted})
	if err != nil {
		panic(err)
	}
	fmt.Println(resp.StatusCode, string(waiting[0].Interrupts[0].Value))
	run, err := store.Resume(context.Background(), waiting[0].ID, hitlrun.Answer{Value: hitlrun.JSON("Ann"), Script: script})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(run.Values))
	// Output:
	// 200 "What is your name?"
	// {"name":"Ann","text":"Hello Ann"}
}
