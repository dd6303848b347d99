// Pins: responseFormat with toolStrategy: the parsed response, and the error for a wrong one
import { FakeToolCallingModel, createAgent, toolStrategy } from "langchain";
import { z } from "zod";

const Contact = z.object({ name: z.string(), age: z.number() });
const attempt = async (name, args, options) => {
  const model = new FakeToolCallingModel({ toolCalls: [[{ name: "contact", args, id: "c1" }], [{ name: "contact", args: { name: "Bob", age: 2 }, id: "c2" }]] });
  try {
    const out = await createAgent({ model, tools: [], responseFormat: toolStrategy(Contact.meta({ title: "contact" }), options) }).invoke({ messages: [{ role: "user", content: "who?" }] });
    console.log(name, out.structuredResponse, out.messages.map((m) => m.getType()));
  } catch (e) {
    console.log(name, "=>", e.name, e.message.split("\n")[0]);
  }
};
await attempt("right", { name: "Ann", age: 1 });
await attempt("wrong, then right", { name: "Ann", age: "one" });
await attempt("wrong, not handled", { name: 5 }, { handleError: false });
