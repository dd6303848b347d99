// This file is node:stream/web: the global streams.
const g: any = globalThis;

export const {
  ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController, ReadableByteStreamController, WritableStream, WritableStreamDefaultWriter,
  WritableStreamDefaultController, TransformStream, TransformStreamDefaultController, CountQueuingStrategy, ByteLengthQueuingStrategy, TextEncoderStream,
  TextDecoderStream, ReadableStreamBYOBReader, ReadableStreamBYOBRequest, CompressionStream, DecompressionStream,
} = g;
export default {
  ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController, ReadableByteStreamController, WritableStream, WritableStreamDefaultWriter,
  WritableStreamDefaultController, TransformStream, TransformStreamDefaultController, CountQueuingStrategy, ByteLengthQueuingStrategy, TextEncoderStream,
  TextDecoderStream, ReadableStreamBYOBReader, ReadableStreamBYOBRequest, CompressionStream, DecompressionStream,
};
