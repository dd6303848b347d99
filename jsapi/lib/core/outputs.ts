// This file is `@langchain/core/outputs`: the classes of a model's results.

export const RUN_KEY = "__run";

export type Generation = { text: string; generationInfo?: Record<string, any> };
export type ChatGeneration = Generation & { message: any };
export type LLMResult = { generations: Generation[][]; llmOutput?: Record<string, any> };
export type ChatResult = { generations: ChatGeneration[]; llmOutput?: Record<string, any> };

/** A piece of a streamed text. */
export class GenerationChunk {
  text: string;
  generationInfo: Record<string, any> | undefined;
  constructor(fields: Generation) {
    this.text = fields.text;
    this.generationInfo = fields.generationInfo;
  }
  concat(chunk: GenerationChunk): GenerationChunk {
    return new GenerationChunk({ text: this.text + chunk.text, generationInfo: { ...this.generationInfo, ...chunk.generationInfo } });
  }
}

/** A piece of a streamed message. */
export class ChatGenerationChunk extends GenerationChunk {
  message: any;
  constructor(fields: ChatGeneration) {
    super(fields);
    this.message = fields.message;
  }
  concat(chunk: ChatGenerationChunk): ChatGenerationChunk {
    return new ChatGenerationChunk({
      text: this.text + chunk.text,
      generationInfo: { ...this.generationInfo, ...chunk.generationInfo },
      message: this.message.concat(chunk.message),
    });
  }
}
