// This file is @langchain/langgraph for files that have to do with zod/v3.

export * from "./full";
export { MessagesZodState } from "./messages_zod3";
