// This file has registries, which store metadata of schemas.

const ids = (meta: any) => meta && typeof meta === "object" && "id" in meta;

export class ZodRegistry<M = any> {
  _map = new WeakMap<any, any>();
  _idmap = new Map<string, any>();
  add(schema: any, meta?: M): this {
    this._map.set(schema, meta);
    if (ids(meta)) this._idmap.set((meta as any).id, schema);
    return this;
  }
  clear(): this {
    this._map = new WeakMap();
    this._idmap = new Map();
    return this;
  }
  remove(schema: any): this {
    const meta = this._map.get(schema);
    if (ids(meta)) this._idmap.delete(meta.id);
    this._map.delete(schema);
    return this;
  }
  /** Returns the metadata of schema. A refined schema inherits those of the schema it was made from, except the id. */
  get(schema: any): any {
    const own = this._map.get(schema);
    const parent = schema._zod.parent;
    if (!parent) return own;
    const { id, ...rest } = this.get(parent) || ({} as any);
    const all = { ...rest, ...own };
    return Object.keys(all).length ? all : undefined;
  }
  has(schema: any): boolean {
    return this._map.has(schema);
  }
}

export const registry = <M = any>(): ZodRegistry<M> => new ZodRegistry<M>();
export const globalRegistry: ZodRegistry = /* @__PURE__ */ new ZodRegistry();
