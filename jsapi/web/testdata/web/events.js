// Event, CustomEvent, EventTarget.
const log = [];
const target = new EventTarget();
const listener = (event) => log.push(`${event.type} ${event.target === target} ${event.currentTarget === target} ${event.eventPhase}`);
target.addEventListener("a", listener);
target.addEventListener("a", listener);
target.addEventListener("a", { handleEvent(event) { log.push("object " + (this !== target) + event.type); } });
target.addEventListener("a", () => log.push("once"), { once: true });
target.addEventListener("a", function () { log.push("this " + (this === target)); });
const event = new Event("a", { cancelable: true });
show("dispatch", () => target.dispatchEvent(event));
show("again", () => target.dispatchEvent(new Event("a")));
print(log.join("\n"));
show("after", () => [event.target === target, event.currentTarget, event.eventPhase, event.composedPath().length]);
show("remove", () => {
  const t = new EventTarget();
  let n = 0;
  const f = () => n++;
  t.addEventListener("x", f);
  t.addEventListener("x", f, false);
  t.removeEventListener("x", f);
  t.dispatchEvent(new Event("x"));
  t.removeEventListener("none", f);
  t.dispatchEvent(new Event("x"));
  return n;
});
show("changes during dispatch", () => {
  const t = new EventTarget();
  const seen = [];
  const later = () => seen.push("later");
  t.addEventListener("x", () => {
    seen.push("first");
    t.removeEventListener("x", later);
  });
  t.addEventListener("x", later);
  t.dispatchEvent(new Event("x"));
  return seen;
});
show("prevent", () => {
  const t = new EventTarget();
  t.addEventListener("x", (e) => e.preventDefault());
  const yes = new Event("x", { cancelable: true });
  const no = new Event("x");
  return [t.dispatchEvent(yes), yes.defaultPrevented, yes.returnValue, t.dispatchEvent(no), no.defaultPrevented];
});
show("stop", () => {
  const t = new EventTarget();
  const seen = [];
  t.addEventListener("x", (e) => {
    seen.push(1);
    e.stopImmediatePropagation();
  });
  t.addEventListener("x", () => seen.push(2));
  t.dispatchEvent(new Event("x"));
  return seen;
});
show("in itself", () => {
  const t = new EventTarget();
  let caught;
  t.addEventListener("x", (e) => {
    try {
      t.dispatchEvent(e);
    } catch (error) {
      caught = error;
    }
  });
  t.dispatchEvent(new Event("x"));
  return [caught.code, caught.message];
});
show("signal", () => {
  const t = new EventTarget();
  const controller = new AbortController();
  let n = 0;
  t.addEventListener("x", () => n++, { signal: controller.signal });
  t.dispatchEvent(new Event("x"));
  controller.abort();
  t.dispatchEvent(new Event("x"));
  t.addEventListener("x", () => n++, { signal: controller.signal });
  t.dispatchEvent(new Event("x"));
  return n;
});
show("event", () => {
  const e = new Event("t", { bubbles: 1, cancelable: 0, composed: true });
  return [e.type, e.bubbles, e.cancelable, e.composed, e.isTrusted, e.target, e.srcElement, e.cancelBubble, typeof e.timeStamp, Event.AT_TARGET];
});
show("custom", () => {
  const e = new CustomEvent("c", { detail: { a: 1 }, cancelable: true });
  return [e.detail, e instanceof Event, e.type, e.cancelable, new CustomEvent("d").detail, new CustomEvent("d", { detail: 0 }).detail];
});
show("subclass", () => {
  class Mine extends EventTarget {
    constructor() {
      super();
      this.n = 0;
      this.addEventListener("x", () => this.n++);
    }
  }
  const t = new Mine();
  t.dispatchEvent(new Event("x"));
  return [t.n, Object.prototype.toString.call(t)];
});
show("no type", () => new Event());
show("wrong options", () => new Event("a", 5));
show("wrong listener", () => new EventTarget().addEventListener("a", "f"));
show("missing listener", () => new EventTarget().addEventListener("a"));
show("wrong event", () => new EventTarget().dispatchEvent({ type: "a" }));
show("no event", () => new EventTarget().dispatchEvent());
show("DOMException", () => {
  const e = new DOMException("m", "AbortError");
  const plain = new DOMException();
  const caused = new DOMException("c", { name: "Mine", cause: 5 });
  return [e.name, e.message, e.code, e instanceof Error, String(e), plain.name, plain.message, plain.code, caused.name, caused.cause, Object.keys(e), DOMException.ABORT_ERR, e.INVALID_CHARACTER_ERR, DOMException.URL_MISMATCH_ERR];
});
show("constants", () => Object.keys(DOMException).map((key) => key + DOMException[key]));
show("codes", () => ["IndexSizeError", "NotFoundError", "InUseAttributeError", "SyntaxError", "URLMismatchError", "DataCloneError", "Error", "", "Mine"].map((name) => new DOMException("", name).code));
show("tag", () => Object.prototype.toString.call(new DOMException()));
