// Pins: streamEvents v3 of an agent whose tools run agents with names: subagents, their calls and their outputs
import { createAgent, fakeModel, tool } from "langchain";
import { AIMessage } from "@langchain/core/messages";
import { z } from "zod";

const call = (name, args, id) => ({ name, args, id, type: "tool_call" });
const answers = (...list) => list.reduce((m, a) => m.respond(a), fakeModel());
const calls = (...list) => new AIMessage({ content: "", tool_calls: list });
const text = z.object({ text: z.string() });
const agentTool = (agent, name) => tool(async ({ text }) => (await agent.invoke({ messages: text })).messages.at(-1).content, { name, description: name, schema: text });
const shout = tool(({ text }) => text.toUpperCase(), { name: "shout", description: "shouts", schema: text });

const deepest = createAgent({ name: "deepest", model: answers(new AIMessage("from the deepest")), tools: [] });
const writer = createAgent({ name: "writer", model: answers(calls(call("shout", { text: "hey" }, "w1")), calls(call("ask_deepest", { text: "x" }, "w2")), new AIMessage("written")), tools: [shout, agentTool(deepest, "ask_deepest")] });
const nameless = createAgent({ model: answers(new AIMessage("nobody")), tools: [] });
const breaks = createAgent({ name: "breaks", model: answers(new Error("no model")), tools: [] });
const boss = createAgent({
  name: "boss",
  model: answers(calls(call("ask_writer", { text: "write" }, "b1"), call("ask_nobody", { text: "who" }, "b2")), calls(call("ask_breaks", { text: "break" }, "b3")), new AIMessage("finished")),
  tools: [agentTool(writer, "ask_writer"), agentTool(nameless, "ask_nobody"), agentTool(breaks, "ask_breaks")],
});

const settled = (promise) => promise.then((value) => value?.messages?.map((m) => `${m.getType()} ${m.text}`), (e) => `error: ${e.message}`);
async function show(run, indent = "") {
  const jobs = [];
  const lines = [];
  for await (const s of run.subagents) {
    jobs.push((async () => {
      const own = [`${indent}${s.name} ${JSON.stringify(s.cause)} ${Object.keys(s)}`];
      const messages = (async () => {
        const texts = [];
        for await (const m of s.messages) texts.push(await m.text);
        return texts;
      })();
      const made = (async () => {
        const list = [];
        for await (const c of s.toolCalls) list.push(`${c.name} ${JSON.stringify(c.input)} ${await c.status} ${JSON.stringify(await c.output.catch((e) => e.message))}`);
        return list;
      })();
      const inner = await show(s, `${indent}  `);
      own.push(...(await messages).map((t) => `${indent}  message ${JSON.stringify(t)}`), ...(await made).map((t) => `${indent}  call ${t}`));
      own.push(`${indent}  output ${JSON.stringify(await settled(s.output))}`);
      lines.push([...own, ...inner]);
    })());
  }
  await Promise.all(jobs);
  return lines.flat();
}
const run = await boss.streamEvents({ messages: "go" }, { version: "v3" });
const made = (async () => {
  const list = [];
  for await (const c of run.toolCalls) list.push([c.name, c.callId, await c.status, await c.output.catch((e) => e.message.split("\n")[0])]);
  return list;
})();
for (const line of await show(run)) console.log(line);
for (const line of await made) console.log(...line);
console.log((await run.output).messages.map((m) => `${m.getType()} ${m.text.split("\n")[0]}`));
