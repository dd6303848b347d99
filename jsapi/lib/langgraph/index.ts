// This file is @langchain/langgraph for files that use none of its names for messages and schemas; see full.ts.

export { END, INTERRUPT, REMOVE_ALL_MESSAGES, START } from "./constants";
export * from "./errors";
export { COMMAND_SYMBOL, Command, CommandInstance, Overwrite, Send, isCommand, isInterrupted } from "./command";
export { Annotation, BaseChannel, BinaryOperatorAggregate } from "./annotation";
export { AsyncBatchedStore, BaseStore, InMemoryStore } from "./store";
export { copyCheckpoint, emptyCheckpoint } from "./checkpoint_data";
export { getConfig, getCurrentTaskInput, getStore, getWriter, interrupt, writer } from "./config";
export { BaseCheckpointSaver, MemorySaver } from "./saver";
export { entrypoint, getPreviousState, task } from "./functional";
export { StateGraph } from "./graph";
export { Graph } from "./legacy_graph";
export { CompiledStateGraph } from "./compiled";
