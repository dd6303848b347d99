// This file is `@langchain/core/utils/async_caller`: calls that are tried again, and of which only some run at the same time.
import { concurrencyOf } from "./concurrency";

declare const setTimeout: any, clearTimeout: any, fetch: any;

const firstWaitMillis = 1000;
const longestHintMillis = 60_000;
/** The messages of a TypeError of fetch in browsers, Node and Deno when the network fails. */
const networkMessages = [
  "fetch failed", "terminated", "Failed to fetch", "network error", " A network error occurred.", "Network connection lost", "Network request failed",
  "NetworkError when attempting to fetch resource.", "The Internet connection appears to be offline.",
];
const isOfNetwork = (message: string): boolean => networkMessages.includes(message) || message.startsWith("error sending request for url");

/** Waits for some milliseconds, unless signal aborts. */
function pause(millis: number, signal: any): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, millis);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Calls work until it succeeds, and doubles the wait each time. It calls failed with each error. A mistake of the program is not tried again. */
export async function tried(retries: number, signal: any, failed: (e: any) => any, work: (attempt: number) => any): Promise<any> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await work(attempt);
    } catch (thrown: any) {
      const e: any = thrown instanceof Error ? thrown : new TypeError(`Non-error was thrown: "${thrown}". You should only throw errors.`);
      await failed(e);
      if (attempt > retries || (e instanceof TypeError && !isOfNetwork(e.message))) throw e;
      const wait = Math.round(firstWaitMillis * 2 ** (attempt - 1) * (1 + Math.random()));
      await pause(e.retryAfterMs >= 0 ? Math.max(wait, e.retryAfterMs) : wait, signal);
    }
  }
}

const isObject = (v: any): boolean => typeof v === "object" && v !== null;
const number = (v: any) => (typeof v === "number" ? v : undefined);
const statusOf = (e: any) => number(e?.response?.status) ?? number(e?.status) ?? number(e?.statusCode);
const codeOf = (e: any) => [e?.code, e?.error?.code].find((c) => typeof c === "string");

/** Returns how long the header Retry-After asks to wait: it has seconds or a date. */
export function parseRetryAfterMs(header: any): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (Number(text) >= 0) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

const millis: Record<string, number> = { ms: 1, millisecond: 1, s: 1000, sec: 1000, second: 1000, m: 60_000, min: 60_000, minute: 60_000, h: 3_600_000, hr: 3_600_000, hour: 3_600_000 };

// Returns how long the text of an error asks to wait: "try again in 20ms", "retry after 1.5 minutes".
function waitInWords(text: string): number | undefined {
  for (const words of ["try again in", "retry after"]) {
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      const found = /^\s+(\d+(?:\.\d+)?)\s*([a-z]+)/.exec(text.slice(at + words.length, at + words.length + 60));
      const unit = found && (millis[found[2]] ?? millis[found[2].replace(/s$/, "")]);
      if (unit) return Number(found[1]) * unit;
    }
  }
  return undefined;
}

const quotaWords = ["usage quota", "quota exhausted", "quota has been exhausted", "insufficient quota", "insufficient_quota", "insufficient-quota", "insufficientquota", "billing", "credit balance", "out of credits", "will reset at"];

// Says whether the text of an error, in small letters, is about a quota that more time does not give back.
function isOfQuota(text: string): boolean {
  if (quotaWords.some((words) => text.includes(words))) return true;
  return text.split("\n").some((line) => {
    const at = line.search(/exceeded (your|the current|the available)/);
    return at >= 0 && line.indexOf("quota", at) >= 0;
  });
}

// Returns the time that an error with status 429 asks to wait.
function waitOf(e: any): number | undefined {
  const { headers } = [e, e.response].find((o) => o?.headers) ?? ({} as any);
  const header = headers && (typeof headers.get === "function" ? headers.get("retry-after") : headers["retry-after"] ?? headers["Retry-After"]);
  return parseRetryAfterMs(header) ?? (typeof e.message === "string" ? waitInWords(e.message.toLowerCase()) : undefined);
}

