// This file is `zod`, whole. Its modules register with each other: a bundle needs all of them.
import type * as core from "./core";
import { withJSONSchema } from "./jsonschema";
import { z as small } from "./small";

export * from "./small";
export const z: typeof small = withJSONSchema(small);
export declare namespace z {
  type infer<S> = core.output<S>;
  type TypeOf<S> = core.output<S>;
  type input<S> = core.input<S>;
  type output<S> = core.output<S>;
  type ZodTypeAny = core.ZodType;
  type ZodType<O = any, I = any> = core.ZodType<O, I>;
  type ZodError<T = any> = Error & { issues: any[]; type?: T };
}
export default z;
