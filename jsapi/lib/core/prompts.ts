// This file is `@langchain/core/prompts`: texts and messages with places for values.
export * from "./text_prompts";
export * from "./chat_prompts";
