// Pins: a runnable that is made a tool parses the arguments of a call, also in streams and batches; one of a string takes { input }
import { AIMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { ToolInputParsingException } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import * as z3 from "zod/v3";

const call = (name, args) => ({ type: "tool_call", name, args, id: "1" });
const trip = RunnableLambda.from(({ to, days }) => `${days} days in ${to}`)
  .asTool({ name: "trip", description: "plans", schema: z.object({ to: z.string(), days: z.number().default(2) }) });
const shout = RunnableLambda.from((text) => text.toUpperCase()).asTool({ name: "shout", schema: z.string().describe("what to say") });
const old = RunnableLambda.from((text) => `old ${text}`).asTool({ name: "old", description: "o", schema: z3.z.string() });
const json = RunnableLambda.from((input) => JSON.stringify(input)).asTool({ name: "json", description: "j", schema: { type: "object", properties: {} } });

const attempt = async (what, run) => {
  try {
    console.log(what, await run());
  } catch (e) {
    console.log(what, e instanceof ToolInputParsingException, e.message, e.output);
  }
};

for (const t of [trip, shout, old, json]) {
  console.log(t.name, t.description, t.constructor.lc_name());
  for (const args of [{ to: "Rome" }, { to: 7 }, { input: "hello" }, {}, "hello"]) {
    await attempt(`  ${JSON.stringify(args)}`, () => t.invoke(call(t.name, args)));
  }
}
await attempt("not a call", () => shout.invoke("plain"));
await attempt("not a call, and not parsed", () => trip.invoke({ to: "Oslo" }));
await attempt("batch", () => trip.batch([call("trip", { to: "Bern" }), call("trip", { to: "Kiel", days: 9 })]));
await attempt("stream", async () => {
  const chunks = [];
  for await (const chunk of await trip.stream(call("trip", { to: "Nice" }))) chunks.push(chunk);
  return chunks;
});
await attempt("piped", () => trip.pipe((s) => s.length).invoke(call("trip", { to: "Bonn" })));
for await (const e of trip.streamEvents(call("trip", { to: "Graz" }), { version: "v2" })) console.log(e.event, e.name, e.data.output);
console.log(JSON.stringify(convertToOpenAITool(shout)));
console.log(JSON.stringify(convertToOpenAITool(trip)));

const calls = new AIMessage({ content: "", tool_calls: [{ ...call("shout", { input: "hey" }), id: "a" }, { ...call("trip", { days: "x" }), id: "b" }] });
for (const m of await new ToolNode([shout, trip]).invoke([calls])) console.log(m.name, m.status, m.content);
