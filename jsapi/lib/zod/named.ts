// This file exports each name of the namespace separately. They are taken from z, so that a bundle with one of them has
// schemas with all methods.
import { z } from "./all";
import type * as core from "./core";
import type { ZodError as ErrorClass } from "./error";
import type { Shape, ZodObject as ObjectClass } from "./object";

export const {
  NEVER, ZodAny, ZodArray, ZodBigInt, ZodBoolean, ZodCatch, ZodCustom, ZodDate, ZodDefault, ZodDiscriminatedUnion, ZodEnum, ZodError,
  ZodFunction, ZodIntersection, ZodIssueCode, ZodLazy, ZodLiteral, ZodMap, ZodNaN, ZodNever, ZodNonOptional, ZodNull, ZodNullable,
  ZodNumber, ZodObject, ZodOptional, ZodPipe, ZodPrefault, ZodPromise, ZodReadonly, ZodRecord, ZodSet, ZodString, ZodStringFormat,
  ZodTransform, ZodTuple, ZodType, ZodUndefined, ZodUnion, ZodUnknown, ZodVoid, _default, any, array, base64, base64url, bigint, boolean, cidrv4, cidrv6,
  coerce, config, cuid, cuid2, custom, date, discriminatedUnion, e164, email, emoji, flattenError, formatError, getErrorMap, globalRegistry, guid, int, int32,
  intersection, ipv4, ipv6, iso, jwt, keyof, ksuid, lazy, literal, looseObject, looseRecord, map, nan, nanoid, nativeEnum, never, nonoptional, nullable,
  nullish, number, object, optional, parse, parseAsync, partialRecord, pipe, prefault, preprocess, prettifyError, promise, readonly,
  record, registry, safeParse, safeParseAsync, set, setErrorMap, strictObject, string, stringbool, toJSONSchema, transform, treeifyError,
  tuple, uint32, ulid, union, unknown, url, uuid, uuidv4, uuidv6, uuidv7, xid,
} = z;
const { catch: catch_, enum: enum_, function: function_, instanceof: instanceof_, null: null_, undefined: undefined_, void: void_ } = z;
export { catch_ as catch, enum_ as enum, function_ as function, instanceof_ as instanceof, null_ as null, undefined_ as undefined, void_ as void };

export type { input, output, output as infer, output as TypeOf, Result as ZodSafeParseResult, Result as SafeParseReturnType } from "./core";
export type ZodType<O = any, I = any> = core.ZodType<O, I>;
export type ZodTypeAny = core.ZodType;
export type ZodSchema<O = any> = core.ZodType<O>;
export type ZodError<T = any> = ErrorClass<T>;
export type ZodObject<S = any> = ObjectClass<S>;
export type ZodRawShape = Shape;
