// This file has MessageChannel, MessagePort and MessageEvent. A message that was posted arrives, but an open port does
// not keep the script running.
(function (host) {
  const { Event, EventTarget, handlerAttribute } = host.require("events");
  const { DOMException } = host.require("domexception");
  const { fault, illegal, isObject, untransferred } = host.require("streams_shared");
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

  // The end of a channel. A transfer gives it to another port.
  const endOf = (port) => ({ port, other: undefined, waiting: [], closed: false });

  class MessagePort extends EventTarget {
    #end; // undefined if the port was transferred
    #started = false;
    #due = false;
    #node = new Map(); // type → Map from listeners for node:events to the listeners of the EventTarget
    static {
      join = (port, other) => {
        port.#end.other = other.#end;
        other.#end.other = port.#end;
      };
      host.cloned(
        MessagePort,
        (port, transferred) => {
          if (!(#end in port)) return undefined;
          if (!transferred) throw untransferred();
          if (!port.#end) throw new DOMException("MessagePort in transfer list is already detached", "DataCloneError");
          return new MessagePort(token);
        },
        (port, clone) => {
          clone.#end = port.#end;
          clone.#end.port = clone;
          port.#end = undefined;
        },
      );
    }
    constructor(key) {
      if (key !== token) throw illegal();
      super();
      this.#end = endOf(this);
    }
    // For receiveMessageOnPort of node:worker_threads: returns a list with the next message, or without one.
    static [Symbol.for("hitlrun.receive")](port) {
      if (typeof port !== "object" || port === null || !(#end in port)) return undefined;
      return port.#end ? port.#end.waiting.splice(0, 1).map(({ data }) => data) : [];
    }
    postMessage(value, transfer = undefined) {
      if (arguments.length === 0) throw fault("TypeError", "ERR_MISSING_ARGS", "The \"message\" argument must be specified");
      const list = Array.isArray(transfer) ? transfer : (isObject(transfer) && transfer.transfer) || [];
      const moved = [...list];
      if (moved.includes(this)) throw new DOMException("Transfer list contains source port", "DataCloneError");
      const ports = moved.filter((each) => each instanceof MessagePort);
      const message = structuredClone({ data: value, ports }, { transfer: moved });
      const end = this.#end;
      if (!end || end.closed || end.other.closed) return;
      end.other.waiting.push(message);
      end.other.port.#deliver();
    }
    start() {
      this.#started = true;
      this.#deliver();
    }
    // Both ports are closed. The other one delivers first what was posted before.
    close() {
      const end = this.#end;
      if (!end || end.closed) return;
      end.closed = end.other.closed = true;
      end.waiting = [];
      setImmediate(() => {
        this.dispatchEvent(new Event("close"));
        end.other.port.#afterMessages();
      });
    }
    ref() { return this; }
    unref() { return this; }
    #afterMessages() {
      if (this.#started && this.#end.waiting.length > 0) setImmediate(() => this.#afterMessages());
      else this.dispatchEvent(new Event("close"));
    }
    // Delivers one message in each turn of the event loop.
    #deliver() {
      const end = this.#end;
      if (!this.#started || this.#due || !end || end.waiting.length === 0) return;
      this.#due = true;
      setImmediate(() => {
        this.#due = false;
        if (end !== this.#end || end.waiting.length === 0) return;
        this.dispatchEvent(new MessageEvent("message", end.waiting.shift()));
        this.#deliver();
      });
    }
    addEventListener(type, listener, options = undefined) {
      super.addEventListener(type, listener, options);
      if (`${type}` === "message") this.start();
    }
    on(type, listener) { return this.#listen(type, listener, false); }
    once(type, listener) { return this.#listen(type, listener, true); }
    #listen(type, listener, once) {
      if (!this.#node.has(type)) this.#node.set(type, new Map());
      const known = this.#node.get(type);
      if (known.has(listener)) return this;
      const wrapped = (event) => {
        if (once) known.delete(listener);
        listener.call(this, type === "message" ? event.data : event);
      };
      known.set(listener, wrapped);
      this.addEventListener(type, wrapped, { once });
      return this;
    }
    off(type, listener) {
      const known = this.#node.get(type);
      const wrapped = known && known.get(listener);
      if (wrapped) known.delete(listener);
      this.removeEventListener(type, wrapped || listener);
      return this;
    }
  }
  for (const [name, value] of [["addListener", MessagePort.prototype.on], ["removeListener", MessagePort.prototype.off]]) {
    Object.defineProperty(MessagePort.prototype, name, { value, writable: true, configurable: true });
  }
  handlerAttribute(MessagePort, "message");

  class MessageChannel {
    constructor() {
      const port1 = new MessagePort(token);
      const port2 = new MessagePort(token);
      join(port1, port2);
      join(port2, port1);
      Object.assign(this, { port1, port2 });
    }
  }

  const channels = new Map(); // name → the open channels

  /** A message to a BroadcastChannel arrives at all others of the same name in this script. */
  class BroadcastChannel extends EventTarget {
    #name;
    #closed = false;
    constructor(name) {
      if (arguments.length === 0) throw fault("TypeError", "ERR_MISSING_ARGS", 'The "name" argument must be specified');
      super();
      this.#name = `${name}`;
      if (!channels.has(this.#name)) channels.set(this.#name, new Set());
      channels.get(this.#name).add(this);
    }
    get name() { return this.#name; }
    postMessage(message) {
      if (arguments.length === 0) throw fault("TypeError", "ERR_MISSING_ARGS", 'The "message" argument must be specified');
      if (this.#closed) throw new DOMException("BroadcastChannel is closed.", "InvalidStateError");
      let data = structuredClone(message);
      for (const other of channels.get(this.#name)) {
        if (other === this) continue;
        other.#receive(data);
        data = structuredClone(message);
      }
    }
    #receive(data) {
      setImmediate(() => {
        if (!this.#closed) this.dispatchEvent(new MessageEvent("message", { data }));
      });
    }
    close() {
      if (this.#closed) return;
      this.#closed = true;
      const open = channels.get(this.#name);
      open.delete(this);
      if (open.size === 0) channels.delete(this.#name);
    }
    ref() { return this; }
    unref() { return this; }
    [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect) {
      return `BroadcastChannel ${inspect({ name: this.#name, active: !this.#closed }, options)}`;
    }
  }
  handlerAttribute(BroadcastChannel, "message");
  handlerAttribute(BroadcastChannel, "messageerror");
  return { BroadcastChannel, MessageChannel, MessageEvent, MessagePort };
})
