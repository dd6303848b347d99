// This file has what versions 1 and 2 of streamEvents share: a queue of chunks, filters, handlers in a config.
import { ensureHandler } from "../core/callbacks";

/** A queue of chunks for one reader. */
export class Pipe {
  private waiting: any[] = [];
  private readers: ((r: any) => void)[] = [];
  closed = false;

  push(value: any) {
    const reader = this.readers.shift();
    if (reader) reader({ value, done: false });
    else this.waiting.push(value);
  }

  close() {
    this.closed = true;
    for (const r of this.readers.splice(0)) r({ value: undefined, done: true });
  }

  next(): Promise<any> {
    if (this.waiting.length) return Promise.resolve({ value: this.waiting.shift(), done: false });
    if (this.closed) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.readers.push(resolve));
  }
}

/** Chooses the runs that streamEvents reports. */
export interface Filter {
  includeNames?: string[]; includeTypes?: string[]; includeTags?: string[];
  excludeNames?: string[]; excludeTypes?: string[]; excludeTags?: string[];
}

/** Reports whether a run passes a filter. */
export function wants(filter: Filter, run: { name: string; type: string; tags: string[] }): boolean {
  const { includeNames, includeTypes, includeTags, excludeNames, excludeTypes, excludeTags } = filter;
  const all = includeNames === undefined && includeTypes === undefined && includeTags === undefined;
  const included = all || includeNames?.includes(run.name) || includeTypes?.includes(run.type) || run.tags.some((t) => includeTags?.includes(t));
  const excluded = excludeNames?.includes(run.name) || excludeTypes?.includes(run.type) || run.tags.some((t) => excludeTags?.includes(t));
  return !!included && !excluded;
}

/** Returns callbacks with one more handler. */
export function withHandler(callbacks: any, handler: any) {
  if (!callbacks) return [handler];
  if (Array.isArray(callbacks)) return callbacks.concat(handler);
  const copy = callbacks.copy();
  copy.addHandler(ensureHandler(handler), true);
  return copy;
}
