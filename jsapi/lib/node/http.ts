// This file is node:http: it makes requests. A script cannot serve.
import { Agent, globalAgent as defaultAgent } from "./http_agent";
import { ClientRequest } from "./http_client";
import { maxHeaderSize, METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue } from "./http_rules";
import { IncomingMessage } from "./http_incoming";
import { OutgoingMessage, ServerResponse } from "./http_outgoing";

const notHere = "is not part of hitlrun: a script sends requests, and serves none. A Go program with package server does";
export const createServer = (): never => {
  throw new Error(`node:http.createServer ${notHere}`);
};
/** Does not serve. Packages test for this class, or extend it. */
export class Server {
  constructor() {
    throw new Error(`node:http.Server ${notHere}`);
  }
}
export const request = (input: any, options?: any, callback?: any): any => new (ClientRequest as any)(input, options, callback);
export const get = (input: any, options?: any, callback?: any): any => {
  const made = request(input, options, callback);
  made.end();
  return made;
};
export const setMaxIdleHTTPParsers = (): void => {};
export const globalAgent = defaultAgent;
export { Agent, ClientRequest, IncomingMessage, maxHeaderSize, METHODS, OutgoingMessage, ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue };
export default {
  Agent, ClientRequest, IncomingMessage, METHODS, OutgoingMessage, STATUS_CODES, Server, ServerResponse, createServer, get, globalAgent, maxHeaderSize, request,
  setMaxIdleHTTPParsers, validateHeaderName, validateHeaderValue,
};
