// Pins: middleware picks the model and the prompt by the context of the run
import { AIMessage } from "@langchain/core/messages";
import { z } from "zod";
const show = (m) => `${m.getType()}:${m.text}`;
const { createAgent, createMiddleware, dynamicSystemPromptMiddleware, fakeModel } = await import("langchain");
const small = fakeModel().respond((ms) => new AIMessage("small " + ms.map(show).join("/")));
const large = fakeModel().respond((ms) => new AIMessage("large " + ms.map(show).join("/")));
const pick = createMiddleware({ name: "pick", contextSchema: z.object({ tier: z.string() }), wrapModelCall: (r, h) => h({ ...r, model: r.runtime.context.tier === "pro" ? large : small }) });
const agent = createAgent({ model: small, tools: [], contextSchema: z.object({ tier: z.string(), user: z.string() }), middleware: [pick, dynamicSystemPromptMiddleware((s, rt) => `for ${rt.context.user}, ${s.messages.length}`)] });
for (const tier of ["pro", "free"]) console.log((await agent.invoke({ messages: [["human", "hi"]] }, { context: { tier, user: "ann" } })).messages.at(-1).text);
