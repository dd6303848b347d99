// This file is `@langchain/core/utils/testing`.
export * from "./fake_models";
export * from "./fake_parts";
