// This file compares two JSON values, and returns the difference as a JSON patch (RFC 6902).

const isNode = (v: any): boolean => v !== null && typeof v === "object";
const pointer = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
const copy = (v: any): any => (v === undefined ? v : JSON.parse(JSON.stringify(v)));

/** Returns the operations that make one value of the other: for what it had, from its last key to its first, and then for new keys. */
export function patchOf(before: any, after: any, path = ""): any[] {
  const has = Object.hasOwn;
  const operations: any[] = [];
  const alike = Array.isArray(before) === Array.isArray(after);
  let removed = false;
  for (const key of Object.keys(before).reverse()) {
    const at = `${path}/${pointer(key)}`;
    const [old, now] = [before[key], after[key]];
    if (!has(after, key) || (now === undefined && old !== undefined && !Array.isArray(after))) {
      removed ||= alike;
      operations.push(alike ? { op: "remove", path: at } : { op: "replace", path, value: after });
    } else if (isNode(old) && isNode(now) && Array.isArray(old) === Array.isArray(now)) {
      operations.push(...patchOf(old, now, at));
    } else if (old !== now) {
      operations.push({ op: "replace", path: at, value: copy(now) });
    }
  }
  if (!removed && Object.keys(after).length === Object.keys(before).length) return operations;
  for (const key of Object.keys(after)) {
    if (!has(before, key) && after[key] !== undefined) operations.push({ op: "add", path: `${path}/${pointer(key)}`, value: copy(after[key]) });
  }
  return operations;
}
