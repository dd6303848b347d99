// This file has toolEmulatorMiddleware: a model invents the results of tools.

import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { mergeConfigs } from "@langchain/core/runnables";
import { createMiddleware } from "./middleware";
import { notBuiltIn } from "./missing";

const asText = (v: any): string => typeof v === "string" ? v : JSON.stringify(v);

const promptFor = (call: any, tool: any) => `Take the place of a tool in a test of an agent.

Tool: ${call.name}
Description: ${tool?.description || "No description available"}
Arguments: ${asText(call.args)}

Answer with what the tool could return for these arguments, and with nothing else: no preamble, no explanation.
Make the answer realistic, and another one each time.`;

/** Emulates tools with a model. Without tools it emulates all tools; without a model it uses that of the agent. */
export function toolEmulatorMiddleware({ tools, model }: any = {}): any {
  if (typeof model === "string") throw notBuiltIn(`toolEmulatorMiddleware({ model: ${JSON.stringify(model)} }): making a model of its name`);
  const names = new Set((tools ?? []).map((t: any) => typeof t === "string" ? t : String(t.name)));
  let agentModel: any;
  return createMiddleware({
    name: "ToolEmulatorMiddleware",
    wrapModelCall(request: any, handler: any) {
      agentModel = request.model;
      return handler(request);
    },
    async wrapToolCall(request: any, handler: any) {
      const { toolCall: call, tool, runtime } = request;
      if (names.size > 0 && !names.has(call.name)) return handler(request);
      const { configurable, callbacks, tags, metadata, signal, store } = runtime ?? {};
      const config = mergeConfigs({ configurable, callbacks, tags, metadata, signal, store } as any, { metadata: { lc_source: "toolEmulation" }, tags: ["nostream"] });
      const { content } = await (model ?? agentModel).invoke([new HumanMessage(promptFor(call, tool))], config);
      return new ToolMessage({ content: asText(content), tool_call_id: call.id ?? "", name: call.name });
    },
  });
}
