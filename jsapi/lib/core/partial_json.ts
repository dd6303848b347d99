// This file parses incomplete JSON, which a model is still writing.

/** Returns the value of s, as far as it is there, or null if it is not valid JSON. */
export const parsePartialJson = (s: string | undefined): any => (s === undefined ? null : __hitlrun.partialJSON(s));
