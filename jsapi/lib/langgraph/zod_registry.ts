// This file has the registries of @langchain/langgraph/zod.

import { type Meta, defaultOf, metas, withReducerSchemas, zodChannels } from "./schema";

/** The prefix of a description that contains extra fields for a JSON schema, and not only text. */
export const META_EXTRAS_DESCRIPTION_PREFIX = "lg:";

/** Stores settings of zod schemas: reducers, defaults, extra fields for JSON schemas. */
export class SchemaMetaRegistry {
  _map: { get(s: any): any; set(s: any, m: any): any; has(s: any): boolean; delete(s: any): boolean } = new Map();

  get(schema: any): Meta | undefined { return this._map.get(schema); }
  has(schema: any): boolean { return this._map.has(schema); }
  extend(schema: any, change: (meta: Meta | undefined) => Meta) { this._map.set(schema, change(this.get(schema))); }
  remove(schema: any): this {
    this._map.delete(schema);
    return this;
  }

  getChannelsForSchema(schema: any): Record<string, any> { return zodChannels(schema, (field) => this.get(field)); }

  /** Returns a zod object like schema, with the changes that effects names. */
  getExtendedChannelSchemas(schema: any, effects: {
    withReducerSchema?: boolean; withJsonSchemaExtrasAsDescription?: boolean; asPartial?: boolean;
  }): any {
    const meta = (field: any) => this.get(field);
    let extended = effects.withReducerSchema ? withReducerSchemas(schema, meta) : schema;
    if (effects.withJsonSchemaExtrasAsDescription) {
      const shape = schema._zod ? schema._zod.def.shape : schema.shape;
      const described: Record<string, any> = {};
      for (const [key, field] of Object.entries<any>(shape)) {
        const extra = meta(field)?.jsonSchemaExtra;
        const updates = (effects.withReducerSchema && meta(field)?.reducer?.schema) || field;
        const description = updates.description ?? field.description;
        if (extra) described[key] = updates.describe(META_EXTRAS_DESCRIPTION_PREFIX + JSON.stringify({ ...extra, description }));
      }
      if (Object.keys(described).length > 0) extended = extended.extend(described);
    }
    return effects.asPartial ? extended.partial() : extended;
  }
}

/** The registry that StateGraph reads. */
export const schemaMetaRegistry = /* @__PURE__ */ (() => {
  const all = new SchemaMetaRegistry();
  all._map = metas;
  return all;
})();

/** A registry for schema.register(registry, meta). */
export class LanggraphZodMetaRegistry {
  parent: SchemaMetaRegistry;
  _map: any;

  constructor(parent: SchemaMetaRegistry) {
    this.parent = parent;
    this._map = parent._map;
  }

  add(schema: any, meta?: any): this {
    if (meta && !meta.default) {
      const first = defaultOf(schema);
      if (first) meta.default = first;
    }
    this._map.set(schema, meta);
    return this;
  }

  get(schema: any): any {
    const parent = schema._zod?.parent;
    if (!parent) return this._map.get(schema);
    const { id, ...rest } = this.get(parent) ?? {} as any;
    const all = { ...rest, ...this._map.get(schema) };
    return Object.keys(all).length > 0 ? all : undefined;
  }

  has(schema: any): boolean { return this._map.has(schema); }

  remove(schema: any): this {
    this._map.delete(schema);
    return this;
  }
}

export const registry = /* @__PURE__ */ new LanggraphZodMetaRegistry(schemaMetaRegistry);
