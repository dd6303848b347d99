// This file is node:sys, the old name of node:util.
export * from "./util";
export { default } from "./util";
