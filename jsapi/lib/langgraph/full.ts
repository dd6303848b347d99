// This file is @langchain/langgraph. Files that use nothing about messages get index.ts.

export * from "./index";
export { MessagesAnnotation, messagesStateReducer, messagesStateReducer as addMessages } from "./messages";
export { MessagesZodMeta, MessagesZodState } from "./messages_zod";
