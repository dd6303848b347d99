// node:events.
import EventEmitter, { addAbortListener, EventEmitter as Named, errorMonitor, getEventListeners, on, once, listenerCount } from "node:events";
import * as events from "node:events";

show("names", () => [EventEmitter === Named, EventEmitter.EventEmitter === EventEmitter, EventEmitter.once === once, typeof events.setMaxListeners]);
show("made of an emitter", () => {
  const e = new EventEmitter(), of = Object.create(e);
  const seen = [];
  of.on("x", function (n) { seen.push(n, this === e); });
  e.emit("x", 1);
  function Old() {}
  Old.prototype = Object.create(EventEmitter.prototype);
  class Derived extends EventEmitter {}
  Object.setPrototypeOf(Derived.prototype, e);
  const [a, b] = [new Old(), new Old()];
  a.on("y", () => seen.push("y"));
  new Derived().on("x", () => seen.push("derived"));
  b.emit("y");
  e.emit("x", 2);
  return [seen, of.listenerCount("x"), e._eventsCount];
});
show("methods that call each other", () => {
  class E extends EventEmitter {
    off(...args) { return super.off(...args); }
    removeListener(...args) { return this.off(...args); }
    addListener(...args) { return this.on(...args); }
    on(...args) { return super.on(...args); }
  }
  const e = new E(), f = () => {};
  e.addListener("x", f).once("x", f).removeListener("x", f).emit("x");
  return [e.listenerCount("x"), e.off("x", f).listenerCount("x"), EventEmitter.prototype.off === EventEmitter.prototype.removeListener, EventEmitter.prototype.on.name];
});
show("order", () => {
  const e = new EventEmitter();
  const seen = [];
  e.on("x", (...args) => seen.push("on " + args));
  e.prependListener("x", () => seen.push("first"));
  e.once("x", () => seen.push("once"));
  e.prependOnceListener("x", () => seen.push("first once"));
  return [e.emit("x", 1, 2), e.emit("x"), e.emit("nothing"), seen];
});
show("this", () => {
  const e = new EventEmitter();
  let self;
  e.on("x", function () {
    self = this;
  });
  e.emit("x");
  return self === e;
});
show("chaining", () => {
  const e = new EventEmitter();
  const f = () => {};
  return [e.on("a", f), e.once("a", f), e.off("a", f), e.removeAllListeners(), e.setMaxListeners(3)].every((r) => r === e);
});
show("remove", () => {
  const e = new EventEmitter();
  const seen = [];
  const f = () => seen.push("f");
  e.on("x", f).on("x", f).once("x", f);
  e.off("x", f);
  e.emit("x");
  const one = seen.length;
  e.removeListener("x", f);
  e.removeListener("x", f);
  e.removeListener("x", f);
  return [one, e.emit("x"), seen.length, e.listenerCount("x"), e.eventNames()];
});
show("changes while emitting", () => {
  const e = new EventEmitter();
  const seen = [];
  const later = () => seen.push("later");
  e.on("x", () => {
    seen.push("first");
    e.off("x", later);
    e.on("x", () => seen.push("added"));
  });
  e.on("x", later);
  e.emit("x");
  seen.push("|");
  e.emit("x");
  return seen;
});
show("once only once", () => {
  const e = new EventEmitter();
  let n = 0;
  e.once("x", () => {
    n++;
    e.emit("x");
  });
  e.emit("x");
  return n;
});
show("lists", () => {
  const e = new EventEmitter();
  const f = () => {};
  const s = Symbol("s");
  e.once("a", f);
  e.on(s, f);
  return [e.listeners("a")[0] === f, e.rawListeners("a")[0] === f, e.rawListeners("a")[0].listener === f, e.eventNames(), e.listenerCount("a", f), listenerCount(e, s), getEventListeners(e, "a").length, e.getMaxListeners()];
});
show("newListener and removeListener", () => {
  const e = new EventEmitter();
  const seen = [];
  e.on("newListener", (type, f) => seen.push("+" + type + e.listenerCount(type) + typeof f));
  e.on("removeListener", (type) => seen.push("-" + type + e.listenerCount(type)));
  const f = () => {};
  e.once("a", f);
  e.off("a", f);
  e.on("a", f);
  e.on("b", f);
  e.removeAllListeners("a");
  e.removeAllListeners();
  return [seen, e.eventNames()];
});
show("error without listener", () => new EventEmitter().emit("error", new TypeError("mine")));
show("error of text", () => new EventEmitter().emit("error", "text"));
show("error of an object", () => new EventEmitter().emit("error", { a: 1 }));
show("error of nothing", () => new EventEmitter().emit("error"));
show("error with a listener", () => {
  const e = new EventEmitter();
  const seen = [];
  e.on(errorMonitor, (x) => seen.push("monitor " + x.message));
  e.on("error", (x) => seen.push("listener " + x.message));
  return [e.emit("error", new Error("m")), seen];
});
show("listener throws", () => {
  const e = new EventEmitter();
  e.on("x", () => {
    throw new RangeError("from listener");
  });
  e.emit("x");
});
show("wrong listener", () => new EventEmitter().on("x", 5));
show("wrong listener", () => new EventEmitter().off("x"));
show("wrong limit", () => new EventEmitter().setMaxListeners(-1));
show("subclass", () => {
  class Mine extends EventEmitter {
    constructor() {
      super();
      this.on("x", (v) => (this.v = v));
    }
  }
  const m = new Mine();
  m.emit("x", 7);
  return [m.v, m instanceof EventEmitter, m.constructor.name];
});
show("old style", () => {
  function Old() {
    EventEmitter.call(this);
  }
  Object.setPrototypeOf(Old.prototype, EventEmitter.prototype);
  const a = new Old();
  const b = new Old();
  a.on("x", () => {});
  return [a.listenerCount("x"), b.listenerCount("x")];
});
show("too many", () => {
  const e = new EventEmitter();
  e.setMaxListeners(1);
  e.on("x", () => {});
  return e.getMaxListeners();
});

