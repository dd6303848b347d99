// This file is `zod`: it exports every name, and all of them as z.
import { z as all } from "./all";
import type * as types from "./named";

export * from "./named";
export const z = all;
export declare namespace z {
  type infer<S> = types.output<S>;
  type TypeOf<S> = types.output<S>;
  type input<S> = types.input<S>;
  type output<S> = types.output<S>;
  type ZodTypeAny = types.ZodTypeAny;
  type ZodType<O = any, I = any> = types.ZodType<O, I>;
  type ZodError<T = any> = types.ZodError<T>;
  type ZodObject<S = any> = types.ZodObject<S>;
}
export default z;
