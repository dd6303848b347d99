// Pins: the channel classes on their own: update, get, checkpoint, fromCheckpoint, consume, finish, isAvailable.
import {
  AnyValue, BaseChannel, BinaryOperatorAggregate, DeltaChannel, DynamicBarrierValue, EphemeralValue, LastValue,
  LastValueAfterFinish, NamedBarrierValue, NamedBarrierValueAfterFinish, Topic, UntrackedValueChannel,
} from "@langchain/langgraph/channels";

const attempt = (f) => {
  try {
    return f();
  } catch (e) {
    return `${e.name}: ${e.message} ${e.lc_error_code ?? ""}`;
  }
};
const use = (channel, ...updates) => {
  console.log("==", channel.lc_graph_name, channel instanceof BaseChannel);
  const show = (label, c) => console.log(label, c.isAvailable(), attempt(() => c.get()), attempt(() => c.checkpoint()));
  show("new", channel);
  for (const values of updates) {
    const changed = attempt(() => channel.update(values));
    show(`${JSON.stringify(values)} ${changed}`, channel);
  }
  const copy = channel.fromCheckpoint(attempt(() => channel.checkpoint()));
  show("copy", copy);
  show("empty copy", channel.fromCheckpoint());
  console.log("finish", channel.finish(), channel.isAvailable(), "again", channel.finish());
  console.log("consume", channel.consume(), channel.isAvailable(), "again", channel.consume());
  show("afterwards", channel);
  show("copy is apart", copy);
};
use(new LastValue(), [], [1], [2, 3], [null]);
use(new LastValue(() => "first"), [undefined]);
use(new AnyValue(), [1, 2], [], []);
use(new EphemeralValue(), [1], [1, 2], [], []);
use(new EphemeralValue(false), [1, 2]);
use(new BinaryOperatorAggregate((a, b) => a + b), [1, 2], [], [{ __overwrite__: 10 }, 3], [{ __overwrite__: 1 }, { __overwrite__: 2 }]);
use(new BinaryOperatorAggregate((a, b) => a.concat(b), () => []), [["x"]], [{ type: "__overwrite__", value: ["o"] }]);
use(new Topic(), ["a", ["b", "c"]], ["a"], [], []);
use(new Topic({ accumulate: true }), ["a", "b"], ["a"], []);
use(new Topic({ unique: true }), ["a", "a", "b"], ["a"], ["c"]);
use(new Topic({ unique: true, accumulate: true }), ["a", "a"], ["a", "b"], ["b"]);
use(new UntrackedValueChannel(), [1], [1, 2], []);
use(new UntrackedValueChannel({ guard: false, initialValueFactory: () => "i" }), [1, 2]);
use(new NamedBarrierValue(new Set(["a", "b"])), ["a"], ["a"], ["c"], ["b"]);
use(new NamedBarrierValueAfterFinish(new Set(["a", "b"])), ["a"], ["b"]);
use(new DynamicBarrierValue(), ["a"], [{ __names: ["a", "b"] }], ["a", "x"], ["b"]);
use(new LastValueAfterFinish(), [1, 2], []);
use(new DeltaChannel((all, writes) => [...all, ...writes]), ["a", "b"], [], [{ __overwrite__: ["o"] }, "lost"], [{ __overwrite__: null }], [{ __overwrite__: [1] }, { __overwrite__: [2] }]);
for (const n of [0, -1, 1.5, "x"]) console.log(attempt(() => new DeltaChannel(() => 0, { snapshotFrequency: n })));
const add = (a, b) => a + b;
console.log(new LastValue().equals(new LastValue()), new BinaryOperatorAggregate(add).equals(new BinaryOperatorAggregate(add)), new BinaryOperatorAggregate(add).equals(new BinaryOperatorAggregate((a, b) => a + b)), new DeltaChannel(add).equals(new DeltaChannel(add)), new DeltaChannel(add).equals(new DeltaChannel(add, { snapshotFrequency: 5 })));