/** Says of an error with status 429 whether to wait, to stop, or to use something else that has capacity. */
export function classifyRateLimitError(e: any): any {
  if (statusOf(e) !== 429) return undefined;
  if (codeOf(e) === "insufficient_quota") return { action: "stop", reason: "insufficient_quota" };
  if (typeof e.message === "string" && isOfQuota(e.message.toLowerCase())) return { action: "stop", reason: "quota_message" };
  const retryAfterMs = waitOf(e);
  if (retryAfterMs === undefined) return { action: "capacity", reason: "headerless_429" };
  return retryAfterMs <= longestHintMillis ? { action: "wait", retryAfterMs, reason: "retry_after_hint" } : { action: "capacity", retryAfterMs, reason: "retry_after_too_large" };
}

const retryable = /* @__PURE__ */ Symbol.for("langchain.errors.retryable");

function marked(e: any, value: boolean): any {
  try {
    Object.defineProperty(e, retryable, { value, configurable: true });
  } catch {} // a frozen error stays without the mark
  return e;
}

// Returns e as an Error with the facts about its limit.
function limited(e: any, name: string, { action, reason, retryAfterMs }: any, message: string): any {
  const error = e instanceof Error ? e : Object.assign(new Error(typeof (e as any).message === "string" ? (e as any).message : message), e);
  if (name) error.name = name;
  Object.assign(error, { rateLimitType: action, rateLimitReason: reason }, retryAfterMs === undefined ? {} : { retryAfterMs });
  return error;
}

const final = [400, 401, 402, 403, 404, 405, 406, 407, 409, 413];

// Throws an error after which no other attempt can succeed.
function refuse(e: any): void {
  if (!isObject(e)) return;
  if (Object.getOwnPropertyDescriptor(e, retryable)?.value === false) throw e;
  if (e.name === "AbortError" || (typeof e.message === "string" && /^(Cancel|AbortError)/.test(e.message))) throw marked(e, false);
  if (e.code === "ECONNABORTED") throw e;
  if (final.includes(statusOf(e) as number)) throw marked(e, false);
  if (codeOf(e) === "insufficient_quota")
    throw marked(limited(e, "InsufficientQuotaError", { action: "stop", reason: "insufficient_quota" }, "Insufficient quota"), false);
  const limit = classifyRateLimitError(e);
  if (!limit) return;
  if (limit.action === "wait") return void marked(Object.assign(e, { rateLimitType: limit.action, rateLimitReason: limit.reason, retryAfterMs: limit.retryAfterMs }), true);
  const stop = limit.action === "stop";
  const plain = !(e instanceof Error) || e.name === "Error";
  throw marked(limited(e, plain ? (stop ? "RateLimitQuotaExhaustedError" : "RateLimitCapacityError") : "", limit, "Rate limit exceeded"), !stop);
}

/** Calls functions. A call that fails is tried again, maxRetries times; at most maxConcurrency calls run at the same time. */
export class AsyncCaller {
  maxConcurrency: number;
  maxRetries: number;
  onFailedAttempt: (e: any) => any;
  private running = 0;
  private waiting: (() => void)[] = [];
  constructor(params: any) {
    this.maxConcurrency = concurrencyOf(params.maxConcurrency);
    this.maxRetries = params.maxRetries ?? 6;
    this.onFailedAttempt = params.onFailedAttempt ?? refuse;
  }
  async call(f: (...args: any[]) => any, ...args: any[]): Promise<any> {
    return this.callWithRetries(this.maxRetries, f, args);
  }
  async callWithRetries(retries: number, f: (...args: any[]) => any, args: any[]): Promise<any> {
    if (this.running >= this.maxConcurrency) await new Promise<void>((start) => this.waiting.push(start));
    else this.running++;
    const work = () =>
      f(...args).catch((e: any) => {
        throw e instanceof Error ? e : new Error(e);
      });
    try {
      return await tried(retries, undefined, (e) => this.onFailedAttempt(e), work);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
  /** Calls f as call does, and rejects when the signal aborts. */
  async callWithOptions(options: any, f: (...args: any[]) => any, ...args: any[]): Promise<any> {
    const result = this.callWithRetries(options.maxRetries ?? this.maxRetries, f, args);
    const { signal } = options;
    if (!signal) return result;
    let stop: any;
    const aborted = new Promise((_, reject) => {
      stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error(typeof signal.reason === "string" ? signal.reason : "Aborted"));
      signal.addEventListener("abort", stop, { once: true });
    });
    return Promise.race([result, aborted]).finally(() => signal.removeEventListener("abort", stop));
  }
  fetch(...args: any[]): Promise<any> {
    return this.call(() => fetch(...args).then((r: any) => (r.ok ? r : Promise.reject(r))));
  }
}
