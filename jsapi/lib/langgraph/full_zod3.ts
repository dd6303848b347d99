// This file is @langchain/langgraph for files that import zod/v3.

export * from "./full";
export { MessagesZodState } from "./messages_zod3";
