// node:net: what an address is. Connections there are none.

const v4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

export const isIPv4 = (text: any): boolean => v4.test(`${text}`);

export function isIPv6(text: any): boolean {
  let [address, zone, ...more] = `${text}`.split("%");
  if (more.length > 0 || zone === "") return false;
  const tail = address.slice(address.lastIndexOf(":") + 1);
  if (tail.includes(".")) {
    if (!isIPv4(tail)) return false;
    address = `${address.slice(0, -tail.length)}0:0`;
  }
  const halves = address.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const count = groups.reduce((sum, list) => sum + list.length, 0);
  if (groups.some((list) => list.some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group)))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}

export const isIP = (text: any): number => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0);

const absent = (name: string): any =>
  class {
    constructor() {
      throw new Error(`node:net.${name} is not part of hitlrun (fetch() is)`);
    }
  };
export const Socket = absent("Socket");
export const Stream = Socket;
export const Server = absent("Server");
export const BlockList = absent("BlockList");
export const SocketAddress = absent("SocketAddress");
const fails = (name: string) => (): never => {
  throw new Error(`node:net.${name} is not part of hitlrun (fetch() is)`);
};
export const connect = fails("connect");
export const createConnection = fails("createConnection");
export const createServer = fails("createServer");
let autoSelect = true;
export const getDefaultAutoSelectFamily = (): boolean => autoSelect;
export const setDefaultAutoSelectFamily = (value: boolean): void => void (autoSelect = value);
export default {
  isIP, isIPv4, isIPv6, Socket, Stream, Server, BlockList, SocketAddress, connect, createConnection, createServer, getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
};
