// This file sends requests of node:http in a node with effects: "once". It uses fetch(), whose results are in the
// journal.
import { IncomingMessage } from "./http_incoming";
import { OutgoingMessage } from "./http_outgoing";
import { nextTick } from "./stream_base";

const g: any = globalThis;

/** Makes a request collect its body, and send it with fetch() at its end. */
export function sendOnce(request: any, options: any): void {
  const parts: any[] = [];
  const abort = new g.AbortController();
  request._send = (_data: any, _encoding: any, callback: any) => {
    if (callback) nextTick(callback);
    return true;
  };
  const add = (chunk: any, encoding: any) => {
    if (chunk !== undefined && chunk !== null && typeof chunk !== "function") parts.push(typeof chunk === "string" ? g.Buffer.from(chunk, encoding) : g.Buffer.from(chunk));
  };
  const { write, end } = OutgoingMessage.prototype as any;
  request.write = (chunk: any, encoding: any, callback: any) => {
    add(chunk, typeof encoding === "string" ? encoding : undefined);
    return write.call(request, chunk, encoding, callback);
  };
  request.end = (chunk: any, encoding: any, callback: any) => {
    if (request.finished) return end.call(request, chunk, encoding, callback);
    add(chunk, typeof encoding === "string" ? encoding : undefined);
    const headers = Object.entries(request.getHeaders()).flatMap(([name, value]: any) => [].concat(value).map((one) => [name, `${one}`]));
    end.call(request, chunk, encoding, callback);
    send(request, options, headers, g.Buffer.concat(parts), abort.signal);
    return request;
  };
  request.destroy = (error?: any) => {
    if (request.destroyed) return request;
    request.destroyed = true;
    abort.abort();
    nextTick(() => {
      if (error) request.emit("error", error);
      request.emit("close");
    });
    return request;
  };
}

function send(request: any, options: any, headers: any[], body: any, signal: any): void {
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  const url = `${request.protocol}//${host}:${options.port}${request.path}`;
  const bare = body.length === 0 && ["GET", "HEAD"].includes(request.method);
  g.fetch(url, { method: request.method, headers, body: bare ? undefined : body, redirect: "manual", signal }).then(
    async (response: any) => {
      const bytes = g.Buffer.from(await response.arrayBuffer());
      const res = new (IncomingMessage as any)();
      // The body is complete and decoded, so these headers do not describe it any more.
      res.rawHeaders = [...response.headers].filter(([name]) => !["content-encoding", "content-length", "transfer-encoding"].includes(name)).flat();
      Object.assign(res, { statusCode: response.status, statusMessage: response.statusText, httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1, req: request, complete: true });
      request.res = res;
      res.once("end", () => nextTick(() => request.emit("close")));
      if (!request.emit("response", res)) res._dump();
      if (bytes.length > 0) res.push(bytes);
      res.push(null);
    },
    (error: any) => {
      if (request.destroyed) return;
      request.destroyed = true;
      request.emit("error", error.cause && error.cause.code ? error.cause : error);
      request.emit("close");
    },
  );
}
