// This file has the streams of `@langchain/core/utils/testing` that an OpenAI model could answer with.

// Makes the chunks of one answer: a delta each, and one that says why it ends.
const answer = (id: string, model: string, end: string, deltas: any[]): any[] =>
  [...deltas, {}].map((delta, i) => ({ id, model, choices: [{ index: 0, delta, finish_reason: i === deltas.length ? end : null }] }));
const called = (call: any) => ({ tool_calls: [{ index: 0, ...call }] });

export const openAITextOnlyChunks = (model = "test-model"): any[] =>
  answer("chatcmpl-text", model, "stop", [{ role: "assistant", content: "Hello" }, { content: " world" }]);

export const openAITextOnlyChunksWithUsage = (model = "test-model"): any[] => {
  const chunks = openAITextOnlyChunks(model);
  chunks[chunks.length - 1].usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
  return chunks;
};

export const openAIReasoningTextChunks = (model = "test-model"): any[] =>
  answer("chatcmpl-reason", model, "stop", [{ role: "assistant", reasoning_content: "Let me reason..." }, { content: "Answer." }]);

export const openAIToolCallChunks = (model = "test-model"): any[] =>
  answer("chatcmpl-tools", model, "tool_calls", [
    { role: "assistant", content: "Let me search." },
    called({ id: "call_abc", type: "function", function: { name: "web_search", arguments: '{"query"' } }),
    called({ function: { arguments: ':"weather"}' } }),
  ]);

/** Returns a response with the chunks as server-sent events. */
export function sseResponseFromOpenAIChunks(chunks: any[]): Response {
  const events = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`));
      controller.close();
    },
  });
  return new Response(events, { status: 200, headers: { "Content-Type": "text/event-stream" } });
}

/** Yields the items of a list, each time that it is iterated. */
export const asAsyncIterable = <T>(items: T[]): AsyncIterable<T> => ({
  async *[Symbol.asyncIterator]() {
    yield* items;
  },
});
