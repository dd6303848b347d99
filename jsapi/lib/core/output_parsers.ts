// This file is `@langchain/core/output_parsers`: what a model said, as a text, JSON, a list, an object of a schema, or XML.
export * from "./text_parsers";
export * from "./structured_parsers";
