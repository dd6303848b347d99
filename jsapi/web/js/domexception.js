// DOMException.
(function () {
  const codes = {
    IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
    NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10,
    InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15,
    TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21,
    QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
  };
  const hidden = (object, key, value) => Object.defineProperty(object, key, { value, writable: true, configurable: true });

  class DOMException extends Error {
    constructor(message = "", options = "Error") {
      super(`${message}`);
      const named = options !== null && typeof options === "object";
      hidden(this, "name", named ? `${options.name === undefined ? "Error" : options.name}` : `${options}`);
      if (!("message" in this)) hidden(this, "message", "");
      if (named && "cause" in options) hidden(this, "cause", options.cause);
    }
    get code() {
      return codes[this.name] || 0;
    }
  }
  for (const name of Object.keys(codes)) {
    // AbortError → ABORT_ERR, URLMismatchError → URL_MISMATCH_ERR
    const constant = name.replace(/^URL|[a-z](?=[A-Z])/g, "$&_").toUpperCase().replace(/_ERROR$/, "_ERR");
    const property = { value: codes[name], enumerable: true };
    Object.defineProperty(DOMException, constant, property);
    Object.defineProperty(DOMException.prototype, constant, property);
  }
  Object.defineProperty(DOMException.prototype, Symbol.toStringTag, { value: "DOMException", configurable: true });
  return { DOMException };
})
