// Pins: ChatAnthropic: invoke, tokens, tools, a schema, errors, trying again, giving up
import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";

const model = (more = {}) => new ChatAnthropic({ model: "claude-sonnet-4-5", apiKey: "test-key", anthropicApiUrl: process.env.MODEL_SERVER, maxRetries: 0, ...more });

const answer = await model().invoke([new SystemMessage("Be brief."), new HumanMessage("hello there")]);
console.log(answer.content, answer.getType(), answer.usage_metadata, answer.response_metadata.stop_reason);

const tokens = [];
for await (const chunk of await model().stream("one two three")) tokens.push(chunk.text);
console.log(tokens);

const weather = tool(({ city }) => `sunny in ${city}`, { name: "weather", description: "the weather", schema: z.object({ city: z.string() }) });
const bound = model().bindTools([weather]);
const wish = await bound.invoke('use weather {"city":"Rome"}');
console.log(wish.tool_calls);
const result = await weather.invoke(wish.tool_calls[0]);
console.log((await bound.invoke([new HumanMessage("q"), wish, result])).content);

let whole;
for await (const chunk of await bound.stream('use weather {"city":"Oslo"}; weather {"city":"Bonn"}')) whole = whole ? whole.concat(chunk) : chunk;
console.log(whole.tool_calls, whole.usage_metadata);

const Person = z.object({ name: z.string(), age: z.number() });
console.log(await model().withStructuredOutput(Person, { method: "functionCalling" }).invoke("who?"));

const fails = async (label, f) => {
  try {
    console.log(label, (await f()).content);
  } catch (e) {
    console.log(label, e.name, e.message, e.status, e.lc_error_code);
  }
};
await fails("wrong key", () => model({ apiKey: "other" }).invoke("x"));
for (const status of [400, 401, 404, 429, 500, 529]) await fails(status, () => model({ model: `fail-${status}-9-a` }).invoke("x"));
await fails("again", () => model({ model: "fail-529-1-b", maxRetries: 2 }).invoke("try again"));
await fails("stream", () => model({ model: "fail-500-9-c" }).stream("x"));

const controller = new AbortController();
const seen = [];
try {
  for await (const chunk of await model().stream("hang", { signal: controller.signal })) {
    seen.push(chunk.text);
    if (seen.length === 3) controller.abort();
  }
  console.log("ended");
} catch (e) {
  console.log("aborted", e.name, e.message);
}
console.log(seen);
