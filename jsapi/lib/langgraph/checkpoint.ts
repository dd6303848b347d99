// This file is @langchain/langgraph-checkpoint.

export { BaseCheckpointSaver, MemorySaver } from "./saver";
