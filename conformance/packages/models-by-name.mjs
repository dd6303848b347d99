// Pins: models by their names: initChatModel and createAgent import the packages that are installed
import { initChatModel, createAgent } from "langchain";
import { ChatOpenAI } from "@langchain/openai";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
const base = process.env.MODEL_SERVER;
process.env.OPENAI_API_KEY = "test-key"; process.env.ANTHROPIC_API_KEY = "k";
const m = await initChatModel("openai:gpt-4o-mini", { configuration: { baseURL: base + "/v1" }, maxRetries: 0 });
console.log(m.constructor.name, m instanceof BaseChatModel);
const inner = await m._getModelInstance();
console.log(inner instanceof ChatOpenAI, inner.constructor.name, inner.model);
const c = await initChatModel("claude-sonnet-4-5", { });
console.log((await c._getModelInstance()).constructor.name);
try { const x = await initChatModel("mistral-large", {}); await x._getModelInstance(); } catch (e) { console.log(e.name, e.message); }
try { const x = await initChatModel("groq:x"); await x.invoke("hi"); } catch (e) { console.log(e.name, e.message); }
const name = ["@langchain", "openai"].join("/");
console.log((await import(name)).ChatOpenAI === ChatOpenAI);
for (const n of ["node:path", "zod", "nope"]) try { console.log(n, typeof (await import(n)), Object.keys(await import(n)).length > 3); } catch (e) { console.log(e.code, e.message.split("'").slice(0,2)); }
const agent = createAgent({ model: "openai:gpt-4o-mini", tools: [] });
console.log(typeof agent.invoke);
const answer = await createAgent({ model: m, tools: [] }).invoke({ messages: [{ role: "user", content: "hi" }] });
console.log(answer.messages.map((m) => `${m.getType()}: ${m.text}`));
