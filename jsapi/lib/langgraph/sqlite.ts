// This file is @langchain/langgraph-checkpoint-sqlite.

export { SqliteSaver } from "./saver";
