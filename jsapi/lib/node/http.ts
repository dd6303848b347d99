// This file is node:http: it makes requests. A script can make a server, but that cannot listen.
import { Agent, globalAgent as defaultAgent } from "./http_agent";
import { ClientRequest } from "./http_client";
import { maxHeaderSize, METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue } from "./http_rules";
import { IncomingMessage } from "./http_incoming";
import { OutgoingMessage } from "./http_outgoing";
import { ServerResponse } from "./http_response";
import { onConnection, Server } from "./http_server";

export const createServer = (options?: any, listener?: any): any => new (Server as any)(options, listener);
export const request = (input: any, options?: any, callback?: any): any => new (ClientRequest as any)(input, options, callback);
export const get = (input: any, options?: any, callback?: any): any => {
  const made = request(input, options, callback);
  made.end();
  return made;
};
export const setMaxIdleHTTPParsers = (): void => {};
export const globalAgent = defaultAgent;
export { onConnection as _connectionListener, Agent, ClientRequest, IncomingMessage, maxHeaderSize, METHODS, OutgoingMessage, Server, ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue };
export default {
  _connectionListener: onConnection, Agent, ClientRequest, IncomingMessage, METHODS, OutgoingMessage, STATUS_CODES, Server, ServerResponse, createServer, get, globalAgent, maxHeaderSize, request,
  setMaxIdleHTTPParsers, validateHeaderName, validateHeaderValue,
};
