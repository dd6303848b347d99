// Pins: prompt templates of texts and messages, their values, placeholders, partial values, errors
import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { AIMessagePromptTemplate, ChatMessagePromptTemplate, ChatPromptTemplate, HumanMessagePromptTemplate, MessagesPlaceholder, PromptTemplate, SystemMessagePromptTemplate } from "@langchain/core/prompts";

const attempt = async (label, f) => {
  try {
    const v = await f();
    console.log(label, JSON.stringify(v?.messages?.map((m) => [m.getType(), m.content, m.role]) ?? v?.value ?? v));
  } catch (e) {
    console.log(label, e.name, e.lc_error_code, e.message);
  }
};
await attempt("text", () => PromptTemplate.fromTemplate("Hello {name}, {{not}} {n}").invoke({ name: "Ann", n: { a: 1 } }));
await attempt("missing", () => PromptTemplate.fromTemplate("Hello {name}").invoke({}));
await attempt("format", () => PromptTemplate.fromTemplate("{a}-{b}-{a}").format({ a: 1, b: "x" }));
await attempt("partial", async () => (await PromptTemplate.fromTemplate("{a} {b}").partial({ a: () => "later" })).invoke({ b: 2 }));
await attempt("mustache", () => PromptTemplate.fromTemplate("Hi {{name}} and {{ a.b }}", { templateFormat: "mustache" }).invoke({ name: "<Ann>", a: { b: 2 } }));
await attempt("unclosed", () => PromptTemplate.fromTemplate("Hello {name"));
await attempt("single", () => PromptTemplate.fromTemplate("Hello }"));
await attempt("variables", () => PromptTemplate.fromTemplate("{a} {b} {a}").inputVariables);
await attempt("unknown variable", () => new PromptTemplate({ template: "{a}", inputVariables: ["b"] }));
await attempt("stop", () => PromptTemplate.fromTemplate("{stop}"));
const chat = ChatPromptTemplate.fromMessages([["system", "You are {role}"], new MessagesPlaceholder("history"), ["human", "{question}"], ["ai", "ok {role}"], new AIMessage("{as it is}"), "plain {question}"]);
await attempt("chat", () => chat.invoke({ role: "kind", history: [["human", "h"], new SystemMessage("s"), { role: "assistant", content: "a" }], question: "why?" }));
await attempt("chat variables", () => chat.inputVariables);
await attempt("chat missing", () => chat.invoke({ role: "kind", history: [] }));
await attempt("no history", () => chat.invoke({ role: "kind", history: undefined, question: "q" }));
await attempt("bad history", () => chat.invoke({ role: "kind", history: [{ foo: 1 }], question: "q" }));
await attempt("placeholder", () => ChatPromptTemplate.fromMessages([["placeholder", "{msgs}"], ["human", "x"]]).invoke({}));
await attempt("bad placeholder", () => ChatPromptTemplate.fromMessages([["placeholder", "msgs"]]));
await attempt("from template", () => ChatPromptTemplate.fromTemplate("Say {x}").invoke({ x: 1 }));
await attempt("chat partial", async () => (await chat.partial({ role: "stern" })).invoke({ history: "one", question: "q" }));
await attempt("classes", () => ChatPromptTemplate.fromMessages([SystemMessagePromptTemplate.fromTemplate("s {a}"), HumanMessagePromptTemplate.fromTemplate("h {a}"), AIMessagePromptTemplate.fromTemplate("i {a}"), ChatMessagePromptTemplate.fromTemplate("c {a}", "bot")]).invoke({ a: 1 }));
await attempt("blocks", () => ChatPromptTemplate.fromMessages([["human", [{ type: "text", text: "see {x}" }, { type: "image_url", image_url: { url: "http://{host}/a.png" } }]]]).invoke({ x: 1, host: "h" }));
await attempt("nested", () => ChatPromptTemplate.fromMessages([ChatPromptTemplate.fromMessages([["human", "a {x}"]]), ["human", "b {y}"]]).invoke({ x: 1, y: 2 }));
await attempt("unused", () => new ChatPromptTemplate({ inputVariables: ["z"], promptMessages: [HumanMessagePromptTemplate.fromTemplate("x")] }));
await attempt("not named", () => new ChatPromptTemplate({ inputVariables: [], promptMessages: [HumanMessagePromptTemplate.fromTemplate("{x}")] }));
console.log((await chat.format({ role: "r", history: [], question: "q" })), (await PromptTemplate.fromTemplate("x").invoke({})).toChatMessages()[0].getType());
