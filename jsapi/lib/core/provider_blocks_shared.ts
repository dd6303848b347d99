// This file has functions for the forms of several providers.

export const isObject = (v: any): boolean => typeof v === "object" && v !== null;
export const isText = (v: any): v is string => typeof v === "string";
export const listOf = (v: any): any[] => Array.isArray(v) ? v : [];

/** A block that has no standard form. */
export const nonStandard = (value: any): any => ({ type: "non_standard", value });

/** Returns the content of a message as blocks in the form of its provider. */
export const contentOf = (message: any): any[] => isText(message.content) ? [{ type: "text", text: message.content }] : message.content;

/** Joins the texts of a list. */
export const joined = (list: any[]): string => list.map((v) => isText(v?.text) ? v.text : "").join("");

/** Returns the tool calls of a message as blocks. */
export const callBlocks = (message: any): any[] =>
  (message.tool_calls ?? []).map(({ id, name, args }: any) => ({ type: "tool_call", id, name, args }));