const main = async () => {
  await shows("once", async () => {
    const e = new EventEmitter();
    setTimeout(() => e.emit("x", 1, 2), 1);
    const args = await once(e, "x");
    return [args, e.eventNames()];
  });
  await shows("once rejects", async () => {
    const e = new EventEmitter();
    setTimeout(() => e.emit("error", new Error("failed")), 1);
    await once(e, "x");
  });
  await shows("once of error", async () => {
    const e = new EventEmitter();
    setTimeout(() => e.emit("error", new Error("expected")), 1);
    return (await once(e, "error"))[0].message;
  });
  await shows("once aborted", async () => {
    const c = new AbortController();
    setTimeout(() => c.abort(), 1);
    await once(new EventEmitter(), "x", { signal: c.signal });
  });
  await shows("once aborted before", () => once(new EventEmitter(), "x", { signal: AbortSignal.abort() }));
  await shows("once of an EventTarget", async () => {
    const t = new EventTarget();
    setTimeout(() => t.dispatchEvent(new Event("x")), 1);
    return (await once(t, "x"))[0].type;
  });
  await shows("once of something else", () => once({}, "x"));
  await shows("on", async () => {
    const e = new EventEmitter();
    setTimeout(() => {
      e.emit("x", 1);
      e.emit("x", 2);
    }, 1);
    setTimeout(() => e.emit("x", 3), 5);
    const seen = [];
    for await (const [n] of on(e, "x")) {
      seen.push(n);
      if (n === 3) break;
    }
    return [seen, e.eventNames()];
  });
  await shows("addAbortListener", async () => {
    const seen = [], c = new AbortController();
    const first = addAbortListener(c.signal, (e) => seen.push(e.type));
    addAbortListener(c.signal, () => seen.push("gone"))[Symbol.dispose]();
    c.abort();
    addAbortListener(c.signal, (e) => seen.push(e));
    seen.push("now");
    await null;
    return [seen, Object.getOwnPropertySymbols(first).length];
  });
  await shows("addAbortListener of something else", () => addAbortListener({}, () => {}));
  await shows("addAbortListener without a listener", () => addAbortListener(new AbortController().signal));
  await shows("on fails", async () => {
    const e = new EventEmitter();
    setTimeout(() => e.emit("error", new Error("stream")), 1);
    for await (const _ of on(e, "x"));
  });
  await shows("on aborted", async () => {
    const c = new AbortController();
    setTimeout(() => c.abort(), 1);
    for await (const _ of on(new EventEmitter(), "x", { signal: c.signal }));
  });
};
main();
