// This file has the transformers that make streams from the events of an agent. It is loaded when an agent is streamed.

/** Makes run.toolCalls: the tool calls of the agent at path. */
export const createToolCallTransformer = (path: string[]) => () => __hitlrun.lib("langchain/tool_call_stream.ts").toolCallTransformer(path);

/** Makes run.subagents: the named agents that run in tools of the agent at path. */
export const createSubagentTransformer = (path: string[] = []) => () => __hitlrun.lib("langchain/subagent_stream.ts").subagentTransformer(path);
