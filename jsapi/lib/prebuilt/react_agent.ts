// This file has createReactAgent: a model and its tools in a loop.

import { SystemMessage, isAIMessage, isBaseMessage, isToolMessage } from "@langchain/core/messages";
import { Runnable, RunnableLambda } from "@langchain/core/runnables";
import { Annotation } from "../langgraph/annotation";
import { Send } from "../langgraph/command";
import { END, START } from "../langgraph/constants";
import { StateGraph } from "../langgraph/graph";
import { profile } from "../langgraph/hitlrun";
import { messagesStateReducer } from "../langgraph/messages";
import { withAgentName } from "./agent_name";
import { bareModel, isChatModel, isClientTool, withTools } from "./model";
import { ToolNode } from "./tool_node";

export const createReactAgentAnnotation = () => Annotation.Root({
  messages: Annotation({ reducer: messagesStateReducer, default: () => [] }),
  structuredResponse: Annotation,
});

const isSystem = (v: any) => isBaseMessage(v) && v._getType() === "system";

/** Returns a runnable that makes the messages for the model from the state. */
function promptOf(prompt: any): any {
  let fn = prompt;
  if (prompt == null) fn = (state: any) => state.messages;
  else if (typeof prompt === "string" || isSystem(prompt)) {
    const first = typeof prompt === "string" ? new SystemMessage(prompt) : prompt;
    fn = (state: any) => [first, ...state.messages ?? []];
  }
  if (typeof fn === "function") return RunnableLambda.from(fn).withConfig({ runName: "prompt" });
  if (Runnable.isRunnable(prompt)) return prompt;
  throw new Error(`Got unexpected type for 'prompt': ${typeof prompt}`);
}

/** Supports the older option messageModifier. Its modifier gets the messages, not the state. */
function modifierAsPrompt(modifier: any): any {
  if (typeof modifier === "string" || isSystem(modifier)) return modifier;
  if (typeof modifier === "function") return async (state: any) => modifier(state.messages);
  if (Runnable.isRunnable(modifier)) return RunnableLambda.from((state: any) => state.messages).pipe(modifier);
  throw new Error(`Unexpected type for messageModifier: ${typeof modifier}`);
}

function promptOfParams({ prompt, stateModifier, messageModifier }: any): any {
  if ([prompt, stateModifier, messageModifier].filter((p) => p != null).length > 1) {
    throw new Error("Expected only one of prompt, stateModifier, or messageModifier, got multiple values");
  }
  return promptOf(stateModifier ?? (messageModifier != null ? modifierAsPrompt(messageModifier) : prompt));
}

/** Returns a map of destinations, without those that are false. */
const destinations = (...names: (string | false)[]) => Object.fromEntries(names.filter(Boolean).map((n) => [n, n]));

