// Pins: piiMiddleware: detectors, strategies, where it looks; and the functions it is made of
import { AIMessage, HumanMessage, applyStrategy, createAgent, detectCreditCard, detectEmail, detectIP, detectMacAddress, detectUrl, fakeModel, piiMiddleware, resolveRedactionRule, tool } from "langchain";
import * as z from "zod";

// The library's hash is no SHA-256; only its form is compared.
const plain = (s) => s.replace(/_hash:[0-9a-f]{8}>/g, "_hash:x>");
const text = "mail ann@example.com or b.c+d@x.org, card 4111 1111 1111 1111 not 4111 1111 1111 1112, ip 10.0.0.255 not 1.2.3.999, mac 00:1A:2b:3C:4d:5E, see https://x.org/a?b=1 and www.y.net.";
for (const f of [detectEmail, detectCreditCard, detectIP, detectMacAddress, detectUrl]) console.log(JSON.stringify(f(text)));
for (const strategy of ["redact", "mask", "hash"]) {
  for (const piiType of ["email", "credit_card", "ip", "mac_address", "url"]) {
    const rule = resolveRedactionRule({ piiType, strategy });
    console.log(strategy, plain(applyStrategy(text, rule.detector(text), rule.strategy, piiType)));
  }
}
for (const bad of [() => applyStrategy(text, detectEmail(text), "block", "email"), () => applyStrategy(text, detectEmail(text), "paint", "email"), () => resolveRedactionRule({ piiType: "shoe", strategy: "mask" })]) {
  try { bad(); } catch (e) { console.log(e.name, e.message); }
}
const t = tool(async () => "tool says z@z.zz", { name: "t", description: "t", schema: z.object({}) });
const run = async (label, type, options) => {
  const model = fakeModel().respondWithTools([{ name: "t", args: {}, id: "c" }]).respond((m) => new AIMessage(`saw ${m.map((x) => x.content).join(" / ")} and out@out.io`));
  try {
    const { messages } = await createAgent({ model, tools: [t], middleware: [piiMiddleware(type, options)] }).invoke({ messages: [new HumanMessage("old a@b.cc"), new HumanMessage("I am me@me.com, id AB-123")] });
    console.log(label, plain(JSON.stringify(messages.map((m) => m.content))));
  } catch (e) {
    console.log(label, e.name, e.message);
  }
};
await run("usual", "email");
await run("tool results", "email", { applyToToolResults: true, strategy: "mask" });
await run("output", "email", { applyToOutput: true, applyToInput: false });
await run("block", "email", { strategy: "block" });
await run("own", "id", { detector: "[A-Z]{2}-\\d+" });
await run("own regexp", "id", { detector: /[A-Z]{2}-\d+/g, strategy: "hash" });
await run("own function", "me", { detector: (s) => (s.includes("me@") ? [{ text: "me", start: s.indexOf("me@"), end: s.indexOf("me@") + 2 }] : []) });
