// Prints what each public module of LangGraph.js exports, a line each. Run it with Node in
// a folder where the packages are installed; exports.txt is what it printed.

const modules = [
  "@langchain/langgraph",
  "@langchain/langgraph/channels",
  "@langchain/langgraph/prebuilt",
  "@langchain/langgraph/pregel",
  "@langchain/langgraph/web",
  "@langchain/langgraph/zod",
  "@langchain/langgraph/zod/schema",
  "@langchain/langgraph-checkpoint",
  "@langchain/core/chat_history",
  "@langchain/core/stores",
  "@langchain/core/utils/uuid",
  "langchain",
  "langchain/browser",
  "langchain/storage/in_memory",
  "langchain/tools",
];

for (const name of modules) {
  for (const key of Object.keys(await import(name)).sort()) console.log(name, key);
}
