// This file has MessageChannel, MessagePort and MessageEvent. A message that was posted arrives, but an open port does
// not keep the script running.
(function (host) {
  const { Event, EventTarget, handlerAttribute } = host.require("events");
  const { illegal } = host.require("streams_shared");
  const token = {}; // the constructor of ports requires it, and only this file has it
  let join; // (port, other)

  class MessageEvent extends Event {
    #fields;
    constructor(type, { data = null, origin = "", lastEventId = "", source = null, ports = [] } = {}) {
      super(type);
      this.#fields = { data, origin, lastEventId, source, ports };
    }
    get data() { return this.#fields.data; }
    get origin() { return this.#fields.origin; }
    get lastEventId() { return this.#fields.lastEventId; }
    get source() { return this.#fields.source; }
    get ports() { return this.#fields.ports; }
  }

  class MessagePort extends EventTarget {
    #other;
    #waiting = [];
    #started = false;
    #closed = false;
    #due = false;
    #node = new Map(); // listeners for node:events → the listeners of the EventTarget
    static {
      join = (port, other) => { port.#other = other; };
    }
    constructor(key) {
      if (key !== token) throw illegal();
      super();
    }
    // For receiveMessageOnPort of node:worker_threads: returns a list with the next message, or without one.
    static [Symbol.for("hitlrun.receive")](port) {
      if (typeof port !== "object" || port === null || !(#waiting in port)) return undefined;
      return port.#waiting.splice(0, 1);
    }
    postMessage(value, transfer = undefined) {
      const other = this.#other;
      const data = structuredClone(value, Array.isArray(transfer) ? { transfer } : transfer);
      if (this.#closed || other.#closed) return;
      other.#waiting.push(data);
      other.#deliver();
    }
    start() {
      this.#started = true;
      this.#deliver();
    }
    close() {
      this.#closed = this.#other.#closed = true;
      this.#waiting = [];
    }
    ref() { return this; }
    unref() { return this; }
    // Delivers one message in each turn of the event loop.
    #deliver() {
      if (!this.#started || this.#due || this.#waiting.length === 0) return;
      this.#due = true;
      setImmediate(() => {
        this.#due = false;
        if (this.#waiting.length === 0) return;
        this.dispatchEvent(new MessageEvent("message", { data: this.#waiting.shift() }));
        this.#deliver();
      });
    }
    on(type, listener) {
      const wrapped = (event) => listener.call(this, event.data);
      this.#node.set(listener, wrapped);
      this.addEventListener(type, wrapped);
      if (type === "message") this.start();
      return this;
    }
    once(type, listener) {
      const wrapped = (data) => {
        this.off(type, wrapped);
        listener.call(this, data);
      };
      return this.on(type, wrapped);
    }
    off(type, listener) {
      this.removeEventListener(type, this.#node.get(listener) || listener);
      return this;
    }
  }
  handlerAttribute(MessagePort, "message");
  const { get, set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    configurable: true,
    enumerable: true,
    get,
    set(handler) {
      set.call(this, handler);
      this.start();
    },
  });

  class MessageChannel {
    constructor() {
      const port1 = new MessagePort(token);
      const port2 = new MessagePort(token);
      join(port1, port2);
      join(port2, port1);
      Object.assign(this, { port1, port2 });
    }
  }
  return { MessageChannel, MessageEvent, MessagePort };
})
