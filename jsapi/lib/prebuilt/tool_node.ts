// This file has ToolNode: it runs the tools that the last AI message calls.

import { ToolMessage, isAIMessage, isBaseMessage } from "@langchain/core/messages";
import { Runnable, ensureConfig, mergeConfigs } from "@langchain/core/runnables";
import { Command, isCommand } from "../langgraph/command";
import { END } from "../langgraph/constants";
import { isGraphInterrupt } from "../langgraph/errors";
import { type Questions, questionsOption, runCalls } from "./calls";

const isObject = (v: any) => typeof v === "object" && v !== null;
const isMessages = (v: any) => Array.isArray(v) && v.every(isBaseMessage);
const isSend = (v: any) => isObject(v) && v.lg_name === "Send";

/** Returns the calls of the last AI message that no tool has answered yet. */
export function openCalls(messages: any[]): any[] {
  const answered = new Set(messages.filter((m) => m.getType() === "tool").map((m) => m.tool_call_id));
  const ai: any = messages.filter((m) => isAIMessage(m)).pop();
  if (!ai) throw new Error("ToolNode only accepts AIMessages as input.");
  return (ai.tool_calls ?? []).filter((c: any) => c.id == null || !answered.has(c.id));
}

/** Combines what tools returned into the update of a node. Commands stay separate; those for the parent graph are joined. */
export function combined(outputs: any[], wrap: (message: any) => any, all: (outputs: any[]) => any): any {
  if (!outputs.some(isCommand)) return all(outputs);
  const updates: any[] = [];
  let parent: any;
  for (const o of outputs) {
    if (!isCommand(o)) updates.push(wrap(o));
    else if (o.graph !== Command.PARENT || !Array.isArray(o.goto) || !o.goto.every(isSend)) updates.push(o);
    else if (parent) parent.goto.push(...o.goto);
    else parent = new Command({ graph: Command.PARENT, goto: o.goto });
  }
  return parent ? [...updates, parent] : updates;
}

/** Returns the second argument of a tool. */
export function runtimeOf(config: any, state: any, call: any): any {
  return {
    ...config, state, toolCallId: call.id ?? "", config, context: config.context, store: config.store ?? null,
    writer: config.writer ?? config.configurable?.writer ?? null,
  };
}

// LangGraph.js 0.2 sets no status.
const statusOf = (status: "success" | "error") => __hitlrun.legacy ? {} : { status };

export class ToolNode extends Runnable {
  tools: any[];
  handleToolErrors: boolean;
  questions: Questions;
  trace = false;
  lc_namespace = ["langgraph"];
  config: any;

  constructor(tools: any[], options: any = {}) {
    super();
    this.name = options.name ?? "func";
    this.config = options.tags ? { tags: options.tags } : undefined;
    this.tools = tools;
    this.questions = questionsOption(options.questions);
    this.handleToolErrors = options.handleToolErrors ?? true;
  }

  async invoke(input: any, options?: any): Promise<any> {
    return this.run(input, mergeConfigs(this.config, ensureConfig(options)));
  }

  async runTool(call: any, config: any, state: any): Promise<any> {
    try {
      const tool = this.tools.find((t) => t.name === call.name);
      if (!tool) throw new Error(`Tool "${call.name}" not found.`);
      const output = await tool.invoke({ ...call, type: "tool_call" }, runtimeOf(config, state, call));
      if (isBaseMessage(output) && output.getType() === "tool" || isCommand(output)) return output;
      const content = typeof output === "string" ? output : JSON.stringify(output);
      return new ToolMessage({ ...statusOf("success"), name: tool.name, content, tool_call_id: call.id });
    } catch (e: any) {
      if (!this.handleToolErrors || isGraphInterrupt(e)) throw e;
      const content = `Error: ${e.message}\n Please fix your mistakes.`;
      return new ToolMessage({ ...statusOf("error"), content, name: call.name, tool_call_id: call.id ?? "" });
    }
  }

  protected async run(input: any, config: any): Promise<any> {
    const list = Array.isArray(input);
    const outputs = await this.runAll(input, config);
    return combined(outputs, (m) => list ? [m] : { messages: [m] }, (all) => list ? all : { messages: all });
  }

  private async runAll(input: any, config: any): Promise<any[]> {
    if (isObject(input) && "lg_tool_call" in input) {
      const { lg_tool_call: call, ...state } = input;
      return [await this.runTool(call, config, state)];
    }
    const messages = isMessages(input) ? input : isObject(input) && isMessages(input.messages) ? input.messages : undefined;
    if (!messages) throw new Error("ToolNode only accepts BaseMessage[] or { messages: BaseMessage[] } as input.");
    return runCalls(openCalls(messages), config, this.questions, (call) => this.runTool(call, config, input));
  }
}

/** Returns the next node for a state: the tools if its last message calls tools, else the end. */
export function toolsCondition(state: any): string {
  const messages = Array.isArray(state) ? state : state.messages;
  const last = messages[messages.length - 1];
  return last !== undefined && "tool_calls" in last && (last.tool_calls?.length ?? 0) > 0 ? "tools" : END;
}
