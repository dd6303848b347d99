// This file has the JSON of runnables that can be made again from it. It is loaded when one is serialized.
import { escaped, snakeCase } from "./message";

// Puts references to secrets in place of the values at some paths, such as "apiKey".
function withoutSecrets(of: any, kwargs: any, secrets: Record<string, string>): any {
  const out = { ...kwargs };
  for (const [path, id] of Object.entries(secrets)) {
    const parts = path.split(".");
    const last = parts.pop()!;
    let read = of;
    let write = out;
    for (const part of parts) {
      read = read?.[part];
      if (read === undefined) break;
      write = write[part] = { ...write[part] };
    }
    if (read?.[last] !== undefined || write[last] !== undefined) write[last] = { lc: 1, type: "secret", id: [id] };
  }
  return out;
}

/** Returns the class of a runnable, and what it was made of. */
export function serialized(of: any): any {
  const aliases: any = {};
  const secrets: any = {};
  const kwargs: any = {};
  for (const k of Object.keys(of.lc_kwargs)) kwargs[k] = k in of ? of[k] : of.lc_kwargs[k];
  for (let p = Object.getPrototypeOf(of); p; p = Object.getPrototypeOf(p)) {
    Object.assign(aliases, Reflect.get(p, "lc_aliases", of));
    Object.assign(secrets, Reflect.get(p, "lc_secrets", of));
    Object.assign(kwargs, Reflect.get(p, "lc_attributes", of));
  }
  const safe = Object.fromEntries(Object.entries(kwargs).map(([k, v]) => [k, escaped(v, [of])]));
  const named = Object.entries(withoutSecrets(of, safe, secrets)).map(([k, v]) => [aliases[k] || snakeCase(k), v]);
  return { lc: 1, type: "constructor", id: of.lc_id, kwargs: Object.fromEntries(named) };
}
