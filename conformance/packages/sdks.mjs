// Pins: the SDKs of openai and Anthropic: answers, streams, tools, errors
import OpenAI from "openai";
import Anthropic from "@anthropic-ai/sdk";
const base = process.env.MODEL_SERVER;
const openai = new OpenAI({ apiKey: "test-key", baseURL: `${base}/v1`, maxRetries: 2 });
const messages = [{ role: "user", content: "hello there you" }];
const r = await openai.chat.completions.create({ model: "m", messages });
console.log(r.choices[0].message, r.usage);
let text = ""; for await (const c of await openai.chat.completions.create({ model: "m", messages, stream: true })) text += c.choices[0]?.delta?.content ?? "";
console.log(text);
console.log((await openai.chat.completions.create({ model: "m", messages: [{ role: "user", content: 'use add {"a":1}' }], tools: [{ type: "function", function: { name: "add", parameters: {} } }] })).choices[0].message.tool_calls);
try { await new OpenAI({ apiKey: "bad", baseURL: `${base}/v1` }).chat.completions.create({ model: "m", messages }); } catch (e) { console.log(e instanceof OpenAI.AuthenticationError, e.status, e.code); }
const { data, response } = await openai.chat.completions.create({ model: "m", messages }).withResponse(); console.log(response.status, data.object);
const runner = openai.chat.completions.stream({ model: "m", messages }); const parts = []; runner.on("content", (d) => parts.push(d)); console.log(await runner.finalContent(), parts);
const claude = new Anthropic({ apiKey: "test-key", baseURL: base });
console.log((await claude.messages.create({ model: "c", max_tokens: 9, messages })).content);
const s = claude.messages.stream({ model: "c", max_tokens: 9, messages }); const t = []; s.on("text", (d) => t.push(d)); console.log((await s.finalMessage()).content, t);
try { await new Anthropic({ apiKey: "bad", baseURL: base, maxRetries: 0 }).messages.create({ model: "c", max_tokens: 9, messages }); } catch (e) { console.log(e.constructor.name, e.status); }
