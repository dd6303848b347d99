// This file is `@langchain/core/utils/testing`.
export * from "./fake_models";
export * from "./fake_parts";
export * from "./fake_streams";
export * from "./fake_vectors";
export { FakeTracer, SingleRunExtractor } from "./tracer";
