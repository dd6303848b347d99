// Pins: executionInfo, serverInfo and what else of the runtime a node finds in its second argument
import { Annotation, MemorySaver, START, StateGraph, task, getConfig } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const infos = [];
const note = (name, c) => {
  const i = c.executionInfo;
  infos.push([name, Object.keys(i), i.threadId, i.checkpointNs.replaceAll(/[0-9a-f-]{36}/g, "id"), i.taskId === c.configurable.__pregel_task_id, typeof i.checkpointId, i.nodeAttempt, typeof i.nodeFirstAttemptTime, i.runId]);
};
const inTask = task("inTask", () => note("task", getConfig()));
let runs = 0;
const graph = new StateGraph(State)
  .addNode("a", async (_, config) => {
    note("a", config);
    if (runs === 1) await inTask();
    if (runs++ < 1) throw new Error("again");
    infos.push(config.serverInfo, typeof config.control, typeof config.writer, typeof config.interrupt, config.heartbeat, typeof config.signal, config.context, config.store === undefined);
    return {};
  }, { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } })
  .addEdge(START, "a")
  .compile({ checkpointer: new MemorySaver() });
await graph.invoke({ n: 1 }, { configurable: { thread_id: "t1" }, context: { user: "ann" } });
console.log(infos.splice(0));
await graph.invoke({ n: 1 }, { configurable: { thread_id: "t1", assistant_id: "as", graph_id: "g", langgraph_auth_user: { identity: "me" } }, runId: "run-1" });
console.log(infos);
