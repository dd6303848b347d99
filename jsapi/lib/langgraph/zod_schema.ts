// This file is @langchain/langgraph/zod/schema: the JSON schemas of a graph's state, input, output and context.

import { toJSONSchema } from "zod";
import { typeSchemas } from "./type_schemas";

const schemas = /* @__PURE__ */ typeSchemas((schema) => toJSONSchema(schema));

export function getStateTypeSchema(graph: any, registry?: any): any { return schemas.state(graph, registry); }
export function getUpdateTypeSchema(graph: any, registry?: any): any { return schemas.update(graph, registry); }
export function getInputTypeSchema(graph: any, registry?: any): any { return schemas.input(graph, registry); }
export function getOutputTypeSchema(graph: any, registry?: any): any { return schemas.output(graph, registry); }
export function getConfigTypeSchema(graph: any, registry?: any): any { return schemas.config(graph, registry); }
