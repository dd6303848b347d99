import { report } from "./shim.mjs";
import { specTest } from "./dist/spec/index.js";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

class Sub extends MemorySaver {
  async put(...args) { return super.put(...args); }
  async *list(...args) { yield* super.list(...args); }
}
specTest({ checkpointerName: "MemorySaver", createCheckpointer: () => new MemorySaver() });
specTest({ checkpointerName: "MemorySaver", createCheckpointer: () => new Sub() });
specTest({ checkpointerName: "@langchain/langgraph-checkpoint-sqlite", createCheckpointer: () => SqliteSaver.fromConnString(":memory:") });
await report();
