// node:buffer.

const g: any = globalThis;
export const Buffer = g.Buffer;
export const atob = g.atob;
export const btoa = g.btoa;
export default { Buffer, atob, btoa };
