// This file is langchain, for scripts without the real package.

export {
  AIMessage, AIMessageChunk, BaseMessage, BaseMessageChunk, HumanMessage, HumanMessageChunk, SystemMessage, SystemMessageChunk,
  ToolMessage, ToolMessageChunk, filterMessages, trimMessages,
} from "@langchain/core/messages";
export { DynamicStructuredTool, DynamicTool, StructuredTool, Tool } from "@langchain/core/tools";
export { Document } from "@langchain/core/documents";
export { InMemoryStore } from "@langchain/core/stores";
export { createAgent } from "./agent";
export { ClearToolUsesEdit, contextEditingMiddleware } from "./context_editing";
export {
  MiddlewareError, MultipleStructuredOutputsError, MultipleToolsBoundError, StructuredOutputParsingError, ToolInvocationError,
} from "./errors";
export { context } from "./context";
export { humanInTheLoopMiddleware } from "./hitl";
export { ToolCallLimitExceededError, modelCallLimitMiddleware, toolCallLimitMiddleware } from "./limits";
export { MIDDLEWARE_BRAND, createMiddleware } from "./middleware";
export * from "./missing";
export {
  PIIDetectionError, applyStrategy, detectCreditCard, detectEmail, detectIP, detectMacAddress, detectUrl, piiMiddleware,
  resolveRedactionRule,
} from "./pii";
export {
  TODO_LIST_MIDDLEWARE_SYSTEM_PROMPT, dynamicSystemPromptMiddleware, llmToolSelectorMiddleware, todoListMiddleware,
} from "./prompts";
export { ProviderStrategy, ToolStrategy, providerStrategy, toolStrategy } from "./responses";
export { modelFallbackMiddleware, modelRetryMiddleware, toolErrorMiddleware, toolRetryMiddleware } from "./retry";
export { summarizationMiddleware } from "./summarization";
export { FakeToolCallingModel, fakeModel } from "./testing";
export { countTokensApproximately } from "./tokens";
export { tool } from "./tool";
export { toolEmulatorMiddleware } from "./tool_emulator";
export { createSubagentTransformer, createToolCallTransformer } from "./transformers";
