// node:stream/web: the streams that are global.
const g: any = globalThis;

export const {
  ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController, ReadableByteStreamController, WritableStream,
  WritableStreamDefaultWriter, WritableStreamDefaultController, TransformStream, TransformStreamDefaultController,
  CountQueuingStrategy, ByteLengthQueuingStrategy, TextEncoderStream, TextDecoderStream,
} = g;
