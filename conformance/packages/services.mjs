// Pins: clients of services: what they send, seen by a fetch or a server of the script
import Stripe from "stripe";
import { Client as Notion } from "@notionhq/client";
import { Octokit } from "@octokit/rest";
import { Resend } from "resend";
import Groq from "groq-sdk";
import { Ollama } from "ollama";
import { GoogleGenAI } from "@google/genai";
const seen = [];
const answers = { "/v1/customers": { id: "cus_1", object: "customer" }, "/v1/users/me": { object: "user", id: "u" }, "/repos/a/b": { full_name: "a/b" }, "/emails": { id: "e1" }, "/openai/v1/chat/completions": { id: "c", choices: [{ message: { role: "assistant", content: "groq" } }] }, "/api/chat": { message: { role: "assistant", content: "ollama" } }, "/rest/v1/rows": [{ id: 1 }] };
const fakeFetch = async (input, init = {}) => {
  const request = new Request(input, init);
  const path = new URL(request.url).pathname;
  seen.push(`${request.method} ${path} ${request.headers.get("authorization") ?? ""}`);
  if (path.includes("generateContent")) return Response.json({ candidates: [{ content: { parts: [{ text: "gemini" }] } }] });
  return Response.json(answers[path] ?? { nothing: path }, { headers: { "x-a": "1" } });
};
globalThis.fetch = fakeFetch;
console.log((await new Stripe("sk_test", { httpClient: Stripe.createFetchHttpClient(fakeFetch) }).customers.create({ email: "a@b.c" })).id);
console.log((await new Notion({ auth: "secret", fetch: fakeFetch }).users.me({})).id);
console.log((await new Octokit({ auth: "tok", request: { fetch: fakeFetch } }).repos.get({ owner: "a", repo: "b" })).data.full_name);
console.log((await new Resend("re_1").emails.send({ from: "a@b.c", to: "d@e.f", subject: "s", text: "t" })).data);
console.log((await new Groq({ apiKey: "g", fetch: fakeFetch }).chat.completions.create({ model: "m", messages: [{ role: "user", content: "x" }] })).choices[0].message.content);
console.log((await new Ollama({ host: "http://127.0.0.1:9", fetch: fakeFetch }).chat({ model: "m", messages: [{ role: "user", content: "x" }] })).message.content);
console.log((await new GoogleGenAI({ apiKey: "k" }).models.generateContent({ model: "gemini", contents: "x" })).text);
console.log(seen.join("\n"));
