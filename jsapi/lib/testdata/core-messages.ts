// Messages: how they are made, what they hold, how they are printed and stored.
import {
  AIMessage,
  BaseMessage,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
  coerceMessageLikeToMessage,
  filterMessages,
  getBufferString,
  isAIMessage,
  isBaseMessage,
  isChatMessage,
  isFunctionMessage,
  isHumanMessage,
  isSystemMessage,
  isToolMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessageToChatMessage,
  mapStoredMessagesToChatMessages,
  mergeMessageRuns,
  trimMessages,
} from "@langchain/core/messages";

const text = (v: any) => JSON.stringify(v, (_k, x) => (x === undefined ? "(undefined)" : x));
function attempt(name: string, fn: () => any) {
  try {
    console.log(name, text(fn()));
  } catch (e: any) {
    console.log(name, "threw", e.message, text(e.lc_error_code));
  }
}
const inspect = Symbol.for("nodejs.util.inspect.custom");
function show(name: string, m: any) {
  console.log(`== ${name}`);
  console.log(text(m));
  console.log(m[inspect](2));
  console.log(
    text([
      m.type,
      m.getType(),
      m._getType(),
      m.text,
      m.contentBlocks,
      m.lc_id,
      m.lc_namespace,
      m.lc_serializable,
      Object.prototype.toString.call(m),
      m.lc_kwargs,
    ]),
  );
  console.log(text(m.toDict()));
  console.log(m.toFormattedString());
}
const call = { name: "search", args: { q: "x", n: { a: [1, { b: { c: 1 } }] } }, id: "c1", type: "tool_call" as const };

show("human string", new HumanMessage("hi"));
show("human fields", new HumanMessage({ content: "hi", id: "1", name: "bob" }));
show(
  "human blocks",
  new HumanMessage([
    { type: "text", text: "a" },
    { type: "image_url", image_url: { url: "https://x/y.png" } },
    { type: "text", text: "b" },
  ]),
);
show("human contentBlocks", new HumanMessage({ contentBlocks: [{ type: "text", text: "v1" }] }));
show(
  "human extras",
  new HumanMessage({
    content: "hi",
    additional_kwargs: { a: { b: { c: { d: { e: 1 } } } } },
    response_metadata: { m: [1, [2, [3, [4, [5]]]]] },
  }),
);
show("ai string", new AIMessage("hello"));
show("ai empty", new AIMessage(""));
show("ai calls", new AIMessage({ content: "", tool_calls: [call], id: "a1" }));
show("ai usage", new AIMessage({ content: "x", usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } as any }));
show("ai blocks", new AIMessage({ content: [{ type: "text", text: "t" }], tool_calls: [call] }));
show(
  "ai v1",
  new AIMessage({
    content: [
      { type: "text", text: "t" },
      { type: "tool_call", id: "z", name: "f", args: { a: 1 } },
    ] as any,
    response_metadata: { output_version: "v1" } as any,
  }),
);
show("ai contentBlocks", new AIMessage({ contentBlocks: [{ type: "text", text: "t" }], tool_calls: [call] } as any));
show(
  "ai openai calls",
  new AIMessage({
    content: "",
    additional_kwargs: {
      tool_calls: [
        { id: "o1", type: "function", function: { name: "f", arguments: '{"a":1}' } },
        { id: "o2", type: "function", function: { name: "g", arguments: "{bad" } },
      ],
    },
    tool_calls: undefined,
  }),
);
show(
  "ai invalid",
  new AIMessage({
    content: "",
    invalid_tool_calls: [{ name: "f", args: "{", id: "i1", error: "Malformed args.", type: "invalid_tool_call" }],
  }),
);
show("system", new SystemMessage("be kind"));
show("tool", new ToolMessage({ content: "42", tool_call_id: "c1", name: "search", artifact: { raw: [1] }, status: "success" }));
show("tool arguments", new ToolMessage("42", "c1", "search"));
show("tool error", new ToolMessage({ content: "failed", tool_call_id: "c1", status: "error" }));
show("function", new FunctionMessage({ content: "r", name: "f" }));
show("chat", new ChatMessage("yo", "critic"));
show("chat fields", new ChatMessage({ content: "yo", role: "critic" }));
show("remove", new RemoveMessage({ id: "m1" }));

console.log(Object.keys(new HumanMessage("a")).join(), Object.keys(new AIMessage("a")).join());
console.log(new HumanMessage("x")[inspect as any](null) instanceof HumanMessage);
const fields: any = { content: "x" };
const made = new HumanMessage(fields);
console.log(made.lc_kwargs === fields, text(fields), made.content === fields.content);
made._updateId("new");
made.content = "changed";
console.log(text(made));
console.log(text(new HumanMessage({ content: "x", someKey: 1, nested: { lc: 1 }, when: { __lc_escaped__: 1 } } as any)));
const loop: any = { a: 1 };
loop.self = loop;
console.log(JSON.stringify(new HumanMessage({ content: "x", additional_kwargs: loop }).toJSON()));
console.log(
  text(new HumanMessage({ content: "x", additional_kwargs: { inner: new AIMessage("in"), date: new Date(0), list: [{ lc: 2 }] } })),
);
class Special extends HumanMessage {}
console.log(text(new Special("s")), Special.lc_name());

