// Pins: the errors' classes: names, codes, what they extend, the predicates
import * as lg from "@langchain/langgraph";

const make = {
  GraphRecursionError: () => new lg.GraphRecursionError("m"),
  GraphValueError: () => new lg.GraphValueError("m"),
  GraphInterrupt: () => new lg.GraphInterrupt([{ value: 1, id: "x" }]),
  GraphInterruptEmpty: () => new lg.GraphInterrupt(),
  NodeInterrupt: () => new lg.NodeInterrupt("why"),
  ParentCommand: () => new lg.ParentCommand(new lg.Command({ goto: "x" })),
  EmptyInputError: () => new lg.EmptyInputError("m"),
  EmptyChannelError: () => new lg.EmptyChannelError("m"),
  InvalidUpdateError: () => new lg.InvalidUpdateError("m", { lc_error_code: "INVALID_CONCURRENT_GRAPH_UPDATE" }),
  UnreachableNodeError: () => new lg.UnreachableNodeError("m", { lc_error_code: "UNREACHABLE_NODE" }),
  MultipleSubgraphsError: () => new lg.MultipleSubgraphsError("m"),
  RemoteException: () => new lg.RemoteException("m"),
  StateGraphInputError: () => new lg.StateGraphInputError(),
  BaseLangGraphError: () => new lg.BaseLangGraphError("m"),
  GraphBubbleUp: () => new lg.GraphBubbleUp("m"),
};
for (const [name, f] of Object.entries(make)) {
  const e = f();
  const bases = Object.keys(make).filter((n) => lg[n] && e instanceof lg[n]);
  console.log(name, "|", e.name, "|", e.message, "|", e.lc_error_code, "|", bases.join(), "|", e instanceof Error, lg.isGraphBubbleUp(e), lg.isGraphInterrupt(e), lg.isParentCommand(e));
}
console.log(lg.isGraphInterrupt({ name: "GraphInterrupt" }), lg.isGraphBubbleUp(undefined), lg.GraphInterrupt.unminifiable_name);
console.log(lg.START, lg.END, lg.INTERRUPT, lg.REMOVE_ALL_MESSAGES, lg.isInterrupted({ __interrupt__: [] }), lg.isInterrupted(null));
