// This file has the parts of langchain that are only in the real package.

export function notBuiltIn(what: string): Error {
  return new Error(`${what} is not part of hitlrun's built-in langchain; npm install langchain`);
}

const missing = (name: string) => (..._args: any[]): any => { throw notBuiltIn(name); };

export const initChatModel = /* @__PURE__ */ missing("initChatModel");
export const anthropicPromptCachingMiddleware = /* @__PURE__ */ missing("anthropicPromptCachingMiddleware");
export const bedrockPromptCachingMiddleware = /* @__PURE__ */ missing("bedrockPromptCachingMiddleware");
export const openAIModerationMiddleware = /* @__PURE__ */ missing("openAIModerationMiddleware");
export const piiRedactionMiddleware = /* @__PURE__ */ missing("piiRedactionMiddleware");
export const providerToolSearchMiddleware = /* @__PURE__ */ missing("providerToolSearchMiddleware");
