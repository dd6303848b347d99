// This file has FormData, and its form in requests and responses.
(function (host) {
  const { finish } = host.require("shown");
  const { Blob, File, bytesOf, make } = host.require("blob");
  const needs = (where, n, args) => {
    if (args.length >= n) return;
    throw new TypeError(`FormData.${where}: ${n} argument${n > 1 ? "s" : ""} required, but${args.length ? " only" : ""} ${args.length} found.`);
  };
  let entriesOf; // (form)

  // Returns an entry. Halves of characters in its texts are replaced, and a blob becomes a File.
  function entry(where, name, value, filename, named) {
    name = `${name}`.toWellFormed();
    if (value instanceof Blob) {
      if (!(value instanceof File) || named) {
        const options = { type: value.type };
        if (value instanceof File) options.lastModified = value.lastModified;
        value = new File([value], named ? `${filename}` : "blob", options);
      }
      return { name, value };
    }
    if (named) throw new TypeError(`Failed to execute '${where}' on 'FormData': parameter 2 is not of type 'Blob'`);
    return { name, value: `${value}`.toWellFormed() };
  }

  class FormData {
    #entries = new Set(); // { name, value } in order
    #named = new Map(); // name → its entries in order
    static {
      entriesOf = (form) => form.#entries;
    }
    constructor(form = undefined) {
      if (form !== undefined) throw new TypeError("FormData constructor: Argument 1 could not be converted to: undefined.");
    }
    append(name, value, filename = undefined) {
      needs("append", 2, arguments);
      this.#add(entry("append", name, value, filename, arguments.length > 2));
    }
    #add(made) {
      this.#entries.add(made);
      const same = this.#named.get(made.name);
      if (same) same.push(made);
      else this.#named.set(made.name, [made]);
    }
    delete(name) {
      needs("delete", 1, arguments);
      for (const each of this.#of(name)) this.#entries.delete(each);
      this.#named.delete(`${name}`);
    }
    #of(name) { return this.#named.get(`${name}`) || []; }
    get(name) {
      needs("get", 1, arguments);
      const [found] = this.#of(name);
      return found ? found.value : null;
    }
    getAll(name) {
      needs("getAll", 1, arguments);
      return this.#of(name).map(({ value }) => value);
    }
    has(name) {
      needs("has", 1, arguments);
      return this.#named.has(`${name}`);
    }
    set(name, value, filename = undefined) {
      needs("set", 2, arguments);
      const made = entry("set", name, value, filename, arguments.length > 2);
      const [first, ...others] = this.#of(made.name);
      if (!first) {
        this.#add(made);
        return;
      }
      first.value = made.value;
      for (const each of others) this.#entries.delete(each);
      this.#named.set(made.name, [first]);
    }
    *keys() { for (const { name } of this.#entries) yield name; }
    *values() { for (const { value } of this.#entries) yield value; }
    *entries() { for (const { name, value } of this.#entries) yield [name, value]; }
    forEach(callback, self = undefined) {
      needs("forEach", 1, arguments);
      if (typeof callback !== "function") throw new TypeError("Failed to execute 'forEach' on 'FormData': parameter 1 is not of type 'Function'.");
      for (const { name, value } of this.#entries) callback.call(self, value, name, this);
    }
  }
  Object.defineProperty(FormData.prototype, Symbol.iterator, { value: FormData.prototype.entries, writable: true, configurable: true });
  for (const key of ["append", "delete", "get", "getAll", "has", "set", "keys", "values", "entries", "forEach"]) {
    Object.defineProperty(FormData.prototype, key, { enumerable: true });
  }
  finish(FormData, "FormData", (form) => {
    const shown = {};
    for (const { name, value } of entriesOf(form)) {
      if (!Object.hasOwn(shown, name)) shown[name] = value;
      else if (Array.isArray(shown[name])) shown[name].push(value);
      else shown[name] = [shown[name], value];
    }
    return shown;
  }, true);

  const escaped = (text) => text.replace(/\n/g, "%0A").replace(/\r/g, "%0D").replace(/"/g, "%22");
  const lines = (text) => text.replace(/\r\n?|\n/g, "\r\n");

  /** Returns the bytes of a form as multipart/form-data, and their content type. */
  function encode(form) {
    const boundary = `----formdata-undici-0${`${Math.floor(Math.random() * 1e11)}`.padStart(11, "0")}`;
    const parts = [];
    for (const { name, value } of entriesOf(form)) {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(lines(name))}"`;
      if (typeof value === "string") parts.push(`${head}\r\n\r\n${lines(value)}\r\n`);
      else parts.push(`${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`, bytesOf(value), "\r\n");
    }
    parts.push(`--${boundary}--\r\n`);
    return { bytes: host.concat(parts), type: `multipart/form-data; boundary=${boundary}` };
  }

  /** Returns the form in a body of a content type. */
  function decode(bytes, type) {
    const [essence] = `${type || ""}`.split(";");
    const form = new FormData();
    if (essence.trim().toLowerCase() === "application/x-www-form-urlencoded") {
      for (const [name, value] of new URLSearchParams(host.text(bytes))) form.append(name, value);
      return form;
    }
    if (essence.trim().toLowerCase() !== "multipart/form-data") {
      throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
    }
    const parts = host.parts(bytes, type);
    if (!parts) throw new TypeError("Failed to parse body as FormData.");
    for (const { name, filename, type: partType, bytes: data } of parts) {
      if (filename === undefined) form.append(name, host.text(data));
      else form.append(name, new File([make(data, "")], filename, { type: partType }));
    }
    return form;
  }
  return { FormData, decode, encode };
})
