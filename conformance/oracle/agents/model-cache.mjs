// Pins: models with cache: true share the answers that they gave
import { InMemoryCache, BaseCache, defaultHashKeyEncoder, serializeGeneration, deserializeStoredGeneration } from "@langchain/core/caches";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { LLM } from "@langchain/core/language_models/llms";
import { AIMessage } from "@langchain/core/messages";

let calls = 0;
class Model extends BaseChatModel {
  _llmType() { return "m"; }
  async _generate(messages) {
    const text = `${++calls} ${messages.at(-1).content}`;
    return { generations: [{ text, message: new AIMessage({ content: text, usage_metadata: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } }) }] };
  }
}
class Text extends LLM {
  _llmType() { return "t"; }
  async _call(prompt) { return `${++calls} ${prompt}`; }
}
const events = { handleLLMStart: (_, prompts) => console.log("start", prompts), handleLLMNewToken: (t) => console.log("token", t), handleLLMEnd: (o, ...rest) => console.log("end", o.generations[0][0].text, rest.at(-1)?.cached), handleLLMError: () => console.log("error") };
const a = new Model({ cache: true }), b = new Model({ cache: true });
console.log((await a.invoke("hi")).content, (await b.invoke("hi")).content, (await b.invoke("ho")).content);
console.log((await a.invoke("hi")).usage_metadata);
console.log((await a.invoke("hi", { stop: ["x"] })).content);
console.log((await new Model({}).invoke("hi")).content, (await new Model({ cache: false }).invoke("hi")).content, new Model({}).cache);
console.log((await a.batch(["hi", "ho", "new"])).map((m) => m.content));
const own = new Model({ cache: new InMemoryCache() });
console.log((await own.invoke("hi")).content, (await own.invoke("hi")).content, own.cache instanceof BaseCache);
console.log(a.cache instanceof InMemoryCache, a.cache === b.cache);

const t = new Text({ cache: true });
console.log(await t.invoke("hi"), await t.invoke("hi"), await new Text({ cache: true }).invoke("hi"), await new Text({}).invoke("hi"));
console.log((await t.generate(["hi", "two", "three"])).generations.map((g) => g[0].text));
console.log(await t.generate(["two"]));
await t.invoke("two", { callbacks: [events] });
await t.invoke("four", { callbacks: [events] });

console.log(defaultHashKeyEncoder("a", "b") === defaultHashKeyEncoder("a_b"), defaultHashKeyEncoder("a") === defaultHashKeyEncoder("b"));
const cache = new InMemoryCache();
cache.makeDefaultKeyEncoder((p, k) => `${p}-${k}`);
await cache.update("p", "k", [{ text: "x" }]);
console.log(await cache.lookup("p", "k"), await cache.lookup("p", "l"), [...cache.cache.keys()]);
const stored = serializeGeneration({ text: "x", message: new AIMessage("x") });
console.log(stored.message.type, stored.message.data.content, deserializeStoredGeneration(stored).message.content, deserializeStoredGeneration(serializeGeneration({ text: "y", generationInfo: 1 })));