const all: any[] = [
  new HumanMessage("h"),
  new AIMessage("a"),
  new SystemMessage("s"),
  new ToolMessage("t", "c"),
  new FunctionMessage({ content: "f", name: "n" }),
  new ChatMessage("c", "r"),
  new RemoveMessage({ id: "1" }),
];
const classes: any[] = [HumanMessage, AIMessage, SystemMessage, ToolMessage, FunctionMessage, ChatMessage, RemoveMessage, BaseMessage];
for (const m of all) {
  console.log(
    m.type,
    classes.map((c) => (m instanceof c ? 1 : 0)).join(""),
    classes.map((c) => (c.isInstance(m) ? 1 : 0)).join(""),
    [isHumanMessage, isAIMessage, isSystemMessage, isToolMessage, isFunctionMessage, isChatMessage, isBaseMessage]
      .map((f) => (f(m) ? 1 : 0))
      .join(""),
  );
}
const brand = Symbol.for("langchain.message");
const foreign = { [brand]: true, type: "human", content: "x" };
console.log(
  (foreign as any) instanceof HumanMessage,
  (foreign as any) instanceof AIMessage,
  BaseMessage.isInstance({ type: "human", content: "x" }),
  all.every((m) => m[brand] === true),
  BaseMessage.isInstance(null),
  isBaseMessage(undefined as any),
  isToolMessage({} as any),
);

attempt("concat system", () => new SystemMessage("a").concat("b"));
attempt("concat systems", () =>
  new SystemMessage({ content: "a", name: "n" }).concat(new SystemMessage({ content: [{ type: "text", text: "b" }], id: "2" })),
);
attempt("concat wrong", () => new SystemMessage("a").concat(new HumanMessage("b") as any));

const like: [string, any][] = [
  ["string", "hi"],
  ["message", new AIMessage("x")],
  ["tuple human", ["human", "a"]],
  ["tuple user", ["user", "a"]],
  ["tuple ai", ["ai", "a"]],
  ["tuple assistant", ["assistant", "a"]],
  ["tuple system", ["system", "a"]],
  ["tuple developer", ["developer", "a"]],
  ["tuple unknown", ["nobody", "a"]],
  ["role user", { role: "user", content: "a" }],
  [
    "role assistant calls",
    { role: "assistant", content: "", tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: '{"x":1}' } }, call] },
  ],
  ["role system", { role: "system", content: "a", name: "n" }],
  ["role developer", { role: "developer", content: "a", additional_kwargs: { k: 1 } }],
  ["role tool", { role: "tool", content: "r", tool_call_id: "1", artifact: 5 }],
  ["role tool no id", { role: "tool", content: "r" }],
  ["role remove", { role: "remove", id: "5" }],
  ["role function", { role: "function", name: "f", content: "a" }],
  ["type human", { type: "human", content: [{ type: "text", text: "a" }], id: "9" }],
  ["type ai", { type: "ai", content: "a", usage_metadata: { total_tokens: 1 } }],
  ["type remove", { type: "remove", id: "5" }],
  [
    "serialized human",
    { lc: 1, type: "constructor", id: ["langchain_core", "messages", "HumanMessage"], kwargs: { content: "s", id: "1" } },
  ],
  ["serialized ai", JSON.parse(JSON.stringify(new AIMessage({ content: "s", tool_calls: [call] })))],
  [
    "serialized tool chunk",
    { lc: 1, type: "constructor", id: ["langchain_core", "messages", "ToolMessageChunk"], kwargs: { content: "s", tool_call_id: "1" } },
  ],
  [
    "serialized other",
    { lc: 1, type: "constructor", id: ["langchain_core", "messages", "ChatMessage"], kwargs: { content: "s", role: "r" } },
  ],
  ["stored", { type: "human", data: { content: "a" } }],
  ["nothing", {}],
];
for (const [name, v] of like) attempt("coerce " + name, () => coerceMessageLikeToMessage(v));

const talk = [
  new SystemMessage("sys"),
  new HumanMessage({ content: "q", name: "bob", id: "h1" }),
  new AIMessage({ content: "thinking", tool_calls: [call, { ...call, id: "x".repeat(80) }] }),
  new ToolMessage({ content: [{ type: "text", text: "r" }, { type: "image", url: "u" }, { type: "odd" } as any], tool_call_id: "c1" }),
  new ChatMessage("cc", "critic"),
  new AIMessage({ content: "done", additional_kwargs: { function_call: { name: "f", arguments: "{}" } } as any }),
];
attempt("buffer", () => getBufferString(talk));
attempt("buffer names", () => getBufferString(talk.slice(0, 3), "Person", "Bot"));
attempt("buffer unsupported", () => getBufferString([new FunctionMessage({ content: "x", name: "f" })]));
const stored = mapChatMessagesToStoredMessages(talk);
attempt("stored", () => stored);
attempt("restored", () => mapStoredMessagesToChatMessages(JSON.parse(JSON.stringify(stored))));
attempt("stored v1", () => mapStoredMessageToChatMessage({ type: "human", text: "old", role: undefined } as any));
for (const type of ["function", "tool", "generic", "strange"])
  attempt("stored incomplete " + type, () => mapStoredMessageToChatMessage({ type, data: { content: "x" } } as any));

