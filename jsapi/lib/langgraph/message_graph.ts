// This file has MessageGraph, a graph whose state is a list of messages.

import { StateGraph } from "./graph";
import { messagesStateReducer } from "./messages";

export class MessageGraph extends StateGraph {
  constructor() { super({ channels: { __root__: { reducer: messagesStateReducer, default: () => [] } } }); }
}
