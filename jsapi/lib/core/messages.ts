// This file is `@langchain/core/messages`.
export * from "./message";
export * from "./chunks";
export { DEFAULT_MERGE_IGNORE_KEYS, _mergeDicts, _mergeLists, _mergeObj, mergeContent } from "./merge";
export * from "./convert";
export * from "./trim";
export { isDataContentBlock } from "./blocks";
export * from "./data_blocks";
