// Pins: ajv, joi, yup, valibot and superstruct: what is valid, and what the errors say
import Ajv from "ajv";
import addFormats from "ajv-formats";
import Joi from "joi";
import * as yup from "yup";
import * as v from "valibot";
import * as s from "superstruct";
const ajv = new Ajv({ allErrors: true }); addFormats(ajv);
const check = ajv.compile({ type: "object", properties: { age: { type: "integer", minimum: 0 }, mail: { type: "string", format: "email" }, tags: { type: "array", items: { enum: ["a", "b"] }, uniqueItems: true } }, required: ["age"], additionalProperties: false });
console.log(check({ age: 1, mail: "a@b.co" }), check({ mail: "x", tags: ["a", "a", "c"], z: 1 }), check.errors.map((e) => `${e.instancePath} ${e.message}`));
const j = Joi.object({ name: Joi.string().min(3).required(), n: Joi.number().integer().default(5), when: Joi.date().iso(), mail: Joi.string().email() });
console.log(j.validate({ name: "Ann", when: "2024-01-01T00:00:00Z" }), j.validate({ name: "x", mail: "no", q: 1 }, { abortEarly: false }).error.message);
const y = yup.object({ name: yup.string().required(), age: yup.number().positive().integer().default(3), list: yup.array().of(yup.string().max(2)) });
console.log(await y.validate({ name: "A" }), await y.validate({ age: -1, list: ["abc"] }, { abortEarly: false }).catch((e) => [e.name, e.errors]));
const vs = v.object({ name: v.pipe(v.string(), v.minLength(2)), age: v.optional(v.number(), 4), k: v.picklist(["a", "b"]) });
console.log(v.parse(vs, { name: "Ann", k: "a" }), v.safeParse(vs, { name: "x", k: "c" }).issues.map((i) => i.message));
const st = s.object({ id: s.number(), title: s.defaulted(s.string(), "t"), tags: s.array(s.string()) });
console.log(s.create({ id: 1, tags: [] }, st), s.validate({ id: "x", tags: [1] }, st)[0].message);
