// This file has what the forms of several providers need.

export const isObject = (v: any): boolean => typeof v === "object" && v !== null;
export const isText = (v: any): v is string => typeof v === "string";
export const listOf = (v: any): any[] => Array.isArray(v) ? v : [];

/** A block that has no standard form. */
export const nonStandard = (value: any): any => ({ type: "non_standard", value });

/** The content of a message as blocks of its provider. */
export const contentOf = (message: any): any[] => isText(message.content) ? [{ type: "text", text: message.content }] : message.content;

/** The texts of a list, one behind the other. */
export const joined = (list: any[]): string => list.map((v) => isText(v?.text) ? v.text : "").join("");

/** The tool calls of a message. */
export const callBlocks = (message: any): any[] =>
  (message.tool_calls ?? []).map(({ id, name, args }: any) => ({ type: "tool_call", id, name, args }));
