// Pins: streamEvents and streamV2 of a chat model return the stream of its answer
import { FakeListChatModel, FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { AIMessageChunk } from "@langchain/core/messages";

const show = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "threw", e.name, e.message);
  }
};
const model = () => new FakeListChatModel({ responses: ["rows"] });
await show("events:", async () => {
  const seen = [];
  for await (const event of model().streamEvents("hi")) seen.push(event.event);
  return seen.join();
});
await show("text:", async () => {
  const seen = [];
  for await (const piece of model().streamV2("hi").text) seen.push(piece);
  return seen;
});
await show("awaited text:", () => model().streamV2("hi").text);
await show("output:", async () => (await model().streamV2([["human", "hi"]]).output).content);
await show("awaited:", async () => (await model().streamEvents("hi", { version: "v3" })).content);
await show("name:", () => model().streamV2("hi").constructor.name);
await show("options:", async () => {
  const m = model();
  m._streamResponseChunks = async function* (messages, options) {
    console.log(messages[0].content, options.stop, options.tags, options.signal);
  };
  return (await m.streamV2("hi", { stop: ["x"], tags: ["t"] }).text).length;
});
await show("an error:", () => model().streamV2("hi", { thrownErrorString: "boom" }).text);
await show("aborted:", () => model().streamV2("hi", { signal: AbortSignal.abort(new Error("why")) }).text);
await show("v2:", async () => {
  const seen = [];
  for await (const event of model().streamEvents("hi", { version: "v2" })) seen.push(event.event);
  return seen.join();
});
