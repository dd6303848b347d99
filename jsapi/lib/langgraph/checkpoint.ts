// This file is @langchain/langgraph-checkpoint.

export { BaseCheckpointSaver, MemorySaver } from "./saver";
export * from "./checkpoint_parts";
export { InMemoryStore } from "./store";
