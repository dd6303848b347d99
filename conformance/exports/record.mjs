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
  "@langchain/core/callbacks/base",
  "@langchain/core/callbacks/dispatch",
  "@langchain/core/callbacks/manager",
  "@langchain/core/callbacks/promises",
  "@langchain/core/documents",
  "@langchain/core/embeddings",
  "@langchain/core/language_models/base",
  "@langchain/core/language_models/chat_models",
  "@langchain/core/language_models/llms",
  "@langchain/core/messages",
  "@langchain/core/messages/tool",
  "@langchain/core/output_parsers",
  "@langchain/core/output_parsers/openai_tools",
  "@langchain/core/outputs",
  "@langchain/core/prompt_values",
  "@langchain/core/prompts",
  "@langchain/core/runnables",
  "@langchain/core/singletons",
  "@langchain/core/testing",
  "@langchain/core/tools",
  "@langchain/core/utils/function_calling",
  "@langchain/core/utils/json_schema",
  "@langchain/core/utils/stream",
  "@langchain/core/utils/testing",
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
