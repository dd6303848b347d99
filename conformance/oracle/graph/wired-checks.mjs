// Pins: what new Pregel() refuses, and what the graph says of itself
import { LastValue } from "@langchain/langgraph/channels";
import { Channel, Pregel } from "@langchain/langgraph/pregel";

const node = () => Channel.subscribeTo("a").pipe((x) => x).pipe(Channel.writeTo(["b"]));
const wired = (options) => new Pregel({ nodes: { n: node() }, channels: { a: new LastValue(), b: new LastValue(), c: new LastValue() }, inputChannels: "a", outputChannels: "b", ...options });
const attempt = (f) => {
  try {
    console.log("made", typeof f());
  } catch (e) {
    console.log(e.name, e.message);
  }
};
attempt(() => wired({ inputChannels: "zz" }));
attempt(() => wired({ inputChannels: "c" }));
attempt(() => wired({ inputChannels: undefined }));
attempt(() => wired({ inputChannels: [] }));
attempt(() => wired({ inputChannels: ["a", "c"], outputChannels: ["b"] }));
attempt(() => wired({ outputChannels: "zz" }));
attempt(() => wired({ streamChannels: ["zz"] }));
attempt(() => wired({ interruptBefore: ["zz"] }));
attempt(() => wired({ nodes: { n: Channel.subscribeTo("zz").pipe((x) => x) } }));
attempt(() => wired({ nodes: { n: (x) => x } }));
attempt(() => wired({ nodes: {} }));
attempt(() => wired({ nodes: { __interrupt__: node() } }));
attempt(() => Channel.subscribeTo(["a", "b"], { key: "k" }));
const app = wired({ name: "App" });
console.log(Object.keys(app.nodes), Object.keys(app.channels), app.streamMode, app.inputChannels, app.outputChannels, app.streamChannels, app.getName());
console.log(app.streamChannelsList, app.nodes.n.triggers, app.nodes.n.channels, app.nodes.n.writers.length, app.validate() === app);
console.log(app.getGraph().drawMermaid());
