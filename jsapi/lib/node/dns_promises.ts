// This file is node:dns/promises.
import { promises } from "./dns";

export const { lookup, lookupService, resolve, reverse, resolve4, resolve6, resolveCname, resolveMx, resolveNs, resolveSrv, resolveTxt, Resolver, getServers, setServers, getDefaultResultOrder, setDefaultResultOrder } = promises;
export default promises;
