// Pins: a graph that is wired of channels and nodes by hand, with a question in its second node
import { interrupt } from "@langchain/langgraph";
import { Channel, Pregel } from "@langchain/langgraph/pregel";
import { EphemeralValue, LastValue } from "@langchain/langgraph/channels";

export const make = (options) => new Pregel({
  nodes: {
    draft: Channel.subscribeTo("topic").pipe((topic) => `about ${topic}`).pipe(Channel.writeTo(["text"])),
    ask: Channel.subscribeTo("text").pipe((text) => ({ text, ok: interrupt(text) })).pipe(Channel.writeTo(["answer"])),
    end: Channel.subscribeTo("answer").pipe((answer) => answer.ok).pipe(Channel.writeTo(["result"])),
  },
  channels: { topic: new EphemeralValue(), text: new LastValue(), answer: new LastValue(), result: new LastValue() },
  inputChannels: ["topic"],
  outputChannels: ["result", "text"],
  ...options,
});
export const graph = make();
export const steps = [{ start: { topic: "tea" } }, { resume: "yes" }];
