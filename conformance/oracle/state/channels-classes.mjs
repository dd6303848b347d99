// Pins: the channel classes on their own: update, get, checkpoint, fromCheckpoint, their errors
import { AnyValue, BinaryOperatorAggregate, DynamicBarrierValue, EphemeralValue, LastValue, NamedBarrierValue, Topic } from "@langchain/langgraph/channels";

const attempt = (f) => {
  try {
    return f();
  } catch (e) {
    return `${e.name}: ${e.message.split("\n")[0]}`;
  }
};
const show = (name, c, ...updates) => {
  console.log(name, c.lc_graph_name, attempt(() => c.get()), attempt(() => c.checkpoint()), c.isAvailable());
  for (const u of updates) console.log(" ", u, attempt(() => c.update(u)), attempt(() => c.get()), attempt(() => c.checkpoint()), c.isAvailable());
};
show("last", new LastValue(), [], [1], [1, 2], [3]);
show("last with a default", new LastValue(() => 7), [8]);
show("any", new AnyValue(), [1, 2], []);
show("ephemeral", new EphemeralValue(), [1], [], [1, 2]);
show("ephemeral unguarded", new EphemeralValue(false), [1, 2]);
show("binop", new BinaryOperatorAggregate((a, b) => a + b, () => 10), [1, 2], []);
show("binop without a default", new BinaryOperatorAggregate((a, b) => a + b), [1, 2]);
show("topic", new Topic(), [1, [2, 3]], [], [4]);
show("topic accumulates", new Topic({ accumulate: true, unique: true }), [1, [2, 1]], [], [2, 4]);
show("barrier", new NamedBarrierValue(new Set(["a", "b"])), ["a"], ["b"], ["x"]);
show("dynamic barrier", new DynamicBarrierValue(), [{ __names: ["a"] }], ["a"]);
const copy = new LastValue().fromCheckpoint(5);
console.log(copy.get(), copy.equals?.(new LastValue()), new Topic().fromCheckpoint([[], [1]]).get());
