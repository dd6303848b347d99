// This file has DOMException.
(function (host) {
  const hidden = (object, key, value) => Object.defineProperty(object, key, { value, writable: true, configurable: true });

  class DOMException extends Error {
    constructor(message = "", options = "Error") {
      super(`${message}`);
      const named = options !== null && typeof options === "object";
      hidden(this, "name", named ? `${options.name === undefined ? "Error" : options.name}` : `${options}`);
      if (named && "cause" in options) hidden(this, "cause", options.cause);
    }
    get code() {
      return host.code(this.name);
    }
  }
  host.constants(DOMException);
  host.constants(DOMException.prototype);
  Object.defineProperty(DOMException.prototype, Symbol.toStringTag, { value: "DOMException", configurable: true });
  return { DOMException };
})
