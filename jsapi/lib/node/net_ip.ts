// This file recognises IP addresses, for node:net.

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
