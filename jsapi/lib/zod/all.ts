// This file lists the names of zod, and makes the namespace z from them.
import { ZodArray, ZodMap, ZodRecord, ZodSet, ZodTuple, array, looseRecord, map, partialRecord, record, set, tuple } from "./collection";
import { ZodType, lacks, parse, parseAsync, safeParse, safeParseAsync } from "./core";
import { ZodError, config, flattenError, formatError, getErrorMap, prettifyError, setErrorMap, treeifyError } from "./error";
import { ZodBigInt, ZodDate, ZodNumber, bigint, coerceBigInt, coerceDate, coerceNumber, date, int, int32, number, uint32 } from "./number";
import { ZodObject, keyof, looseObject, object, strictObject } from "./object";
import { withJSONSchema } from "./jsonschema";
import { globalRegistry, registry } from "./registry";
import {
  ZodAny, ZodBoolean, ZodCustom, ZodEnum, ZodLiteral, ZodNaN, ZodNever, ZodNull, ZodUndefined, ZodUnknown, ZodVoid, any, boolean,
  coerceBoolean, custom, enum as enum_, instanceof as instanceof_, literal, nan, nativeEnum, never, null as null_,
  undefined as undefined_, unknown, void as void_,
} from "./simple";
import {
  ZodString, ZodStringFormat, base64, base64url, cidrv4, cidrv6, coerceString, cuid, cuid2, e164, email, emoji, guid, ipv4, ipv6, iso, jwt,
  ksuid, nanoid, string, ulid, url, uuid, uuidv4, uuidv6, uuidv7, xid,
} from "./string";
import { ZodDiscriminatedUnion, ZodIntersection, ZodUnion, discriminatedUnion, intersection, union } from "./union";
import {
  ZodCatch, ZodDefault, ZodFunction, ZodLazy, ZodNonOptional, ZodNullable, ZodOptional, ZodPipe, ZodPrefault, ZodPromise, ZodReadonly,
  ZodTransform, _default, catch as catch_, function as function_, lazy, nonoptional, nullable, nullish, optional, pipe, prefault,
  preprocess, promise, readonly, stringbool, transform,
} from "./wrap";

/** Returns the JSON Schema of a schema. */
const toJSONSchema = (schema: ZodType, params?: any): any => ZodType.prototype.toJSONSchema.call(schema, params);

/** The schemas that convert a value before they check it. */
const coerce = { string: coerceString, number: coerceNumber, boolean: coerceBoolean, bigint: coerceBigInt, date: coerceDate };

const codes =
  "invalid_type too_big too_small invalid_format not_multiple_of unrecognized_keys invalid_union invalid_key invalid_element invalid_value custom";
/** The codes of issues, by their names. */
const ZodIssueCode: any = Object.fromEntries(codes.split(" ").map((c) => [c, c]));
const NEVER: never = Object.freeze({ status: "aborted" }) as never;

const all = {
  NEVER, ZodAny, ZodArray, ZodBigInt, ZodBoolean, ZodCatch, ZodCustom, ZodDate, ZodDefault, ZodDiscriminatedUnion, ZodEnum, ZodError,
  ZodFunction, ZodIntersection, ZodIssueCode, ZodLazy, ZodLiteral, ZodMap, ZodNaN, ZodNever, ZodNonOptional, ZodNull, ZodNullable,
  ZodNumber, ZodObject, ZodOptional, ZodPipe, ZodPrefault, ZodPromise, ZodReadonly, ZodRecord, ZodSet, ZodString, ZodStringFormat,
  ZodTransform, ZodTuple, ZodType, ZodUndefined, ZodUnion, ZodUnknown, ZodVoid, _default, any, array, base64, base64url, bigint, boolean,
  catch: catch_, cidrv4, cidrv6, coerce, config, cuid, cuid2, custom, date, discriminatedUnion, e164, email, emoji, enum: enum_,
  flattenError, formatError,
  function: function_, getErrorMap, globalRegistry, guid, instanceof: instanceof_, int, int32, intersection, ipv4, ipv6, iso, jwt, keyof,
  ksuid, lazy,
  literal, looseObject, looseRecord, map, nan, nanoid, nativeEnum, never, nonoptional, null: null_, nullable, nullish, number, object,
  optional, parse, parseAsync, partialRecord, pipe, prefault, preprocess, prettifyError, promise, readonly, record, registry, safeParse,
  safeParseAsync, set, setErrorMap, strictObject, string, stringbool, toJSONSchema, transform, treeifyError, tuple, uint32, ulid,
  undefined: undefined_, union, unknown, url, uuid, uuidv4, uuidv6, uuidv7, void: void_, xid,
};
// Engines and libraries read these names of any object. They are not names of zod, so reading them is not an error.
const silent = /^(then|default|toJSON|toString|valueOf|constructor|prototype|__\w+|\$\$typeof|asymmetricMatch|nodeType|inspect)$/;

/** The namespace. Reading a name that it lacks throws an error that says how to get it. */
export const z: typeof all & { z: any } = new Proxy(withJSONSchema(all), {
  get(target: any, name) {
    if (name in target || typeof name === "symbol" || silent.test(name)) return target[name];
    if (name === "z") return z;
    return lacks("z." + name);
  },
});
