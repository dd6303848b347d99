// This file recognises the models that an agent can have, and binds tools to them.

import { RunnableSequence } from "@langchain/core/runnables";
import { SystemMessage } from "@langchain/core/messages";
import { bindSimply, isBinding, isSequence } from "../prebuilt/model";
import { MultipleToolsBoundError } from "./errors";
import { notBuiltIn } from "./missing";

const isConfigurable = (v: any) => typeof v === "object" && v !== null && "_queuedMethodOperations" in v && typeof v._getModelInstance === "function";
const isChatModel = (v: any) => "invoke" in v && typeof v.invoke === "function" && "_streamResponseChunks" in v;
const some = (v: any) => Array.isArray(v) && v.length > 0;

/** Throws an error if the model has bound tools, because an agent binds its tools itself. */
export function refuseBoundTools(llm: any) {
  if (typeof llm === "function") return;
  const model = isSequence(llm) ? llm.steps.find(isBinding) || llm : llm;
  if (isConfigurable(model)) return;
  if (isBinding(model) && (some(model.kwargs?.tools) || some(model.config?.tools)) || some(model.tools)) throw new MultipleToolsBoundError();
}

export async function bindTools(llm: any, tools: any[], options: any): Promise<any> {
  const model = bindSimply(llm, tools, options, isChatModel)
    ?? (isConfigurable(llm) ? bindSimply(await llm._getModelInstance(), tools, options, isChatModel) : undefined);
  if (model) return model;
  const at = isSequence(llm) ? llm.steps.findIndex((s: any) => isBinding(s) || isChatModel(s) || isConfigurable(s)) : -1;
  const step = at >= 0 ? bindSimply(llm.steps[at], tools, options, isChatModel) : undefined;
  if (!step) throw new Error(`llm ${llm} must define bindTools method.`);
  return RunnableSequence.from(llm.steps.map((s: any, i: number) => i === at ? step : s));
}

/** Returns the model of an agent, which must be an object. Names of models need the real package. */
export function modelOf(model: any): any {
  if (!model) throw new Error("`model` option is required to create an agent.");
  if (typeof model === "string") throw notBuiltIn(`createAgent({ model: ${JSON.stringify(model)} }): making a model of its name`);
  refuseBoundTools(model);
  return model;
}

export function systemMessageOf(prompt: any): any {
  if (prompt == null) return new SystemMessage("");
  if ((SystemMessage as any).isInstance(prompt)) return prompt;
  if (typeof prompt === "string") return new SystemMessage({ content: [{ type: "text", text: prompt }] });
  throw new Error(`Invalid systemPrompt type: expected string or SystemMessage, got ${typeof prompt}`);
}
