// This file has a runnable that knows the messages of earlier calls.
import { ensureConfig } from "./config";
import { AIMessage, HumanMessage, isBaseMessage } from "./message";
import { RunnableBinding, RunnableLambda, RunnablePassthrough } from "./runnables";
import { concat, streamOf } from "./runnable";

const isMessages = (v: any): boolean => Array.isArray(v) && v.every(isBaseMessage);

/** A runnable that gets the messages of a session before those of its input, and adds those of its input and its output to them. */
export class RunnableWithMessageHistory extends (RunnableBinding as any) {
  runnable: any;
  inputMessagesKey: string | undefined;
  outputMessagesKey: string | undefined;
  historyMessagesKey: string | undefined;
  getMessageHistory: (...args: any[]) => any;
  constructor(fields: any) {
    const key = fields.historyMessagesKey ?? fields.inputMessagesKey;
    const history = (config: any) => config.configurable.messageHistory;
    const enter = RunnableLambda.from((input: any, config: any) => this._enterHistory(input, { configurable: { messageHistory: history(config) } })).withConfig({ runName: "loadHistory" });
    const before = key ? RunnablePassthrough.assign({ [key]: enter }).withConfig({ runName: "insertHistory" }) : enter;
    super({ kwargs: {}, config: fields.config ?? {}, bound: (before as any).pipe(fields.runnable).withConfig({ runName: "RunnableWithMessageHistory" }) });
    this.runnable = fields.runnable;
    this.inputMessagesKey = fields.inputMessagesKey;
    this.outputMessagesKey = fields.outputMessagesKey;
    this.historyMessagesKey = fields.historyMessagesKey;
    this.getMessageHistory = fields.getMessageHistory;
  }
  /** Returns the messages that an input has, or stands for. */
  _getInputMessages(input: any): any[] {
    const own = typeof input === "object" && !Array.isArray(input) && !isBaseMessage(input);
    const key = this.inputMessagesKey ?? (own && Object.keys(input).length === 1 ? Object.keys(input)[0] : "input");
    let v = own ? input[key] : input;
    if (Array.isArray(v) && Array.isArray(v[0])) v = v[0];
    if (typeof v === "string") return [new HumanMessage(v)];
    if (Array.isArray(v)) return v;
    if (isBaseMessage(v)) return [v];
    throw new Error(`Expected a string, BaseMessage, or array of BaseMessages.\nGot ${JSON.stringify(v, null, 2)}`);
  }
  /** Returns the messages that an output has, or stands for. */
  _getOutputMessages(output: any): any[] {
    let v = output;
    if (!Array.isArray(v) && !isBaseMessage(v) && typeof v !== "string") {
      const key = this.outputMessagesKey ?? (Object.keys(v).length === 1 ? Object.keys(v)[0] : "output");
      v = v.generations !== undefined ? v.generations[0][0].message : v[key];
    }
    if (typeof v === "string") return [new AIMessage(v)];
    if (Array.isArray(v)) return v;
    if (isBaseMessage(v)) return [v];
    throw new Error(`Expected a string, BaseMessage, or array of BaseMessages. Received: ${JSON.stringify(v, null, 2)}`);
  }
  /** Returns what the runnable gets in place of the input's messages: those of the session, and with one key for both, those of the input. */
  async _enterHistory(input: any, config?: any): Promise<any[]> {
    const messages = await config?.configurable?.messageHistory?.getMessages();
    return this.historyMessagesKey === undefined ? [...messages, ...this._getInputMessages(input)] : [...messages];
  }
  // Returns the config of a call with the history of its session.
  private async session(input: any, options: any): Promise<any> {
    const config: any = ensureConfig(this._merge(options));
    const id = config.configurable?.sessionId;
    if (!id) {
      const example = JSON.stringify({ [this.inputMessagesKey ?? "input"]: "foo" });
      throw new Error(`sessionId is required. Pass it in as part of the config argument to .invoke() or .stream()\neg. chain.invoke(${example}, ${JSON.stringify({ configurable: { sessionId: "123" } })})`);
    }
    const messageHistory = await this.getMessageHistory(id);
    return { ...config, configurable: { ...config.configurable, messageHistory } };
  }
  private async exit(input: any, output: any, history: any): Promise<void> {
    await history.addMessages([...this._getInputMessages(input), ...this._getOutputMessages(output)]);
  }
  async invoke(input: any, options?: any): Promise<any> {
    const config = await this.session(input, options);
    const output = await this.bound.invoke(input, config);
    await this.exit(input, output, config.configurable.messageHistory);
    return output;
  }
  async batch(inputs: any[], options: any = {}, how: any = {}): Promise<any[]> {
    const one = (v: any, i: number) => this.invoke(v, Array.isArray(options) ? options[i] : options);
    return Promise.all(inputs.map((v, i) => (how.returnExceptions ? one(v, i).catch((e: any) => e) : one(v, i))));
  }
  async stream(input: any, options?: any): Promise<any> {
    const config = await this.session(input, options);
    const pieces = await this.bound.stream(input, config);
    let output: any;
    return streamOf(
      async () => {
        const r = await pieces.next();
        if (r.done) await this.exit(input, output, config.configurable.messageHistory);
        else output = output === undefined ? r.value : concat(output, r.value);
        return r;
      },
      () => pieces.return(undefined),
    );
  }
}
