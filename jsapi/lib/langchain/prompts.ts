// This file has the middleware that changes what is sent to a model: its system prompt, a to-do list, the list of tools.

import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { array, enum as oneOf, object, string } from "zod";
import { Command } from "../langgraph/command";
import { createMiddleware } from "./middleware";
import { notBuiltIn } from "./missing";

const isAI = (v: any) => (AIMessage as any).isInstance(v);

export function dynamicSystemPromptMiddleware(fn: any): any {
  return createMiddleware({
    name: "DynamicSystemPromptMiddleware",
    wrapModelCall: async (request: any, handler: any) => {
      const prompt = await fn(request.state, request.runtime);
      if (typeof prompt !== "string" && !(SystemMessage as any).isInstance(prompt)) {
        throw new Error("dynamicSystemPromptMiddleware function must return a string or SystemMessage");
      }
      return handler({ ...request, systemMessage: request.systemMessage.concat(prompt) });
    },
  });
}

const todoTool = `Keeps the list of what is to be done in this conversation, so that long work stays in order and the user sees how far it is.
Give the whole list each time: every item has a content and a status (pending, in_progress or completed).
Use it for work of three steps and more, for several tasks at once, or when you are asked to. Set an item to in_progress before you begin with it, to completed as soon as it is really done, and add what comes up on the way.
Do not use it for a question, or for work that takes one or two steps.`;

export const TODO_LIST_MIDDLEWARE_SYSTEM_PROMPT = `## \`write_todos\`

For work of many steps you have the tool \`write_todos\`: plan with it, and keep the list true while you work.
Mark an item completed when it is done, not several at the end. Change the list when you learn something new.
Simple requests need no list. Call the tool at most once at a time, never in parallel.`;

export function todoListMiddleware(options: any = {}): any {
  const todo = object({
    content: string().describe("Content of the todo item"),
    status: oneOf(["pending", "in_progress", "completed"]).describe("Status of the todo"),
  });
  const write = ({ todos }: any, config: any) => new Command({
    update: {
      todos,
      messages: [new ToolMessage({ content: `Updated todo list to ${JSON.stringify(todos)}`, tool_call_id: config.toolCall?.id, name: "write_todos" })],
    },
  });
  const writeTodos = tool(write as any, {
    name: "write_todos", description: options.toolDescription ?? todoTool,
    schema: object({ todos: array(todo).describe("List of todo items to update") }),
  });
  return createMiddleware({
    name: "todoListMiddleware",
    stateSchema: object({ todos: array(todo).default([]) }),
    tools: [writeTodos],
    wrapModelCall: (request: any, handler: any) => handler({
      ...request, systemMessage: request.systemMessage.concat(`\n\n${options.systemPrompt ?? TODO_LIST_MIDDLEWARE_SYSTEM_PROMPT}`),
    }),
    afterModel: (state: any) => {
      const last: any = [...state.messages ?? []].reverse().find(isAI);
      const calls = (last?.tool_calls ?? []).filter((c: any) => c.name === "write_todos");
      if (calls.length < 2) return undefined;
      const content = "Error: The `write_todos` tool should never be called multiple times in parallel. Please call it only once per model invocation to update the todo list.";
      return { messages: calls.map((c: any) => new ToolMessage({ content, tool_call_id: c.id, name: "write_todos", status: "error" })) };
    },
  });
}

const isClientTool = (t: any) => typeof t === "object" && "name" in t && "description" in t && typeof t.name === "string";

export function llmToolSelectorMiddleware(options: any): any {
  return createMiddleware({
    name: "LLMToolSelector",
    wrapModelCall: async (request: any, handler: any) => {
      const { model, maxTools, alwaysInclude = [], systemPrompt } = { ...options, ...request.runtime.context };
      const known = (request.tools ?? []).filter(isClientTool);
      const absent = alwaysInclude.filter((name: string) => !known.some((t: any) => t.name === name));
      if (request.tools?.length && absent.length > 0) {
        throw new Error(`Tools in alwaysInclude not found in request: ${absent.join(", ")}. Available tools: ${known.map((t: any) => t.name).sort().join(", ")}`);
      }
      const offered = known.filter((t: any) => !alwaysInclude.includes(t.name));
      if (offered.length === 0) return handler(request);
      if (typeof model === "string") throw notBuiltIn(`llmToolSelectorMiddleware({ model: ${JSON.stringify(model)} }): making a model of its name`);
      const question = request.messages.filter((m: any) => (HumanMessage as any).isInstance(m)).pop();
      if (!question) throw new Error("No user message found in request messages");
      let content = systemPrompt ?? "Select the tools that help most with the query of the user.";
      if (maxTools !== undefined) content += `\nName the most relevant tools first: of more than ${maxTools}, only the first ${maxTools} are used.`;
      const names = offered.map((t: any) => t.name);
      const schema = object({ tools: array(oneOf(names)).describe("Tools to use. Place the most relevant tools first.") });
      const chosen = await (model ?? request.model).withStructuredOutput(schema)
        .invoke([{ role: "system", content }, question], { tags: ["nostream"], metadata: { lc_source: "llmToolSelector" }, callbacks: [] });
      if (!chosen || typeof chosen !== "object" || !("tools" in chosen)) throw new Error(`Expected object response with tools array, got ${typeof chosen}`);
      const invalid = chosen.tools.filter((name: string) => !names.includes(name));
      if (invalid.length > 0) throw new Error(`Model selected invalid tools: ${invalid.join(", ")}`);
      const selected = [...new Set<string>(chosen.tools)].slice(0, maxTools);
      const always = known.filter((t: any) => alwaysInclude.includes(t.name));
      const others = request.tools.filter((t: any) => !isClientTool(t));
      return handler({ ...request, tools: [...offered.filter((t: any) => selected.includes(t.name)), ...always, ...others] });
    },
  });
}
