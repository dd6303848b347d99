// This file answers questions by forms, cards and an editor, on a pseudo terminal.

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// formScript asks what its input says, and prints the answer.
const formScript = `
import { Annotation, END, interrupt, START, StateGraph } from "@langchain/langgraph";
const State = Annotation.Root({ question: Annotation(), answer: Annotation() });
export const graph = new StateGraph(State)
  .addNode("ask", ({ question }) => {
    const answer = interrupt(question);
    console.log("answer " + JSON.stringify(answer) + ".");
    return { answer };
  })
  .addEdge(START, "ask").addEdge("ask", END).compile();
`

const orderQuestion = `{"question":{"text":"Which?","schema":{"type":"object","required":["size","ok"],"properties":{
	"size":{"enum":["small","large"]},"count":{"type":"integer","default":2},"ok":{"type":"boolean","description":"Is it paid?"},
	"note":{"type":"string"},"to":{"type":"object","properties":{"name":{"type":"string"}}}}}}}`

const mailQuestion = `{"question":{"actionRequests":[
	{"name":"send","args":{"to":"bob","n":1,"urgent":true},"description":"A mail."},{"name":"ask","args":{},"description":"Ask."},{"name":"send","args":{"to":"eve"}}],
	"reviewConfigs":[{"actionName":"send","allowedDecisions":["approve","edit","reject"]},{"actionName":"ask","allowedDecisions":["respond"]},{"actionName":"send","allowedDecisions":["approve","reject"]}]}}`

// reviewed starts threads with these questions, and returns the folder they are in.
func reviewed(t *testing.T, questions map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "form.ts"), []byte(formScript), 0o666); err != nil {
		t.Fatal(err)
	}
	for id, q := range questions {
		c := onConsole(t, dir, nil, "start", "form.ts", "--thread", id, "--input", q, "--json")
		c.exits(exitPaused)
	}
	return dir
}

func TestForm(t *testing.T) {
	t.Parallel()
	dir := reviewed(t, map[string]string{"order": orderQuestion})
	c := onConsole(t, dir, nil, "resume", "--thread", "order")
	c.expect("1  small\r\n  2  large\r\nsize (1-2): ")
	c.press("3\r")
	c.expect("a number from 1 to 2 is expected")
	c.expect("size (1-2): ")
	c.press("2\r")
	c.expect("count (integer) [2]: ")
	c.press("1.5\r")
	c.expect(`"1.5" is not a valid integer`)
	c.expect("count (integer) [2]: ")
	c.press("\r")
	c.expect("ok: Is it paid?\r\nok (y/n): ")
	c.press("\r") // it is required
	c.expect("ok (y/n): ")
	c.press("y\r")
	c.expect("note [none]: ")
	c.press("Bell\x1b[D\x1b[Dxx\x01say \r") // left, left, and to the beginning
	c.expect("to.name [none]: ")
	c.press("\r")
	c.expect("send it?")
	c.press("n\r")
	c.expect("size (1-2) [large]: ")
	c.press("small\r")
	c.expect("count (integer) [2]: ")
	c.press("7\r")
	c.expect("ok (y/n) [true]: ")
	c.press("\r")
	c.expect("note [say Bexxll]: ")
	c.press("\r")
	c.expect("to.name [none]: ")
	c.press("Ann\r")
	c.expect("send it?")
	c.press("\r")
	c.exits(exitDone, `answer {"size":"small","count":7,"ok":true,"note":"say Bexxll","to":{"name":"Ann"}}.`)
}

// An answer that the form takes and the schema refuses is asked for again, with the reason.
func TestRefusedAnswer(t *testing.T) {
	t.Parallel()
	dir := reviewed(t, map[string]string{"many": `{"question":{"text":"How many?","schema":{"type":"integer","minimum":1}}}`})
	c := onConsole(t, dir, nil, "resume", "--thread", "many")
	c.expect("(integer) > ")
	c.press("0\r")
	c.expect("does not fit")
	c.expect("(integer) [0] > ")
	c.press("3\r")
	c.exits(exitDone, "answer 3.")
}

func TestReview(t *testing.T) {
	t.Parallel()
	dir := reviewed(t, map[string]string{"mail": mailQuestion, "plain": `{"question":"Really?"}`})
	c := onConsole(t, dir, []string{"EDITOR=" + editor(t, `{"to":"ann","n":1}`)}, "review", "--as", "ann")
	c.expect("Really?")
	c.expect("number, text to search for, or q: ")
	c.press("really\r")
	c.expect("with \"really\"; an empty line shows all\r\n")
	c.expect("1  plain")
	c.expect("q: ")
	c.press("1\r")
	c.expect("ask asks (thread plain): Really?\r\n> ")
	c.press("\x04") // not now
	c.expect("q: ")
	c.press("1\r")
	c.expect("> ")
	c.press("yes\r")
	c.expect("answer \"yes\".")
	c.expect("thread plain: done")
	c.expect("no questions wait")
	c.expect("q: ")
	c.press("\r")
	c.expect("1  mail")
	c.expect("q: ")
	c.press("1\r")
	c.expect("ask asks for 3 decisions (thread mail)\r\n\r\naction 1 of 3: send\r\n  to: bob\r\n  n: 1\r\n  urgent: true\r\n  A mail.\r\na = approve, e = edit the arguments, r = reject, with a reason: ")
	c.press("s\r")
	c.expect("one of approve, edit, reject is expected")
	c.press("e\r")
	c.expect("to [bob]: ")
	c.press("eve\r")
	c.expect("n (number) [1]: ")
	c.press("2\r")
	c.expect("urgent (y/n) [true]: ")
	c.press("\r")
	c.expect("\"to\": \"eve\"")
	c.expect("send it?")
	c.press("e\r") // what the editor leaves
	c.expect("\"to\": \"ann\"")
	c.expect("send it?")
	c.press("y\r")
	c.expect("action 2 of 3: ask")
	c.expect("s = respond in place of the action: ")
	c.press("s\r")
	c.expect("response: ")
	c.press("Blue.\r")
	c.expect("action 3 of 3: send")
	c.expect("a = approve, r = reject, with a reason: ")
	c.press("reject\r")
	c.expect("reason [none]: ")
	c.press("too late\r")
	c.expect(`answer {"decisions":[{"type":"edit","editedAction":{"name":"send","args":{"to":"ann","n":1}}},{"type":"respond","message":"Blue."},{"type":"reject","message":"too late"}]}.`)
	c.expect("thread mail: done")
	c.exits(exitDone, "no questions wait")
	c = onConsole(t, dir, nil, "audit")
	c.exits(exitDone, "ann")
}

