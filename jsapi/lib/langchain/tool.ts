// This file has tool() of langchain. A tool without a function is executed by the caller of the agent.

import { tool as coreTool } from "@langchain/core/tools";
import { interrupt } from "../langgraph/config";

function headless({ name, description, schema }: any): any {
  const work = async (args: any, config: any) => interrupt({ type: "tool", toolCall: { id: config?.toolCall?.id, name, args } });
  const made: any = coreTool(work, { name, description, schema, metadata: { headlessTool: true } });
  return Object.assign(made, { implement: (execute: any) => ({ tool: made, execute }) });
}

/** Makes a tool from a function and its fields. From fields alone it makes a tool that asks the caller of the agent. */
export function tool(fnOrFields: any, fields?: any): any {
  return typeof fnOrFields === "function" ? coreTool(fnOrFields, fields) : headless(fnOrFields);
}
