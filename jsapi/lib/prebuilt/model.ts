// This file finds the chat model of an agent, and binds tools to it.

import { Runnable, RunnableBinding, RunnableSequence } from "@langchain/core/runnables";

const isObject = (v: any) => typeof v === "object" && v !== null;
export const isBinding = (v: any): boolean => isObject(v) && Runnable.isRunnable(v.bound);
export const isSequence = (v: any): boolean => Array.isArray(v?.middle) && Runnable.isRunnable(v);
export const isChatModel = (v: any): boolean => "invoke" in v && typeof v.invoke === "function" && "_modelType" in v;
const isConfigurable = (v: any) => "_queuedMethodOperations" in v && typeof v._model === "function";
const isModelStep = (v: any) => isBinding(v) || isChatModel(v) || isConfigurable(v);

/** Reports whether a tool runs here, and not at the provider of the model. */
export const isClientTool = (t: any): boolean => Runnable.isRunnable(t);

async function modelStep(llm: any): Promise<any> {
  const step = isSequence(llm) ? llm.steps.find(isModelStep) || llm : llm;
  return isConfigurable(step) ? step._model() : step;
}

/** Returns the names of bound tools, in any of the forms that providers use. */
function boundNames(tools: any[]): Set<string> {
  const names = tools.map((t) => t.type === "function" ? t.function.name : "name" in t ? t.name : t.toolSpec?.name);
  return new Set(names.filter(Boolean));
}

/** Reports whether tools still have to be bound. Throws an error if other tools are bound. */
async function shouldBindTools(llm: any, tools: any[], maker: string): Promise<boolean> {
  const model = await modelStep(llm);
  if (!isBinding(model)) return true;
  let bound = [model.kwargs?.tools, model.config?.tools].find(Array.isArray);
  if (!bound) return true;
  if (bound.length === 1 && "functionDeclarations" in bound[0]) bound = bound[0].functionDeclarations;
  if (tools.length !== bound.length) {
    throw new Error(`Number of tools in the model.bindTools() and tools passed to ${maker} must match`);
  }
  const names = boundNames(bound);
  const missing = [...new Set(tools.filter(isClientTool).map((t) => t.name))].filter((name) => !names.has(name));
  if (missing.length > 0) {
    throw new Error(`Missing tools '${missing}' in the model.bindTools().Tools in the model.bindTools() must match the tools passed to ${maker}.`);
  }
  return false;
}

/** Binds tools to a model, or to the model of a binding. Returns undefined if it cannot. */
export function bindSimply(llm: any, tools: any[], options?: any, isModel = isChatModel): any {
  const canBind = (v: any) => isModel(v) && typeof v.bindTools === "function";
  const args = options ? [tools, options] : [tools];
  if (canBind(llm)) return llm.bindTools(...args);
  if (!isBinding(llm) || !canBind(llm.bound)) return undefined;
  const inner = llm.bound.bindTools(...args);
  const { config, kwargs, configFactories } = llm;
  if (!isBinding(inner)) return new RunnableBinding({ bound: inner, config, kwargs, configFactories });
  return new RunnableBinding({
    bound: inner.bound, config: { ...config, ...inner.config }, kwargs: { ...kwargs, ...inner.kwargs },
    configFactories: inner.configFactories ?? configFactories,
  });
}

/** Returns the model with the tools bound to it. */
export async function withTools(llm: any, tools: any[], maker: string): Promise<any> {
  if (!await shouldBindTools(llm, tools, maker)) return llm;
  const model = bindSimply(llm, tools) ?? (isConfigurable(llm) ? bindSimply(await llm._model(), tools) : undefined);
  if (model) return model;
  const at = isSequence(llm) ? llm.steps.findIndex(isModelStep) : -1;
  const step = at >= 0 ? bindSimply(llm.steps[at], tools) : undefined;
  if (!step) throw new Error(`llm ${llm} must define bindTools method.`);
  return RunnableSequence.from(llm.steps.map((s: any, i: number) => i === at ? step : s));
}

/** Returns the chat model without bindings. */
export async function bareModel(llm: any): Promise<any> {
  const step = await modelStep(llm);
  const model = isBinding(step) ? step.bound : step;
  if (isChatModel(model)) return model;
  throw new Error(
    `Expected \`llm\` to be a ChatModel or RunnableBinding (e.g. llm.bind_tools(...)) with invoke() and generate() methods, got ${model.constructor.name}`,
  );
}
