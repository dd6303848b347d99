// This file is node:path/posix.
export * from "./path";
export { default } from "./path";
