// This file is node:diagnostics_channel: named channels, and channels for the parts of an operation.
import { checkFunction, wrongType } from "./errors";

type Listener = (message: unknown, name: string | symbol) => void;

const channels = new Map<string | symbol, Channel>();

export class Channel {
  _subscribers: Listener[] = [];
  _stores = new Map<any, ((data: any) => any) | undefined>();
  constructor(readonly name: string | symbol) {}
  get hasSubscribers(): boolean {
    return this._subscribers.length > 0 || this._stores.size > 0;
  }
  subscribe(listener: Listener): void {
    checkFunction(listener, "subscription");
    this._subscribers = [...this._subscribers, listener];
  }
  unsubscribe(listener: Listener): boolean {
    const at = this._subscribers.indexOf(listener);
    if (at < 0) return false;
    this._subscribers = this._subscribers.filter((_, i) => i !== at);
    return true;
  }
  bindStore(store: any, transform?: (data: any) => any): void {
    this._stores.set(store, transform);
  }
  unbindStore(store: any): boolean {
    return this._stores.delete(store);
  }
  publish(message: unknown): void {
    for (const listener of this._subscribers) {
      try {
        listener(message, this.name);
      } catch (error) {
        (globalThis as any).process.nextTick(() => {
          throw error;
        });
      }
    }
  }
  runStores(data: any, f: (...args: any[]) => any, self?: any, ...args: any[]): any {
    let run = () => {
      this.publish(data);
      return f.apply(self, args);
    };
    for (const [store, transform] of this._stores) {
      const inner = run;
      run = () => store.run(transform ? transform(data) : data, inner);
    }
    return run();
  }
}

export function channel(name: string | symbol): Channel {
  if (typeof name !== "string" && typeof name !== "symbol") throw wrongType("channel", "one of type string or symbol", name);
  let found = channels.get(name);
  if (!found) channels.set(name, (found = new Channel(name)));
  return found;
}

export const hasSubscribers = (name: string | symbol): boolean => channels.has(name) && channels.get(name)!.hasSubscribers;
export const subscribe = (name: string | symbol, listener: Listener): void => channel(name).subscribe(listener);
export const unsubscribe = (name: string | symbol, listener: Listener): boolean => channel(name).unsubscribe(listener);

const events = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;

class TracingChannel {
  declare start: Channel;
  declare end: Channel;
  declare asyncStart: Channel;
  declare asyncEnd: Channel;
  declare error: Channel;
  constructor(name: any) {
    for (const event of events) this[event] = typeof name === "string" ? channel(`tracing:${name}:${event}`) : name[event];
  }
  get hasSubscribers(): boolean {
    return events.some((event) => this[event] && this[event].hasSubscribers);
  }
  subscribe(handlers: any): void {
    for (const event of events) if (handlers[event]) this[event].subscribe(handlers[event]);
  }
  unsubscribe(handlers: any): boolean {
    let done = true;
    for (const event of events) if (handlers[event] && !this[event].unsubscribe(handlers[event])) done = false;
    return done;
  }
  traceSync(f: (...args: any[]) => any, context: any = {}, self?: any, ...args: any[]): any {
    return this.started(context, () => (context.result = f.apply(self, args)));
  }
  tracePromise(f: (...args: any[]) => any, context: any = {}, self?: any, ...args: any[]): any {
    const done = () => {
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    };
    return this.started(context, () =>
      Promise.resolve(f.apply(self, args)).then(
        (result) => {
          context.result = result;
          done();
          return result;
        },
        (error) => {
          this.failed(context, error);
          done();
          throw error;
        },
      ),
    );
  }
  traceCallback(f: (...args: any[]) => any, position = -1, context: any = {}, self?: any, ...args: any[]): any {
    const at = position < 0 ? args.length + position : position;
    const callback = args[at];
    checkFunction(callback, "callback");
    args[at] = (...results: any[]) => {
      if (results[0]) this.failed(context, results[0]);
      else context.result = results[1];
      this.asyncStart.runStores(context, () => {
        try {
          return callback.apply(self, results);
        } finally {
          this.asyncEnd.publish(context);
        }
      });
    };
    return this.started(context, () => f.apply(self, args));
  }
  private failed(context: any, error: any): void {
    context.error = error;
    this.error.publish(context);
  }
  private started(context: any, call: () => any): any {
    return this.start.runStores(context, () => {
      try {
        return call();
      } catch (error) {
        this.failed(context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
}

export const tracingChannel = (name: any): TracingChannel => new TracingChannel(name);

export default { Channel, channel, hasSubscribers, subscribe, unsubscribe, tracingChannel };
