// This file is node:buffer.

const g: any = globalThis;
export const { Buffer, atob, btoa, Blob, File } = g;
export const kMaxLength = 4294967296;
export const kStringMaxLength = 536870888;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength };
export const INSPECT_MAX_BYTES = 50;
export const SlowBuffer = (size: number): any => Buffer.alloc(size);
export const isUtf8 = (bytes: any): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};
export const isAscii = (bytes: any): boolean => Buffer.from(bytes).every((byte: number) => byte < 128);
export const transcode = (bytes: any, from: string, to: string): any => Buffer.from(Buffer.from(bytes).toString(from), to);
export const resolveObjectURL = (id: unknown): any => g.URL[Symbol.for("hitlrun.blob")](id);
export default { Buffer, atob, btoa, Blob, File, kMaxLength, kStringMaxLength, constants, INSPECT_MAX_BYTES, SlowBuffer, isUtf8, isAscii, transcode, resolveObjectURL };
