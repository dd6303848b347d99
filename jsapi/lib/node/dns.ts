// This file is node:dns: it looks up addresses of names, and other records.
import { checkFunction, fault, wrongType } from "./errors";
import { isIP } from "./net_ip";
import { nextTick } from "./stream_base";

const { net } = __hitlrun.node;
const custom = Symbol.for("nodejs.util.promisify.custom");

export const ADDRCONFIG = 1024;
export const ALL = 256;
export const V4MAPPED = 2048;
/** The codes of errors, by their names without the E. */
const codes: any = {};
for (const name of ["NODATA", "FORMERR", "SERVFAIL", "NOTFOUND", "NOTIMP", "REFUSED", "BADQUERY", "BADNAME", "BADFAMILY", "BADRESP", "CONNREFUSED", "TIMEOUT", "EOF",
  "FILE", "NOMEM", "DESTRUCTION", "BADSTR", "BADFLAGS", "NONAME", "BADHINTS", "NOTINITIALIZED", "LOADIPHLPAPI", "ADDRGETNETWORKPARAMS", "CANCELLED"]) codes[name] = `E${name}`;
const { NODATA, FORMERR, SERVFAIL, NOTFOUND, NOTIMP, REFUSED, TIMEOUT, CANCELLED, CONNREFUSED } = codes;
export { NODATA, FORMERR, SERVFAIL, NOTFOUND, NOTIMP, REFUSED, TIMEOUT, CANCELLED, CONNREFUSED };

let order = "verbatim";
export const getDefaultResultOrder = (): string => order;
export const setDefaultResultOrder = (value: string): void => void (order = value);
export const getServers = (): string[] => [];
export const setServers = (): void => {};

function sorted(list: any[], options: any): any[] {
  const by = options.order || (options.verbatim === false ? "ipv4first" : order);
  if (by === "verbatim") return list;
  const first = by === "ipv6first" ? 6 : 4;
  return [...list.filter(({ family }) => family === first), ...list.filter(({ family }) => family !== first)];
}

export function lookup(host: any, options: any, callback?: any): any {
  if (typeof options === "function") [options, callback] = [{}, options];
  else if (typeof options === "number") options = { family: options };
  options = options || {};
  checkFunction(callback, "callback");
  if (host !== undefined && host !== null && typeof host !== "string") throw wrongType("hostname", "of type string", host);
  const family = options.family === "IPv4" ? 4 : options.family === "IPv6" ? 6 : Number(options.family || 0);
  const give = (list: any[]) => (options.all ? callback(null, list) : callback(null, list[0].address, list[0].family));
  const kind = isIP(host);
  if (kind) nextTick(give, [{ address: host, family: kind }]);
  else if (!host) nextTick(give, options.all ? [] : [{ address: null, family: family === 6 ? 6 : 4 }]);
  else {
    attempt(callback, () => net.lookup(host, family, (error, addresses) => {
      if (error) return callback(error);
      give(sorted(addresses.map((address) => ({ address, family: isIP(address) })), options));
    }));
  }
  return {};
}

/** Passes an error of f to the callback. */
function attempt(callback: any, f: () => void): void {
  try {
    f();
  } catch (error) {
    nextTick(callback, error);
  }
}

const kinds: Record<string, string> = { resolve4: "A", resolve6: "AAAA", resolveCname: "CNAME", resolveMx: "MX", resolveNs: "NS", resolveSrv: "SRV", resolveTxt: "TXT" };
/** The types of records that resolve() knows; those that are not in kinds are not part of hitlrun. */
const types = [...Object.values(kinds), "ANY", "CAA", "NAPTR", "PTR", "SOA"];
const checkType = (type: any): void => {
  if (typeof type !== "string") throw wrongType("rrtype", "of type string", type);
  if (!types.includes(type)) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'rrtype' is invalid. Received ${__hitlrun.node.util.inspect(type)}`);
};
const ask = (host: any, type: string, options: any, callback: any): void => {
  if (typeof host !== "string") throw wrongType("name", "of type string", host);
  checkFunction(callback, "callback");
  attempt(callback, () => net.resolve(host, type, (error, list) => {
    if (error) return callback(error);
    callback(null, options && options.ttl && (type === "A" || type === "AAAA") ? list.map((address) => ({ address, ttl: 0 })) : list);
  }));
};
const methods: any = {
  resolve(host: any, type: any, callback: any) {
    if (typeof type === "function") [type, callback] = ["A", type];
    checkType(type);
    ask(host, type, undefined, callback);
  },
  reverse(address: any, callback: any) {
    checkFunction(callback, "callback");
    attempt(callback, () => net.reverse(address, callback));
  },
};
for (const name of Object.keys(kinds)) {
  methods[name] = (host: any, options: any, callback: any) => {
    if (typeof options === "function") [options, callback] = [undefined, options];
    ask(host, kinds[name], options, callback);
  };
}
for (const name of ["resolveAny", "resolveCaa", "resolveNaptr", "resolvePtr", "resolveSoa"]) {
  methods[name] = () => {
    throw new Error(`node:dns.${name} is not part of hitlrun`);
  };
}
export const { resolve, reverse, resolve4, resolve6, resolveCname, resolveMx, resolveNs, resolveSrv, resolveTxt, resolveAny, resolveCaa, resolveNaptr, resolvePtr, resolveSoa } = methods;

/** Returns a form of a function that returns a promise. */
const later = (f: any) => (...args: any[]): Promise<any> =>
  new Promise((done, fail) => f(...args, (error: any, value: any) => (error ? fail(error) : done(value))));
const promised: any = {
  lookup: (host: any, options: any = {}) =>
    new Promise((done, fail) =>
      lookup(host, options, (error: any, address: any, family: any) => (error ? fail(error) : done(options && options.all ? address : { address, family })))),
};
for (const name of Object.keys(methods)) promised[name] = later(methods[name]);
const resolved = later(methods.resolve);
promised.resolve = (host: any, type: any = "A"): Promise<any> => {
  checkType(type);
  return resolved(host, type);
};
Object.defineProperty(lookup, custom, { value: promised.lookup });

const resolverOf = (functions: any): any => {
  class Resolver {
    cancel(): void {}
    getServers(): string[] {
      return [];
    }
    setServers(): void {}
    setLocalAddress(): void {}
  }
  for (const name of Object.keys(functions)) {
    if (name !== "lookup") (Resolver.prototype as any)[name] = functions[name];
  }
  return Resolver;
};
export const Resolver = resolverOf(methods);
export const lookupService = (): never => {
  throw new Error("node:dns.lookupService is not part of hitlrun");
};
export const promises: any = { ...promised, lookupService, Resolver: resolverOf(promised), getServers, setServers, getDefaultResultOrder, setDefaultResultOrder, ...codes };
export default { ...codes, ADDRCONFIG, ALL, V4MAPPED, getDefaultResultOrder, setDefaultResultOrder, getServers, setServers, lookup, lookupService, ...methods, Resolver, promises };
