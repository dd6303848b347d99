// This file has the reserved names.

export const START = "__start__";
export const END = "__end__";
export const INTERRUPT = "__interrupt__";
export const ROOT = "__root__";
export const REMOVE_ALL_MESSAGES = "__remove_all__";
