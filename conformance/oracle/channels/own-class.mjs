// Pins: a channel of a class that the script defines, over a pause, with its own checkpoint and errors.
import { BaseChannel, Command, EmptyChannelError, InvalidUpdateError, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { LastValue } from "@langchain/langgraph/channels";

class Max extends BaseChannel {
  lc_graph_name = "Max";
  best;
  count = 0;
  fromCheckpoint(kept) {
    const copy = new Max();
    if (kept !== undefined) [copy.best, copy.count] = kept;
    return copy;
  }
  update(values) {
    if (values.length === 0) return false;
    if (values.some((v) => typeof v !== "number")) throw new InvalidUpdateError("only numbers");
    this.count += values.length;
    this.best = Math.max(...values, this.best ?? -Infinity);
    return true;
  }
  get() {
    if (this.best === undefined) throw new EmptyChannelError();
    return this.best;
  }
  checkpoint() {
    if (this.best === undefined) throw new EmptyChannelError();
    return [this.best, this.count];
  }
}
class Counted extends LastValue {
  lc_graph_name = "Counted";
  fromCheckpoint(kept) {
    const copy = new Counted();
    if (kept !== undefined) copy.value = [kept];
    return copy;
  }
  update(values) { return super.update(values.slice(-1)); }
}
const graph = new StateGraph({ max: new Max(), counted: () => new Counted(), answer: new LastValue() })
  .addNode("a", () => ({ max: 3, counted: "a" }))
  .addNode("b", () => ({ max: 8, counted: "b" }))
  .addNode("ask", (s) => {
    const answer = interrupt(s);
    return answer === "wrong" ? { max: "nan" } : { answer, max: 5 };
  })
  .addEdge(START, "a").addEdge(START, "b").addEdge(["a", "b"], "ask")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({ max: 1 }, config));
console.log((await graph.getState(config)).values);
try {
  await graph.invoke(new Command({ resume: "wrong" }), config);
} catch (e) {
  console.log(e.name, e.message);
}
const other = { configurable: { thread_id: "2" } };
await graph.invoke({ answer: "none" }, other);
console.log(await graph.invoke(new Command({ resume: "yes" }), other));
await graph.updateState(other, { max: 100 }, "a");
console.log((await graph.getState(other)).values);
