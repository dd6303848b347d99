// This file has the agents that do not use tool calling: they ask for one tool at a time.

import { FunctionMessage } from "@langchain/core/messages";
import { RunnableBinding, RunnableLambda } from "@langchain/core/runnables";
import { END, START } from "../langgraph/constants";
import { StateGraph } from "../langgraph/graph";

export class ToolExecutor extends RunnableBinding {
  lc_graph_name = "ToolExecutor";
  declare tools: any[];
  declare toolMap: Record<string, any>;
  declare invalidToolMsgTemplate: string;

  constructor(fields: any) {
    super({ bound: RunnableLambda.from((input: any, config: any) => this._execute(input, config)), config: {} } as any);
    this.tools = fields.tools;
    this.invalidToolMsgTemplate = fields.invalidToolMsgTemplate ?? "{requestedToolName} is not a valid tool, try one of {availableToolNamesString}.";
    this.toolMap = Object.fromEntries(this.tools.map((t) => [t.name, t]));
  }

  async _execute({ tool, toolInput }: any, config: any): Promise<any> {
    if (tool in this.toolMap) return this.toolMap[tool].invoke(toolInput, config);
    const known = Object.keys(this.toolMap).join(", ");
    return this.invalidToolMsgTemplate.replace("{requestedToolName}", tool).replace("{availableToolNamesString}", known);
  }
}

const executorOf = (tools: any): any => Array.isArray(tools) ? new ToolExecutor({ tools }) : tools;

/** Returns a graph that runs an agent and its tools in a loop. */
function loop(channels: any, agent: any, action: any, more: (state: any) => boolean): any {
  return new StateGraph({ channels })
    .addNode("agent", agent)
    .addNode("action", action)
    .addEdge(START, "agent")
    .addConditionalEdges("agent", (state: any) => more(state) ? "continue" : "end", { continue: "action", end: END })
    .addEdge("action", "agent")
    .compile();
}

export function createAgentExecutor({ agentRunnable, tools }: any): any {
  const executor = executorOf(tools);
  const finished = (outcome: any) => outcome && "returnValues" in outcome;
  const agent = async (data: any, config: any) => ({ agentOutcome: await agentRunnable.invoke(data, config) });
  const action = async ({ agentOutcome }: any, config: any) => {
    if (!agentOutcome || finished(agentOutcome)) throw new Error("Agent has not been run yet");
    return { steps: [{ action: agentOutcome, observation: await executor.invoke(agentOutcome, config) }] };
  };
  const steps = { reducer: (x: any, y: any) => x.concat(y), default: () => [] };
  return loop({ input: null, agentOutcome: null, steps }, agent, action, (data) => !finished(data.agentOutcome));
}

export function createFunctionCallingExecutor({ model, tools }: any): any {
  const executor = executorOf(tools);
  if (!("bind" in model) || typeof model.bind !== "function") throw new Error("Model must be bindable");
  const functions = executor.tools.map((t: any) => ({ name: t.name, description: t.description, parameters: t.schema }));
  const bound = model.bind({ functions });
  const called = ({ messages }: any) => messages[messages.length - 1]?.additional_kwargs.function_call;
  const agent = async ({ messages }: any, config: any) => ({ messages: [await bound.invoke(messages, config)] });
  const action = async (state: any, config: any) => {
    if (!state.messages.length) throw new Error("No messages found.");
    const call = called(state);
    if (!call) throw new Error("No function call found in message.");
    const content = await executor.invoke({ tool: call.name, toolInput: JSON.stringify(call.arguments), log: "" }, config);
    return { messages: [new FunctionMessage({ content, name: call.name })] };
  };
  const messages = { value: (x: any, y: any) => x.concat(y), default: () => [] };
  return loop({ messages }, agent, action, (state) => !!called(state));
}
