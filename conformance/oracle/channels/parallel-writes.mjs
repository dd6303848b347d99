// Pins: two writes in one superstep to each kind of channel, and the errors that name the channel.
import { START, StateGraph } from "@langchain/langgraph";
import { AnyValue, DeltaChannel, EphemeralValue, LastValue, NamedBarrierValue, Topic, UntrackedValueChannel } from "@langchain/langgraph/channels";

const run = async (label, x, values = ["one", "two"]) => {
  const graph = new StateGraph({ x, y: new LastValue() })
    .addNode("a", () => ({ x: values[0] }))
    .addNode("b", () => ({ x: values[1] }))
    .addNode("c", (s) => ({ y: JSON.stringify(s) }))
    .addEdge(START, "a").addEdge(START, "b").addEdge("a", "c").addEdge("b", "c")
    .compile();
  try {
    console.log(label, await graph.invoke({ y: "start" }));
  } catch (e) {
    console.log(label, e.name, e.lc_error_code, e.message);
  }
};
await run("last", new LastValue());
await run("any", new AnyValue());
await run("ephemeral", new EphemeralValue());
await run("ephemeral without guard", new EphemeralValue(false));
await run("untracked", new UntrackedValueChannel());
await run("untracked without guard", new UntrackedValueChannel({ guard: false }));
await run("topic", new Topic(), ["one", ["two", ["three"]]]);
await run("unique", new Topic({ unique: true }), [["one", 1], ["one", 1, "1"]]);
await run("delta", new DeltaChannel((s, w) => [...s, w.length]), ["one", "two"]);
await run("delta, overwritten", new DeltaChannel((s, w) => [...s, ...w]), ["one", { __overwrite__: ["o"] }]);
await run("delta, overwritten twice", new DeltaChannel((s, w) => [...s, ...w]), [{ __overwrite__: ["o"] }, { __overwrite__: ["o"] }]);
await run("barrier", new NamedBarrierValue(new Set(["one", "two"])));
await run("barrier, wrong name", new NamedBarrierValue(new Set(["one"])));