// agentScript is an agent as the documentation of human-in-the-loop middleware has it, with a model that calls all of its tools at once.
const agentScript = `
import { AIMessage, createAgent, humanInTheLoopMiddleware, tool } from "langchain";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { z } from "zod";
const does = (name, schema, f) => tool(async (args) => { console.log("runs: " + f(args)); return f(args); }, { name, description: name, schema });
const tools = [
  does("send_email", z.object({ to: z.string(), subject: z.string(), body: z.string() }), ({ to, subject, body }) => "mail to " + to + ", " + subject + ", " + body),
  does("delete_record", z.object({ id: z.number() }), ({ id }) => "record " + id + " deleted"),
  does("ask_user", z.object({ question: z.string() }), () => "nobody answered"),
  does("read_data", z.object({ query: z.string() }), ({ query }) => "3 rows of " + query),
];
class Model extends BaseChatModel {
  _llmType() { return "fake"; }
  bindTools() { return this; }
  async _generate(messages) {
    const call = (name, args) => ({ id: "call_" + name, name, args, type: "tool_call" });
    const message = messages.at(-1).getType() !== "human"
      ? new AIMessage("I was told: " + messages.filter((m) => m.getType() === "tool").map((m) => m.content).sort().join(" / ") + ".")
      : new AIMessage({ content: "", tool_calls: [call("send_email", { to: "alice@example.com", subject: "Hello", body: "Pay now!" }),
          call("delete_record", { id: 7 }), call("ask_user", { question: "Which color?" }), call("read_data", { query: "mails" })] });
    return { generations: [{ text: "", message }] };
  }
}
export const agent = createAgent({ model: new Model({}), tools, middleware: [humanInTheLoopMiddleware({ interruptOn: {
  send_email: { allowedDecisions: ["approve", "edit", "reject"] }, delete_record: { allowedDecisions: ["approve", "reject"] }, ask_user: { allowedDecisions: ["respond"] },
} })] });
`

// TestReviewAgent decides about each action of an agent in another way: edit, reject and respond; what needs no decision has none.
func TestReviewAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "agent.ts", agentScript)
	onConsole(t, dir, nil, "start", "agent.ts", "--thread", "paint", "--input", `{"messages":[{"role":"user","content":"Paint the door"}]}`, "--json").exits(exitPaused)
	c := onConsole(t, dir, nil, "review", "--as", "ann")
	c.expect("1  paint")
	c.expect("q: ")
	c.press("1\r")
	c.expect("asks for 3 decisions (thread paint)")
	c.expect("action 1 of 3: send_email\r\n  to: alice@example.com\r\n  subject: Hello\r\n  body: Pay now!\r\n")
	c.expect("a = approve, e = edit the arguments, r = reject, with a reason: ")
	c.press("e\r")
	c.expect("to [alice@example.com]: ")
	c.press("\r")
	c.expect("subject [Hello]: ")
	c.press("\r")
	c.expect("body [Pay now!]: ")
	c.press("Please pay.\r")
	c.expect("send it?")
	c.press("y\r")
	c.expect("action 2 of 3: delete_record\r\n  id: 7\r\n")
	c.expect("a = approve, r = reject, with a reason: ")
	c.press("r\r")
	c.expect("reason [none]: ")
	c.press("Keep record 7.\r")
	c.expect("action 3 of 3: ask_user")
	c.expect("s = respond in place of the action: ")
	c.press("s\r")
	c.expect("response: ")
	c.press("Blue.\r")
	c.expect("runs: mail to alice@example.com, Hello, Please pay.")
	c.exits(exitDone, "no questions wait")
	onConsole(t, dir, nil, "state", "--thread", "paint").exits(exitDone, "I was told: 3 rows of mails / Blue. / Keep record 7. / mail to alice@example.com, Hello, Please pay..")
}

// editor makes an editor that writes this text.
func editor(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "editor")
	if err := os.WriteFile(path, []byte("#!/bin/sh\ncat > \"$1\" <<'END'\n"+text+"\nEND\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWatchThreads(t *testing.T) {
	t.Parallel()
	dir := reviewed(t, map[string]string{"first": `{"question":"One?"}`})
	watch := onConsole(t, dir, nil, "threads", "--watch", "--node", "ask")
	watch.expect("One?")
	onConsole(t, dir, nil, "start", "form.ts", "--thread", "second", "--input", `{"question":"Two?"}`, "--json").exits(exitPaused)
	watch.expect("second  question: ask")
	watch.press(ctrlC)
	watch.exits(130, "stopped by Ctrl-C")
}
