// Pins: deepagents with files and a subagent, createSwarm, createSupervisor
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { tool } from "@langchain/core/tools";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createHandoffTool, createSwarm } from "@langchain/langgraph-swarm";
import { createSupervisor } from "@langchain/langgraph-supervisor";
import { createDeepAgent } from "deepagents";
import { z } from "zod";

// A model that says what it was given, one message per call.
class Scripted extends BaseChatModel {
  constructor(lines) { super({}); this.lines = lines; this.bound = []; }
  _llmType() { return "scripted"; }
  bindTools(tools) { const model = new Scripted(this.lines); model.bound = tools.map((t) => t.name ?? t.function?.name); return model; }
  withStructuredOutput() { return this; }
  async _generate() {
    const line = this.lines.shift() ?? "nothing more";
    const message = typeof line === "string" ? new AIMessage(line) : new AIMessage({ content: "", tool_calls: (typeof line[0] === "string" ? [line] : line).map(([name, args], i) => ({ name, args, id: `${name}-${i}-${this.lines.length}`, type: "tool_call" })) });
    return { generations: [{ text: message.text, message }] };
  }
}
const shown = (messages) => messages.map((m) => `${m.getType()}${m.name ? ` ${m.name}` : ""}: ${m.text.slice(0, 60)}${m.tool_calls?.length ? ` calls ${m.tool_calls.map((c) => c.name)}` : ""}`);

// A swarm: the agent that was handed the talk keeps it.
const add = tool(({ a, b }) => String(a + b), { name: "add", description: "adds", schema: z.object({ a: z.number(), b: z.number() }) });
const alice = createReactAgent({ llm: new Scripted([["transfer_to_bob", {}]]), tools: [add, createHandoffTool({ agentName: "bob" })], name: "alice", prompt: "You add." });
const bob = createReactAgent({ llm: new Scripted(["Bob here", ["add", { a: 1, b: 2 }], "It is 3"]), tools: [add], name: "bob", prompt: "You are a pirate." });
const swarm = createSwarm({ agents: [alice, bob], defaultActiveAgent: "alice" }).compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const first = await swarm.invoke({ messages: [new HumanMessage("give me Bob")] }, config);
console.log(first.activeAgent, shown(first.messages));
const second = await swarm.invoke({ messages: [new HumanMessage("1 + 2?")] }, config);
console.log(second.activeAgent, shown(second.messages).slice(-4));

// A supervisor of two agents.
const expert = createReactAgent({ llm: new Scripted(["42 is the answer"]), tools: [], name: "expert" });
const writer = createReactAgent({ llm: new Scripted(["a poem"]), tools: [], name: "writer" });
const boss = createSupervisor({ agents: [expert, writer], llm: new Scripted([["transfer_to_expert", {}], ["transfer_to_writer", {}], "done"]), prompt: "You lead.", outputMode: "last_message" }).compile();
console.log(shown((await boss.invoke({ messages: [new HumanMessage("go")] })).messages));

// A deep agent: files, a subagent, a question.
const lookup = tool(({ q }) => `found ${q}`, { name: "lookup", description: "looks up", schema: z.object({ q: z.string() }) });
const deep = createDeepAgent({
  model: new Scripted([
    ["write_file", { file_path: "/notes.md", content: "one\ntwo\n" }],
    ["task", { description: "look up x", subagent_type: "finder" }],
    ["edit_file", { file_path: "/notes.md", old_string: "two", new_string: "three" }],
    [["read_file", { file_path: "/notes.md" }], ["ls", { path: "/" }], ["grep", { pattern: "three" }]],
    ["lookup", { q: "danger" }],
    "All is done",
  ]),
  tools: [lookup], checkpointer: new MemorySaver(), interruptOn: { lookup: true },
  subagents: [{ name: "finder", description: "finds things", systemPrompt: "Find.", tools: [lookup], model: new Scripted([["lookup", { q: "x" }], "the finder found x"]), interruptOn: { lookup: false } }],
});
const thread = { configurable: { thread_id: "deep" }, recursionLimit: 100 };
const asked = await deep.invoke({ messages: [new HumanMessage("work")] }, thread);
console.log(asked.__interrupt__?.[0].value.actionRequests?.map((r) => [r.name, r.args]));
const ended = await deep.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), thread);
console.log(shown(ended.messages), Object.entries(ended.files).map(([name, file]) => [name, file.content]));
const steps = [];
for await (const state of deep.getStateHistory(thread)) steps.push(state.metadata.source);
console.log(steps.length > 10, steps.at(-1));
