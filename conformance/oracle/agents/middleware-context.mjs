// Pins: summarizationMiddleware, contextEditingMiddleware, dynamicSystemPromptMiddleware, countTokensApproximately
import { AIMessage, ClearToolUsesEdit, HumanMessage, SystemMessage, ToolMessage, contextEditingMiddleware, countTokensApproximately, createAgent, dynamicSystemPromptMiddleware, fakeModel, summarizationMiddleware, tool } from "langchain";
import * as z from "zod";

const t = tool(async () => "x", { name: "t", description: "t", schema: z.object({}) });
const pair = (i) => [new AIMessage({ content: `call ${i}`, tool_calls: [{ name: "t", args: { i }, id: `c${i}`, type: "tool_call" }] }), new ToolMessage({ content: `result number ${i}`, tool_call_id: `c${i}`, name: "t" })];
const history = () => [new HumanMessage("first"), ...pair(1), ...pair(2), new AIMessage("said"), ...pair(3), ...pair(4), new HumanMessage("last")];
console.log(countTokensApproximately(history()), countTokensApproximately([]), countTokensApproximately([new HumanMessage({ content: [{ type: "text", text: "12345" }] })]));
const show = (messages) => JSON.stringify(messages.map((m) => [m.getType(), m.content, m.tool_calls?.map((c) => c.args), m.additional_kwargs.lc_source, m.response_metadata.context_editing].filter((x) => x !== undefined)));
const run = async (label, make, messages = history()) => {
  const model = fakeModel().respond(new AIMessage("end"));
  try {
    const result = await createAgent({ model, tools: [t], middleware: [make()] }).invoke({ messages });
    console.log(label, show(model.calls[0].messages));
    console.log("  ", show(result.messages.slice(-3)));
  } catch (e) {
    console.log(label, e.name, e.message.split("\n")[0]);
  }
};
const summarizer = () => { const m = fakeModel(); for (let i = 0; i < 3; i++) m.respond((asked) => new AIMessage(` summary of ${asked.length}: ${asked[0].content} `)); return m; };
const summaryPrompt = "Sum up: {messages}";
await run("not yet", () => summarizationMiddleware({ model: summarizer(), summaryPrompt, trigger: { messages: 50 } }));
await run("no trigger", () => summarizationMiddleware({ model: summarizer(), summaryPrompt }));
await run("by messages", () => summarizationMiddleware({ model: summarizer(), summaryPrompt, trigger: { messages: 5 }, keep: { messages: 2 } }));
await run("keeps pairs", () => summarizationMiddleware({ model: summarizer(), summaryPrompt, trigger: [{ tokens: 10, messages: 5 }], keep: { messages: 4 } }));
await run("by tokens", () => summarizationMiddleware({ model: summarizer(), summaryPrompt, trigger: { tokens: 20 }, keep: { tokens: 40 }, summaryPrefix: "Before:" }));
await run("system first", () => summarizationMiddleware({ model: summarizer(), summaryPrompt, trigger: { messages: 2 }, keep: { messages: 1 } }), [new SystemMessage("sys"), ...history()]);
await run("counter", () => summarizationMiddleware({ model: summarizer(), summaryPrompt, tokenCounter: (m) => m.length * 100, trigger: { tokens: 1000 }, keep: { tokens: 150 } }));
await run("fails", () => summarizationMiddleware({ model: fakeModel().alwaysThrow(new Error("down")), summaryPrompt, trigger: { messages: 2 }, keep: { messages: 1 } }));
await run("fraction", () => summarizationMiddleware({ model: summarizer(), summaryPrompt, trigger: { fraction: 0.5 }, keep: { messages: 1 } }));
await run("editing, not yet", () => contextEditingMiddleware());
await run("editing", () => contextEditingMiddleware({ edits: [new ClearToolUsesEdit({ trigger: { tokens: 10 }, keep: { messages: 1 } })] }));
await run("editing, nothing kept", () => contextEditingMiddleware({ edits: [new ClearToolUsesEdit({ trigger: { messages: 3 }, keep: { messages: 0 }, placeholder: "[gone]", clearToolInputs: true })] }));
await run("editing, by tokens", () => contextEditingMiddleware({ edits: [new ClearToolUsesEdit({ trigger: { tokens: 10 }, keep: { tokens: 10 } })] }));
await run("editing, excluded", () => contextEditingMiddleware({ edits: [new ClearToolUsesEdit({ trigger: { tokens: 1 }, excludeTools: ["t"] })] }));
await run("editing, orphan", () => contextEditingMiddleware(), [new ToolMessage({ content: "orphan", tool_call_id: "nobody" }), new HumanMessage("q")]);
await run("prompt", () => dynamicSystemPromptMiddleware((state, runtime) => `You see ${state.messages.length} messages`), [new HumanMessage("q")]);
await run("prompt as message", () => dynamicSystemPromptMiddleware(() => new SystemMessage("message")), [new HumanMessage("q")]);
await run("no prompt", () => dynamicSystemPromptMiddleware(() => 42), [new HumanMessage("q")]);
