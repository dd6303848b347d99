// This file is `@langchain/core/prompts`: templates of texts and messages.
export * from "./text_prompts";
export * from "./chat_prompts";
