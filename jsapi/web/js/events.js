// This file has Event, CustomEvent and EventTarget. Targets are in no tree, so an event has only one target.
(function (host) {
  const custom = Symbol.for("nodejs.util.inspect.custom");
  const invalid = (text) => host.error("TypeError", "ERR_INVALID_ARG_TYPE", text);
  const wrongThis = () => host.error("TypeError", "ERR_INVALID_THIS", 'Value of "this" must be of type EventTarget');
  let begin; // (event, target): the event is dispatched now
  let end;
  let stopped; // (event): reports whether no further listener may get it
  let trust; // (event): marks it as an event of the platform
  let watch; // (target, f): f(type, any) is called when the target gets its first listener of a type, and loses the last one

  class Event {
    #type;
    #bubbles;
    #cancelable;
    #composed;
    #timeStamp = host.now();
    #target = null;
    #dispatching = false;
    #prevented = false;
    #propagationStopped = false;
    #stopped = false;
    #trusted = false;
    static {
      begin = (event, target) => {
        if (event.#dispatching) {
          throw host.error("Error", "ERR_EVENT_RECURSION", `The event "${event.#type}" is already being dispatched`);
        }
        event.#target = target;
        event.#dispatching = true;
      };
      end = (event) => {
        event.#dispatching = false;
        event.#propagationStopped = event.#stopped = false;
      };
      stopped = (event) => event.#stopped;
      trust = (event) => {
        event.#trusted = true;
        return event;
      };
    }
    constructor(type, options = undefined) {
      if (arguments.length === 0) throw host.error("TypeError", "ERR_MISSING_ARGS", 'The "type" argument must be specified');
      if (options !== undefined && options !== null && typeof options !== "object" && typeof options !== "function") {
        throw invalid(`The "options" argument must be of type object. Received ${host.received(options)}`);
      }
      options = options || {};
      this.#type = `${type}`;
      this.#bubbles = Boolean(options.bubbles);
      this.#cancelable = Boolean(options.cancelable);
      this.#composed = Boolean(options.composed);
    }
    initEvent(type, bubbles = false, cancelable = false) {
      if (this.#dispatching) return;
      this.#type = `${type}`;
      this.#bubbles = Boolean(bubbles);
      this.#cancelable = Boolean(cancelable);
    }
    get type() { return this.#type; }
    get bubbles() { return this.#bubbles; }
    get cancelable() { return this.#cancelable; }
    get composed() { return this.#composed; }
    get timeStamp() { return this.#timeStamp; }
    get isTrusted() { return this.#trusted; }
    get target() { return this.#target; }
    get srcElement() { return this.#target; }
    get currentTarget() { return this.#dispatching ? this.#target : null; }
    get eventPhase() { return this.#dispatching ? 2 : 0; }
    get defaultPrevented() { return this.#cancelable && this.#prevented; }
    get returnValue() { return !this.defaultPrevented; }
    set returnValue(value) {
      if (!value) this.preventDefault();
    }
    get cancelBubble() { return this.#propagationStopped; }
    set cancelBubble(value) {
      if (value) this.stopPropagation();
    }
    composedPath() {
      return this.#dispatching ? [this.#target] : [];
    }
    preventDefault() {
      this.#prevented = true;
    }
    stopPropagation() {
      this.#propagationStopped = true;
    }
    stopImmediatePropagation() {
      this.#propagationStopped = this.#stopped = true;
    }
    [custom]() {
      const { type, defaultPrevented, cancelable, timeStamp } = this;
      return host.shown(Object.getPrototypeOf(this), { type, defaultPrevented, cancelable, timeStamp });
    }
  }
  for (const [name, value] of [["NONE", 0], ["CAPTURING_PHASE", 1], ["AT_TARGET", 2], ["BUBBLING_PHASE", 3]]) {
    Object.defineProperty(Event, name, { value, enumerable: true });
    Object.defineProperty(Event.prototype, name, { value, enumerable: true });
  }

  class CustomEvent extends Event {
    #detail;
    constructor(type, options = undefined) {
      super(type, options);
      const detail = options ? options.detail : undefined;
      this.#detail = detail === undefined ? null : detail;
    }
    get detail() { return this.#detail; }
  }

  class EventTarget {
    #listeners = new Map(); // type → { list: the entries in order, found: listener → its entries }
    #watch = undefined;
    static {
      watch = (target, f) => { target.#watch = f; };
    }
    addEventListener(type, listener, options = undefined) {
      if (!(#listeners in this)) throw wrongThis();
      if (arguments.length < 2) throw host.error("TypeError", "ERR_MISSING_ARGS", 'The "type" and "listener" arguments must be specified');
      if (listener === null || listener === undefined) return;
      if (typeof listener !== "function" && typeof listener !== "object") {
        throw invalid(`The "listener" argument must be an instance of EventListener. Received ${host.received(listener)}`);
      }
      const bag = options !== null && typeof options === "object" ? options : { capture: options };
      const { once, signal } = bag;
      const capture = Boolean(bag.capture);
      if (signal !== undefined && (signal === null || typeof signal !== "object" || !("aborted" in signal))) {
        throw invalid(`The "options.signal" property must be an instance of AbortSignal. Received ${host.received(signal)}`);
      }
      if (signal && signal.aborted) return;
      type = `${type}`;
      let all = this.#listeners.get(type);
      if (!all) this.#listeners.set(type, (all = { list: [], found: new Map() }));
      const known = all.found.get(listener) || [];
      if (known.some((entry) => entry.capture === capture)) return;
      const entry = { listener, capture, once: Boolean(once), removed: false };
      all.list.push(entry);
      all.found.set(listener, [...known, entry]);
      if (this.#watch && all.list.length === 1) this.#watch(type, true);
      if (signal) signal.addEventListener("abort", () => this.removeEventListener(type, listener, capture), { once: true });
    }
    removeEventListener(type, listener, options = undefined) {
      if (!(#listeners in this)) throw wrongThis();
      if (arguments.length < 2) throw host.error("TypeError", "ERR_MISSING_ARGS", 'The "type" and "listener" arguments must be specified');
      type = `${type}`;
      const capture = Boolean(options !== null && typeof options === "object" ? options.capture : options);
      const all = this.#listeners.get(type);
      const known = (all && all.found.get(listener)) || [];
      const entry = known.find((each) => each.capture === capture);
      if (!entry) return;
      entry.removed = true;
      if (all.list[0] === entry) all.list.shift();
      else all.list.splice(all.list.indexOf(entry), 1);
      if (known.length > 1) all.found.set(listener, known.filter((each) => each !== entry));
      else all.found.delete(listener);
      if (all.list.length > 0) return;
      this.#listeners.delete(type);
      if (this.#watch) this.#watch(type, false);
    }
    // getEventListeners of node:events calls it.
    [Symbol.for("hitlrun.listeners")](type) {
      const all = this.#listeners.get(`${type}`);
      return all ? all.list.map((entry) => entry.listener) : [];
    }
    dispatchEvent(event) {
      if (!(#listeners in this)) throw wrongThis();
      if (arguments.length === 0) throw host.error("TypeError", "ERR_MISSING_ARGS", 'The "event" argument must be specified');
      if (!(event instanceof Event)) {
        throw invalid(`The "event" argument must be an instance of Event. Received ${host.received(event)}`);
      }
      begin(event, this);
      const all = this.#listeners.get(event.type);
      for (const entry of all ? all.list.slice() : []) { // a listener may add and remove listeners
        if (entry.removed) continue;
        if (stopped(event)) break;
        if (entry.once) this.removeEventListener(event.type, entry.listener, entry.capture);
        try {
          const { listener } = entry;
          const handle = typeof listener === "function" ? listener : listener.handleEvent;
          if (handle === undefined || handle === null) continue;
          if (typeof handle !== "function") {
            throw new TypeError(`Function.prototype.apply was called on ${typeof handle === "object" ? "#<Object>" : String(handle)}, which is ${typeof handle === "object" ? "an" : "a"} ${typeof handle} and not a function`);
          }
          const result = handle.call(handle === listener ? this : listener, event);
          if (result && typeof result.then === "function") result.then(undefined, host.uncaught);
        } catch (error) {
          host.uncaught(error);
        }
      }
      end(event);
      return !event.defaultPrevented;
    }
    [custom]() {
      return host.shown(Object.getPrototypeOf(this), {});
    }
  }

  // Adds an attribute such as onabort. Its listener has the place in the order at which it was first set.
  function handlerAttribute(Class, type) {
    const handlers = new WeakMap();
    Object.defineProperty(Class.prototype, `on${type}`, {
      configurable: true,
      enumerable: true,
      get() {
        const slot = handlers.get(this);
        return slot && slot.handler ? slot.handler : null;
      },
      set(handler) {
        const wanted = typeof handler === "function" ? handler : null;
        let slot = handlers.get(this);
        if (!slot) {
          slot = { listener: (event) => slot.handler.call(this, event) };
          handlers.set(this, slot);
        }
        if (slot.handler && !wanted) this.removeEventListener(type, slot.listener);
        if (!slot.handler && wanted) this.addEventListener(type, slot.listener);
        slot.handler = wanted;
      },
    });
  }
  for (const [Class, name] of [[Event, "Event"], [CustomEvent, "CustomEvent"], [EventTarget, "EventTarget"]]) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
  }
  return { Event, CustomEvent, EventTarget, handlerAttribute, trust, watch };
})
