// This file is `zod/v4`, which is zod.
export * from "./index";
export { default } from "./index";
