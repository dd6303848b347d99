// Pins: messages of the real @langchain/core keep their classes and fields in a checkpoint
import { AIMessage, AIMessageChunk, HumanMessage, RemoveMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Annotation, MemorySaver, messagesStateReducer, START, StateGraph } from "@langchain/langgraph";
import { v4, v7, validate, version } from "uuid";

const State = Annotation.Root({ messages: Annotation({ reducer: messagesStateReducer, default: () => [] }), extra: Annotation() });
const graph = new StateGraph(State)
  .addNode("add", () => ({
    messages: [
      new AIMessage({ id: "a", content: "calling", tool_calls: [{ id: "t", name: "f", args: { x: [1, null] }, type: "tool_call" }], usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } }),
      new ToolMessage({ id: "b", content: "done", tool_call_id: "t", name: "f", artifact: { rows: 2 }, status: "success" }),
      new AIMessageChunk({ id: "c", content: [{ type: "text", text: "block" }] }),
    ],
    extra: { inner: new HumanMessage({ id: "h", content: "nested", name: "Ann" }), when: new Date(0), map: new Map([["k", new Set([1])]]) },
  }))
  .addEdge(START, "add")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({ messages: [new SystemMessage({ id: "s", content: "be kind" })] }, config);
const { values } = await graph.getState(config);
for (const m of values.messages) console.log(m.constructor.name, m instanceof m.constructor, m.id, JSON.stringify(m.content), m.getType());
console.log(values.messages[1].tool_calls, values.messages[1].usage_metadata, values.messages[2].artifact, values.messages[2].tool_call_id);
console.log(values.extra.inner instanceof HumanMessage, values.extra.inner.name, values.extra.when, values.extra.map);
await graph.updateState(config, { messages: [new RemoveMessage({ id: "b" }), new AIMessage({ id: "a", content: "changed" })] });
console.log((await graph.getState(config)).values.messages.map((m) => `${m.id}:${m.text}`));

const chain = ChatPromptTemplate.fromMessages([["system", "You are {who}."], ["human", "{q}"]])
  .pipe(new FakeListChatModel({ responses: ["fine thanks"] }))
  .pipe(new StringOutputParser())
  .pipe(RunnableLambda.from((text) => text.toUpperCase()));
console.log(await chain.invoke({ who: "a cat", q: "how?" }));
const events = [];
for await (const e of chain.streamEvents({ who: "a cat", q: "how?" }, { version: "v2" })) events.push(`${e.event}:${e.name}`);
console.log(events.filter((e, i) => e !== events[i - 1]));
console.log(validate(v4()), version(v7()));
