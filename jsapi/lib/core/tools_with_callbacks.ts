// This file is `@langchain/core/tools` for files that use callbacks.
import "./callback_manager";
export * from "./tools";