export function createReactAgent(params: any): any {
  const { llm, tools, responseFormat, preModelHook, postModelHook, name, version = "v1", includeAgentName } = params;
  const toolClasses: any[] = Array.isArray(tools) ? tools : tools.tools;
  const toolNode = Array.isArray(tools) ? new ToolNode(tools.filter(isClientTool)) : tools;
  const prompted = (model: any) =>
    promptOfParams(params).pipe(includeAgentName === "inline" ? withAgentName(model, includeAgentName) : model);
  let known: any;

  async function modelFor(state: any, config: any) {
    if (typeof llm === "function") return prompted(await llm(state, config));
    known ??= prompted(await withTools(llm, toolClasses, "createReactAgent"));
    return known;
  }

  async function agent(state: any, config: any) {
    const { messages, llmInputMessages, ...rest } = state;
    const model = await modelFor(state, config);
    const response = await model.invoke({ messages: llmInputMessages?.length > 0 ? llmInputMessages : messages, ...rest }, config);
    response.name = name;
    response.lc_kwargs.name = name;
    return { messages: [response] };
  }

  async function structuredResponse(state: any, config: any) {
    if (responseFormat == null) {
      throw new Error("Attempted to generate structured output with no passed response schema. Please contact us for help.");
    }
    const messages = [...state.messages];
    const model = typeof llm === "function" ? await llm(state, config) : await bareModel(llm);
    if (!isChatModel(model)) {
      throw new Error(`Expected \`llm\` to be a ChatModel with .withStructuredOutput() method, got ${model.constructor.name}`);
    }
    let structured;
    if (typeof responseFormat === "object" && "schema" in responseFormat) {
      const { prompt, schema, ...options } = responseFormat;
      structured = model.withStructuredOutput(schema, options);
      if (prompt != null) messages.unshift(new SystemMessage({ content: prompt }));
    } else structured = model.withStructuredOutput(responseFormat);
    const response = await structured.invoke(messages, config);
    if (response == null) {
      throw new Error("Failed to parse structured response against the provided `responseFormat` schema: the structured-output parser returned null/undefined, which usually means the model output did not satisfy the schema.");
    }
    return { structuredResponse: response };
  }

  const graph = new StateGraph(params.stateSchema ?? createReactAgentAnnotation(), params.contextSchema);
  const old = profile === "0.2" && preModelHook == null && postModelHook == null;
  if (!old) graph.addNode("tools", toolNode);
  if (!("messages" in graph.channels)) throw new Error("Missing required `messages` key in state schema.");
  const entry = preModelHook != null ? "pre_model_hook" : "agent";
  let input;
  if (preModelHook != null) {
    graph.addNode("pre_model_hook", preModelHook).addEdge("pre_model_hook", "agent");
    const llmInputMessages = Annotation({ reducer: (_: any, update: any) => messagesStateReducer([], update), default: () => [] });
    input = Annotation.Root({ ...graph.channels, llmInputMessages });
  }
  graph.addNode("agent", agent, { input }).addEdge(START, entry);
  if (old) graph.addNode("tools", toolNode);

  const last = responseFormat != null ? "generate_structured_response" : END;
  const toTools = (state: any, calls: any[]) =>
    version === "v2" ? calls.map((call) => new Send("tools", { ...state, lg_tool_call: call })) : "tools";
  const afterAgent = (state: any) => {
    const message = state.messages[state.messages.length - 1];
    return isAIMessage(message) && message.tool_calls?.length ? toTools(state, message.tool_calls) : last;
  };
  const afterHook = (state: any) => {
    const { messages } = state;
    const answered = new Set(messages.filter(isToolMessage).map((m: any) => m.tool_call_id));
    const ai = messages.filter((m: any) => isAIMessage(m)).pop();
    const open = ai?.tool_calls?.filter((c: any) => c.id == null || !answered.has(c.id)) ?? [];
    if (open.length > 0) return toTools(state, open);
    const message = messages[messages.length - 1];
    return message && isToolMessage(message) ? entry : last;
  };
  if (postModelHook != null) {
    graph.addNode("post_model_hook", postModelHook).addEdge("agent", "post_model_hook")
      .addConditionalEdges("post_model_hook", afterHook, destinations("tools", entry, last));
  }
  if (responseFormat !== undefined) {
    graph.addNode("generate_structured_response", structuredResponse).addEdge("generate_structured_response", END);
  }
  if (old) {
    const afterOld = (state: any) => { const to = afterAgent(state); return to === "tools" ? "continue" : to; };
    graph.addConditionalEdges("agent", afterOld, { continue: "tools", ...destinations(END, last) });
  } else if (postModelHook == null) graph.addConditionalEdges("agent", afterAgent, destinations("tools", last));

  const direct = new Set(toolClasses.filter(isClientTool).filter((t) => t.returnDirect).map((t) => t.name));
  const afterTools = ({ messages }: any) => {
    for (let i = messages.length - 1; i >= 0 && isToolMessage(messages[i]); i--) {
      if (messages[i].name !== undefined && direct.has(messages[i].name)) return END;
    }
    return entry;
  };
  if (direct.size > 0) graph.addConditionalEdges("tools", afterTools, destinations(entry, END));
  else graph.addEdge("tools", entry);

  const { checkpointer, checkpointSaver, interruptBefore, interruptAfter, store, description } = params;
  return graph.compile({ checkpointer: checkpointer ?? checkpointSaver, interruptBefore, interruptAfter, store, name, description });
}
