// Pins: the AI SDK with a model that is here: a text, a tool that is called, an object, a stream
import { generateText, generateObject, streamText, tool, stepCountIs, cosineSimilarity, jsonSchema } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
const usage = { inputTokens: { total: 3, noCache: 3 }, outputTokens: { total: 5, text: 5 } };
const says = (content, reason = "stop") => ({ content, finishReason: { unified: reason, raw: undefined }, usage, warnings: [] });
const model = new MockLanguageModelV4({ doGenerate: async ({ prompt }) => says([{ type: "text", text: `${prompt.length} messages` }]) });
const { text, finishReason, usage: used } = await generateText({ model, system: "Be short.", prompt: "Hello" });
console.log(text, finishReason, used.inputTokens, used.outputTokens);
let turns = 0;
const calls = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => (turns++ === 0
    ? says([{ type: "tool-call", toolCallId: "c1", toolName: "weather", input: `{"city":"Oslo"}` }], "tool-calls")
    : says([{ type: "text", text: `It is ${JSON.stringify(prompt.at(-1).content[0].output)}` }])),
});
const weather = tool({
  description: "the weather", inputSchema: jsonSchema({ type: "object", properties: { city: { type: "string" } }, required: ["city"] }),
  execute: async ({ city }) => ({ city, degrees: 4 }),
});
const result = await generateText({ model: calls, prompt: "Weather?", tools: { weather }, stopWhen: stepCountIs(3) });
console.log(result.text, result.steps.length, result.steps[0].toolCalls[0].input, result.steps[0].toolResults[0].output);
const json = new MockLanguageModelV4({ doGenerate: async () => says([{ type: "text", text: `{"n":1}` }]) });
console.log((await generateObject({ model: json, prompt: "n", schema: jsonSchema({ type: "object", properties: { n: { type: "number" } } }) })).object);
const streams = new MockLanguageModelV4({
  doStream: async () => ({
    stream: simulateReadableStream({ initialDelayInMs: null, chunkDelayInMs: null, chunks: [
      { type: "stream-start", warnings: [] }, { type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: "Hel" }, { type: "text-delta", id: "1", delta: "lo" },
      { type: "text-end", id: "1" }, { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage },
    ] }),
  }),
});
const stream = streamText({ model: streams, prompt: "x" });
const parts = [];
for await (const part of stream.textStream) parts.push(part);
console.log(parts, await stream.finishReason);
console.log(cosineSimilarity([1, 0], [1, 1]).toFixed(3));
