// This file is @langchain/langgraph-checkpoint.

export { BaseCheckpointSaver, MemorySaver } from "./saver";
export * from "./checkpoint_data";
export { AsyncBatchedStore, BaseStore, InMemoryStore, InvalidNamespaceError, MemoryStore, getTextAtPath, tokenizePath } from "./store";
export { BaseCache, InMemoryCache } from "./cache";
