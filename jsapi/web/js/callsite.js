// This file has the objects for the calls of a stack, which Error.prepareStackTrace gets.
(function () {
  class CallSite {
    #frame;
    constructor(frame) {
      this.#frame = frame;
    }
    getThis() {}
    getFunction() {}
    getTypeName() {
      return null;
    }
    getFunctionName() {
      return this.#frame.name || null;
    }
    getMethodName() {
      return null;
    }
    getFileName() {
      return this.#frame.file;
    }
    getScriptNameOrSourceURL() {
      return this.#frame.file;
    }
    getLineNumber() {
      return this.#frame.line;
    }
    getColumnNumber() {
      return this.#frame.column;
    }
    getEvalOrigin() {}
    getPromiseIndex() {
      return null;
    }
    isToplevel() {
      return true;
    }
    isNative() {
      return this.#frame.line === 0;
    }
    isEval() {
      return false;
    }
    isConstructor() {
      return false;
    }
    isAsync() {
      return false;
    }
    isPromiseAll() {
      return false;
    }
    toString() {
      return this.#frame.text;
    }
  }
  return { callSites: (frames) => frames.map((frame) => new CallSite(frame)) };
})
