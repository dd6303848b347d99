// This file finds JSON Schemas of texts.

const isObject = (v: any) => typeof v === "object" && v !== null && !Array.isArray(v);
const isText = (v: any) => typeof v === "string";

/** Reports whether only strings fit s. */
export function onlyStrings(s: any): boolean {
  if (!isObject(s)) return false;
  if ("type" in s) return [].concat(s.type).every((t) => t === "string");
  if (s.enum) return s.enum.length > 0 && s.enum.every(isText);
  if ("const" in s) return isText(s.const);
  if (s.allOf) return s.allOf.some(onlyStrings);
  const any = s.anyOf || s.oneOf || [];
  return any.length > 0 && any.every(onlyStrings);
}
