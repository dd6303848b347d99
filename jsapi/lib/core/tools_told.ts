// This file is `@langchain/core/tools` for files that have to do with callbacks.
import "./callback_manager";
export * from "./tools";
