// This file is node:net: connections. A script can make a server, but that cannot listen.
import { isIP, isIPv4, isIPv6 } from "./net_ip";
import { Server } from "./net_server";
import { connectArgs, Socket } from "./net_socket";

const unheard = (name: string): any =>
  class {
    constructor() {
      throw new Error(`node:net.${name} is not part of hitlrun: a script has connections to servers, and is none`);
    }
  };
export const Stream = Socket;
export const BlockList = unheard("BlockList");
export const SocketAddress = unheard("SocketAddress");
export const createServer = (options?: any, listener?: any): any => new (Server as any)(options, listener);
export const connect = (...args: any[]): any => {
  const [options, callback] = connectArgs(args);
  return new (Socket as any)(options).connect(options, ...(callback ? [callback] : []));
};
export const createConnection = connect;
let autoSelect = true;
export const getDefaultAutoSelectFamily = (): boolean => autoSelect;
export const setDefaultAutoSelectFamily = (value: boolean): void => void (autoSelect = value);
let attempt = 250;
export const getDefaultAutoSelectFamilyAttemptTimeout = (): number => attempt;
export const setDefaultAutoSelectFamilyAttemptTimeout = (value: number): void => void (attempt = value);
export const _normalizeArgs = (args: any[]): any => {
  const [options, callback] = connectArgs(args);
  return [options, callback || null];
};
export { isIP, isIPv4, isIPv6, Server, Socket };
export default {
  isIP, isIPv4, isIPv6, Socket, Stream, Server, BlockList, SocketAddress, connect, createConnection, createServer, getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily, getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout, _normalizeArgs,
};
