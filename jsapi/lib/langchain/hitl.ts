// This file has humanInTheLoopMiddleware: a person decides about tool calls before they are executed.

import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { any as anything, object } from "zod";
import { interrupt } from "../langgraph/config";
import { createMiddleware } from "./middleware";

const documented = ["approve", "edit", "reject"];
const decisionTypes = [...documented, "respond"];

const typeOf = (v: any) => v === null ? "null" : Array.isArray(v) ? "array" : typeof v;
const expected = (type: string, v: any, path: any[]) => {
  const received = typeOf(v);
  const message = received === "undefined" ? "Required" : `Expected ${type}, received ${received}`;
  return { code: "invalid_type", expected: type, received, path, message };
};

/** Returns the problems of a setting of one tool that is not a boolean. */
function settingIssues(setting: any, path: any[]): any[] {
  if (typeOf(setting) !== "object") return [expected("object", setting, path)];
  const { allowedDecisions, description, argsSchema, when } = setting;
  if (!Array.isArray(allowedDecisions)) return [expected("array", allowedDecisions, [...path, "allowedDecisions"])];
  const quoted = decisionTypes.map((d) => `'${d}'`).join(" | ");
  const issues: any[] = allowedDecisions.flatMap((d, i) => decisionTypes.includes(d) ? [] : [{
    received: d, code: "invalid_enum_value", options: decisionTypes, path: [...path, "allowedDecisions", i],
    message: `Invalid enum value. Expected ${quoted}, received '${d}'`,
  }]);
  const check = (ok: boolean, type: string, name: string, v: any) => { if (v !== undefined && !ok) issues.push(expected(type, v, [...path, name])); };
  check(["string", "function"].includes(typeof description), "string", "description", description);
  check(typeOf(argsSchema) === "object", "object", "argsSchema", argsSchema);
  check(typeof when === "function", "function", "when", when);
  return issues;
}

/** Checks the settings. The error has the form of zod 3, as in the library. */
function checkSettings(settings: any) {
  const issues = Object.entries(settings.interruptOn ?? {}).flatMap(([name, setting]) => {
    const path = ["interruptOn", name];
    const found = typeof setting === "boolean" ? [] : settingIssues(setting, path);
    if (found.length === 0) return [];
    const unionErrors = [[expected("boolean", setting, path)], found].map((list) => ({ issues: list, name: "ZodError" }));
    return [{ code: "invalid_union", unionErrors, path, message: "Invalid input" }];
  });
  if (issues.length === 0) return;
  const error: any = new Error(JSON.stringify(issues, null, 2));
  error.name = "ZodError";
  error.issues = issues;
  throw error;
}

const answered = (call: any, content: string, status: "success" | "error") =>
  new ToolMessage({ content, name: call.name, tool_call_id: call.id, status });

function checkText(call: any, message: any): string {
  if (typeof message === "string") return message;
  throw new Error(`Tool call response for "${call.name}" must be a string, got ${typeof message}`);
}

/** Applies a decision to a call. Returns the call to execute, and the result of the call if it is not executed. */
function decide(decision: any, call: any, setting: any): { call: any; answer?: any } {
  const type = decision.type;
  if (!decisionTypes.includes(type) || !setting.allowedDecisions.includes(type)) {
    throw new Error(`Unexpected human decision: ${JSON.stringify(decision)}. Decision type '${type}' is not allowed for tool '${call.name}'. Expected one of ${JSON.stringify(setting.allowedDecisions)} based on the tool's configuration.`);
  }
  if (type === "approve") return { call };
  if (type === "respond") return { call, answer: answered(call, checkText(call, decision.message), "success") };
  if (type === "reject") {
    const message = decision.message === undefined
      ? `User rejected the tool call for \`${call.name}\` with id ${call.id}` : checkText(call, decision.message);
    return { call, answer: answered(call, message, "error") };
  }
  const { name, args } = decision.editedAction ?? {};
  if (typeof name !== "string") throw new Error(`Invalid edited action for tool "${call.name}": name must be a string`);
  if (!args || typeof args !== "object") throw new Error(`Invalid edited action for tool "${call.name}": args must be an object`);
  return { call: { type: "tool_call", name, args, id: call.id } };
}

export function humanInTheLoopMiddleware(options: any): any {
  async function describe(call: any, setting: any, state: any, runtime: any): Promise<any> {
    const { description } = setting;
    if (typeof description === "function") return description(call, state, runtime);
    if (description !== undefined) return description;
    const prefix = options.descriptionPrefix ?? "Tool execution requires approval";
    return `${prefix}\n\nTool: ${call.name}\nArgs: ${JSON.stringify(call.args, null, 2)}`;
  }

  async function review(state: any, runtime: any): Promise<any> {
    const settings = { ...options, ...runtime.context?.interruptOn && { interruptOn: runtime.context.interruptOn } };
    checkSettings(settings);
    const last: any = [...state.messages].reverse().find((m) => (AIMessage as any).isInstance(m));
    if (!last?.tool_calls?.length || !settings.interruptOn) return undefined;
    const settingFor = (name: string) => {
      const setting = Object.prototype.hasOwnProperty.call(settings.interruptOn, name) ? settings.interruptOn[name] : false;
      return setting === true ? { allowedDecisions: [...documented] } : setting;
    };
    const asked: { call: any; setting: any }[] = [];
    const calls: any[] = [];
    for (const call of last.tool_calls) {
      const setting = settingFor(call.name);
      if (setting && (setting.when == null || await setting.when({ toolCall: call, tool: undefined, state, runtime }))) asked.push({ call, setting });
      else calls.push(call);
    }
    if (asked.length === 0) return undefined;
    const actionRequests: any[] = [];
    const reviewConfigs: any[] = [];
    for (const { call, setting } of asked) {
      actionRequests.push({ name: call.name, args: call.args, description: await describe(call, setting, state, runtime) });
      const { allowedDecisions, argsSchema } = setting;
      reviewConfigs.push({ actionName: call.name, allowedDecisions, ...argsSchema && { argsSchema } });
    }
    const { decisions } = await interrupt({ actionRequests, reviewConfigs });
    if (!decisions || !Array.isArray(decisions)) throw new Error("Invalid HITLResponse: decisions must be a non-empty array");
    if (decisions.length !== asked.length) {
      throw new Error(`Number of human decisions (${decisions.length}) does not match number of hanging tool calls (${asked.length}).`);
    }
    const decided = decisions.map((decision, i) => decide(decision, asked[i].call, asked[i].setting));
    const answers = decided.flatMap((d) => d.answer ?? []);
    calls.push(...decided.map((d) => d.call));
    last.tool_calls = calls;
    // Calls that were approved are executed before the model runs again. If none was approved, the model runs at once.
    return { messages: [last, ...answers], jumpTo: answers.length === calls.length ? "model" : undefined };
  }

  return createMiddleware({
    name: "HumanInTheLoopMiddleware",
    contextSchema: object({ interruptOn: anything().optional(), descriptionPrefix: anything().optional() }),
    afterModel: { canJumpTo: ["model"], hook: review },
  });
}