const ids = (list: any[]) => list.map((m) => [m.type, m.name, m.id, m.content]);
const mixed: any[] = [
  new SystemMessage({ content: "s", id: "1", name: "a" }),
  new HumanMessage({ content: "h", id: "2", name: "b" }),
  new AIMessage({ content: "x", id: "3", name: "a" }),
  new HumanMessage({ content: "i", id: "4" }),
];
attempt("filter none", () => ids(filterMessages(mixed)));
attempt("filter names", () => ids(filterMessages(mixed, { includeNames: ["a"] })));
attempt("filter exclude", () => ids(filterMessages(mixed, { excludeNames: ["a"], excludeIds: ["4"] })));
attempt("filter types", () => ids(filterMessages(mixed, { includeTypes: ["human", AIMessage] })));
attempt("filter exclude types", () => ids(filterMessages(mixed, { excludeTypes: [SystemMessage, "ai"] })));
attempt("filter ids or names", () => ids(filterMessages(mixed, { includeIds: ["4"], includeNames: ["b"] })));
attempt("merge", () =>
  mergeMessageRuns([
    new HumanMessage("a"),
    new HumanMessage({ content: "b", id: "2" }),
    new AIMessage({ content: "c", tool_calls: [call] }),
    new AIMessage([{ type: "text", text: "d" }]),
    new ToolMessage("t", "1"),
    new ToolMessage("u", "2"),
    new HumanMessage([{ type: "text", text: "e" }]),
    new HumanMessage("f"),
    new SystemMessage("s"),
    new SystemMessage("t"),
  ]),
);
attempt("merge empty", () => mergeMessageRuns([]));

async function later(name: string, fn: () => Promise<any>) {
  try {
    console.log(name, text(await fn()));
  } catch (e: any) {
    console.log(name, "rejected", e.message);
  }
}
async function main() {
  const long = () => [
    new SystemMessage("rules here"),
    new HumanMessage("one two\nthree"),
    new AIMessage("four\nfive six\nseven"),
    new HumanMessage([
      { type: "text", text: "eight nine" },
      { type: "text", text: "ten" },
    ]),
    new AIMessage("eleven"),
  ];
  const words = (list: any[]) => list.reduce((n, m) => n + m.text.split(/\s+/).filter(Boolean).length, 0);
  const trim = async (o: any, list: any[] = long()) => ids(await trimMessages(list, { tokenCounter: words, ...o } as any));
  for (const maxTokens of [0, 1, 3, 5, 8, 100]) {
    await later("trim last " + maxTokens, () => trim({ maxTokens }));
    await later("trim first " + maxTokens, () => trim({ maxTokens, strategy: "first" }));
    if (maxTokens > 3) await later("trim system " + maxTokens, () => trim({ maxTokens, includeSystem: true }));
    await later("trim partial last " + maxTokens, () => trim({ maxTokens, allowPartial: true }));
    await later("trim partial first " + maxTokens, () => trim({ maxTokens, allowPartial: true, strategy: "first" }));
    if (maxTokens > 3) await later("trim start human " + maxTokens, () => trim({ maxTokens, startOn: "human", includeSystem: true }));
    await later("trim end human " + maxTokens, () => trim({ maxTokens, endOn: ["human"], strategy: "last" }));
    await later("trim first end human " + maxTokens, () => trim({ maxTokens, endOn: HumanMessage, strategy: "first" }));
  }
  await later("trim words", () => trim({ maxTokens: 6, allowPartial: true, textSplitter: (t: string) => t.split(/(?<=\s)/) }));
  await later("trim model", () => trim({ maxTokens: 6, tokenCounter: { getNumTokens: async (c: any) => JSON.stringify(c).length / 4 } }));
  await later("trim async counter", () => trim({ maxTokens: 5, tokenCounter: async (l: any[]) => words(l) }));
  await later("trim bad start", () => trim({ maxTokens: 5, strategy: "first", startOn: "human" }));
  await later("trim bad system", () => trim({ maxTokens: 5, strategy: "first", includeSystem: true }));
  await later("trim bad strategy", () => trim({ maxTokens: 5, strategy: "middle" }));
  await later("trim runnable", async () =>
    ids(await (trimMessages({ maxTokens: 3, tokenCounter: words, strategy: "last" } as any) as any).invoke(long())),
  );
  await later("filter runnable", async () => ids(await (filterMessages({ includeTypes: ["human"] }) as any).invoke(mixed)));
  await later("merge runnable", async () => ids(await (mergeMessageRuns as any)().invoke([new HumanMessage("a"), new HumanMessage("b")])));
}
main();
