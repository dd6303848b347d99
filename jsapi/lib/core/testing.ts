// This file is `@langchain/core/utils/testing`.
export * from "./fake_models";
