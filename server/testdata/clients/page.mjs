// Hooks of React in a page that is none.
import WS from "ws";
import { Window } from "happy-dom";
import { until } from "./harness.mjs";

const page = new Window({ url: "http://localhost/" });
for (const name of ["document", "window", "navigator", "sessionStorage", "localStorage", "HTMLElement", "Node"]) {
  Object.defineProperty(globalThis, name, { value: name === "window" ? page : page[name], configurable: true, writable: true });
}
globalThis.WebSocket = WS;

const { createElement } = await import("react");
const { createRoot } = await import("react-dom/client");

// mount renders a component that only uses a hook. now is what the hook returned last.
export function mount(hook) {
  const shown = { now: undefined, renders: 0 };
  const root = createRoot(document.createElement("div"));
  function Page() {
    shown.now = hook();
    shown.renders++;
    return null;
  }
  root.render(createElement(Page));
  return Object.assign(shown, { unmount: () => root.unmount(), until: (what, condition) => until(what, () => shown.now && condition(shown.now)) });
}
