// This file is @langchain/langgraph/prebuilt.

export { ToolNode, toolsCondition } from "./tool_node";
export { createReactAgent, createReactAgentAnnotation } from "./react_agent";
export { withAgentName } from "./agent_name";
export { ToolExecutor, createAgentExecutor, createFunctionCallingExecutor } from "./executors";
