// This file is `@langchain/core/prompts`: templates of texts and messages.
export * from "./text_prompts";
export * from "./chat_prompts";
export * from "./block_prompts";
export * from "./few_shot";
export * from "./joined_prompts";
