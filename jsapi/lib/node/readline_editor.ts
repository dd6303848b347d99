// This file edits the line of an Interface of node:readline on a terminal: keys, cursor, history and completion. Packages
// call and replace methods whose names begin with an underscore, such as _writeToOutput, so these have the names of Node.
import { EventEmitter } from "./events";
import { checkString, fault } from "./errors";
import type { Key } from "./keypress";
import { cursor } from "./readline_cursor";
import { stripVTControlCharacters } from "./util";

/** What createInterface takes of the editor. */
export interface EditorOptions { history?: string[]; historySize?: number; removeHistoryDuplicates?: boolean; completer?: any; crlfDelay?: number; tabSize?: number; escapeCodeTimeout?: number }

/** How the line was before an edit. Without a text, the edit has added what is behind the cursor. */
interface Edit { text?: string; cursor: number }

const columnsOf: (text: string) => number = __hitlrun.node.columns;
const lineEnding = /\r?\n|\r(?!\n)/;

/** Returns the length of the character of text that ends, or begins, at i. */
const before = (text: string, i: number): number => (i > 1 && /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(i - 2, i)) ? 2 : i > 0 ? 1 : 0);
const after = (text: string, i: number): number => (/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(i, i + 2)) ? 2 : 1);

/** Returns the length of the word that ends at the end of text, or begins at its begin. */
const wordBefore = (text: string): number => (/^\s*(?:[^\w\s]+|\w+)?/.exec([...text].reverse().join("")) as RegExpExecArray)[0].length;
const wordAfter = (text: string): number => (/^(?:\s+|[^\w\s]+|\w+)\s*/.exec(text) as RegExpExecArray)[0].length;

function commonPrefix(texts: string[]): string {
  let prefix = texts[0] || "";
  for (const text of texts) while (!text.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return prefix;
}

/** What the keys do. Those with other modifiers do nothing; others insert what they send. */
const bindings: Record<string, (editor: LineEditor) => void> = {
  "ctrl-shift-backspace": (e) => e._deleteLineLeft(),
  "ctrl-shift-delete": (e) => e._deleteLineRight(),
  "ctrl-c": (e) => (e.listenerCount("SIGINT") > 0 ? e.emit("SIGINT") : e.abort("C")),
  "ctrl-d": (e) => (e.line === "" ? e.abort("D") : e._deleteRight()),
  "ctrl-h": (e) => e._deleteLeft(),
  "ctrl-u": (e) => e._deleteLineLeft(),
  "ctrl-k": (e) => e._deleteLineRight(),
  "ctrl-a": (e) => e._moveCursor(-Infinity),
  "ctrl-e": (e) => e._moveCursor(Infinity),
  "ctrl-b": (e) => e._moveCursor(-before(e.line, e.cursor)),
  "ctrl-f": (e) => e._moveCursor(after(e.line, e.cursor)),
  "ctrl-l": (e) => e.clearScreen(),
  "ctrl-n": (e) => e._historyNext(),
  "ctrl-p": (e) => e._historyPrev(),
  "ctrl-y": (e) => e.yank(),
  "ctrl-z": (e) => e.emit("SIGTSTP"),
  "ctrl-w": (e) => e._deleteWordLeft(),
  "ctrl-backspace": (e) => e._deleteWordLeft(),
  "ctrl-delete": (e) => e._deleteWordRight(),
  "ctrl-left": (e) => e._wordLeft(),
  "ctrl-right": (e) => e._wordRight(),
  "meta-b": (e) => e._wordLeft(),
  "meta-f": (e) => e._wordRight(),
  "meta-d": (e) => e._deleteWordRight(),
  "meta-delete": (e) => e._deleteWordRight(),
  "meta-backspace": (e) => e._deleteWordLeft(),
  "meta-y": (e) => e.yankOther(),
  return: (e) => e.returned(),
  enter: (e) => e.entered(),
  backspace: (e) => e._deleteLeft(),
  delete: (e) => e._deleteRight(),
  left: (e) => e._moveCursor(-before(e.line, e.cursor)),
  right: (e) => e._moveCursor(after(e.line, e.cursor)),
  home: (e) => e._moveCursor(-Infinity),
  end: (e) => e._moveCursor(Infinity),
  up: (e) => e._historyPrev(),
  down: (e) => e._historyNext(),
};

let adopted: object | undefined; // the object that the next editor becomes, instead of a new one

function Emitter(this: any): any {
  const self = adopted || this;
  adopted = undefined;
  (EventEmitter as any).call(self);
  return self;
}
Emitter.prototype = EventEmitter.prototype;

/** Makes an object, which old code has made itself, one of a class below LineEditor. */
export function become(object: object, Class: any, args: any[]): void {
  adopted = object;
  new Class(...args);
}

/** LineEditor is the part of an Interface that edits a line. */
export class LineEditor extends (Emitter as any) {
  terminal = false;
  cursor = 0;
  closed = false;
  history: string[] = [];
  historySize = 30;
  historyIndex = -1;
  removeHistoryDuplicates = false;
  crlfDelay = 100;
  tabSize = 8;
  escapeCodeTimeout = 500;
  isCompletionEnabled = true; // false while a chunk of input has more characters
  prevRows = 0;
  #prompt = "> ";
  #line = "";
  #added: string[] = []; // what was added to #line: a long text that is pasted is not copied for each of its characters
  #size = 0; // the length of the line
  #measured = { text: "", columns: 0, tabSize: 0, offset: 0, rows: 0 }; // the last result of _getDisplayPos, for a text that begins with this one
  #undo: Edit[] = [];
  #redo: Edit[] = [];
  #killed: string[] = [];
  #yanked = -1; // the index in #killed of what the last key has inserted
  #search: string | undefined; // how the lines of the history begin that up and down find
  #returned = 0; // when the last carriage return came
  #previous: Partial<Key> = {};
  [key: string]: any;

  /** Takes the options, and checks them. */
  configure(options: EditorOptions): void {
    const { history, historySize, completer, crlfDelay, tabSize, escapeCodeTimeout } = options;
    if (completer !== undefined && typeof completer !== "function") throw fault("TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'completer' is invalid: it is not a function");
    if (escapeCodeTimeout !== undefined && !Number.isFinite(escapeCodeTimeout)) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'input.escapeCodeTimeout' is invalid: it is not a number of milliseconds");
    if (history !== undefined) this.history = history;
    if (historySize !== undefined) this.historySize = historySize;
    if (tabSize !== undefined) this.tabSize = tabSize;
    if (escapeCodeTimeout !== undefined) this.escapeCodeTimeout = escapeCodeTimeout;
    this.removeHistoryDuplicates = Boolean(options.removeHistoryDuplicates);
    this.crlfDelay = Math.max(100, crlfDelay || 0);
    this.completer = completer;
  }
  get line(): string {
    if (this.#added.length > 0) {
      this.#line += this.#added.join("");
      this.#added = [];
    }
    return this.#line;
  }
  set line(line: string) {
    [this.#line, this.#added, this.#size] = [line, [], `${line}`.length];
  }
  get columns(): number {
    return (this.output && this.output.columns) || Infinity;
  }
  getPrompt(): string {
    return this.#prompt;
  }
  setPrompt(prompt: string): void {
    this.#prompt = `${prompt}`;
  }
  /** Returns where the cursor is, from the begin of the prompt. */
  getCursorPos(): { rows: number; cols: number } {
    return this._getDisplayPos(this.#prompt + this.line.slice(0, this.cursor));
  }
  /** Ends the line on the screen. */
  clearLine(): void {
    this._moveCursor(Infinity);
    this._writeToOutput("\r\n");
    [this.line, this.cursor, this.prevRows] = ["", 0, 0];
  }

  _writeToOutput(text: string): void {
    checkString(text, "stringToWrite");
    if (this.output) this.output.write(text);
  }
  _getDisplayPos(text: string): { rows: number; cols: number } {
    const { columns, tabSize } = this;
    let [offset, rows, rest] = [0, 0, text];
    const known = this.#measured;
    const plain = !text.includes("\x1b") && !text.includes("\x9b");
    if (plain && known.columns === columns && known.tabSize === tabSize && text.startsWith(known.text)) {
      [offset, rows, rest] = [known.offset, known.rows, text.slice(known.text.length)];
    }
    for (const char of plain ? rest : stripVTControlCharacters(text)) {
      if (char === "\n") {
        rows += Math.ceil(offset / columns) || 1;
        offset = 0;
      } else if (char === "\t") offset += tabSize - (offset % tabSize);
      else {
        const width = char >= " " && char <= "~" ? 1 : columnsOf(char);
        if (width === 2 && (offset + 1) % columns === 0) offset++; // a wide character does not fit into the last column
        offset += width;
      }
    }
    // A half of a pair is not measured alone: the other half may follow.
    if (plain && !(text[text.length - 1] >= "\ud800" && text[text.length - 1] <= "\udbff")) this.#measured = { text, columns, tabSize, offset, rows };
    const cols = offset % columns;
    return { cols, rows: rows + (offset - cols) / columns };
  }
  /** Writes the prompt and the line again, over what is shown. */
  _refreshLine(): void {
    const shown = this.#prompt + this.line;
    const position = this.getCursorPos();
    const end = this._getDisplayPos(shown);
    if (this.prevRows > 0) cursor.moveCursor(this.output, 0, -this.prevRows);
    cursor.cursorTo(this.output, 0);
    cursor.clearScreenDown(this.output);
    this._writeToOutput(shown);
    if (end.cols === 0) this._writeToOutput(" "); // else the terminal is still in the row above
    cursor.cursorTo(this.output, position.cols);
    if (end.rows > position.rows) cursor.moveCursor(this.output, 0, position.rows - end.rows);
    this.prevRows = position.rows;
  }
  _moveCursor(by: number): void {
    if (by === 0) return;
    const from = this.getCursorPos();
    this.cursor = Math.min(Math.max(this.cursor + by, 0), this.line.length);
    const to = this.getCursorPos();
    if (from.rows === to.rows) cursor.moveCursor(this.output, to.cols - from.cols, 0);
    else this._refreshLine();
  }
  clearScreen(): void {
    cursor.cursorTo(this.output, 0, 0);
    cursor.clearScreenDown(this.output);
    this._refreshLine();
  }

  _insertString(text: string): void {
    if (this.cursor < this.#size) {
      this.#remember();
      return this.#show(this.line.slice(0, this.cursor) + text + this.line.slice(this.cursor), this.cursor + text.length);
    }
    this.#store(this.#undo, { cursor: this.cursor });
    const rows = this.isCompletionEnabled ? this.getCursorPos().rows : Infinity; // where the cursor is takes too long to find for each character of a long text
    this.#added.push(text);
    this.#size += text.length;
    this.cursor += text.length;
    if (this.isCompletionEnabled && this.getCursorPos().rows > rows) this._refreshLine();
    else this._writeToOutput(text);
  }
  /** Removes what is between two positions of the line. */
  #cut(from: number, to: number): void {
    this.#remember();
    this.#show(this.line.slice(0, from) + this.line.slice(to), from);
  }
  _deleteLeft(): void {
    if (this.cursor > 0) this.#cut(this.cursor - before(this.line, this.cursor), this.cursor);
  }
  _deleteRight(): void {
    if (this.cursor < this.line.length) this.#cut(this.cursor, this.cursor + after(this.line, this.cursor));
  }
  _deleteWordLeft(): void {
    if (this.cursor > 0) this.#cut(this.cursor - wordBefore(this.line.slice(0, this.cursor)), this.cursor);
  }
  _deleteWordRight(): void {
    if (this.cursor < this.line.length) this.#cut(this.cursor, this.cursor + wordAfter(this.line.slice(this.cursor)));
  }
  _wordLeft(): void {
    if (this.cursor > 0) this._moveCursor(-wordBefore(this.line.slice(0, this.cursor)));
  }
  _wordRight(): void {
    if (this.cursor < this.line.length) this._moveCursor(wordAfter(this.line.slice(this.cursor)));
  }
  _deleteLineLeft(): void {
    this.#kill(this.line.slice(0, this.cursor));
    this.#cut(0, this.cursor);
  }
  _deleteLineRight(): void {
    this.#kill(this.line.slice(this.cursor));
    this.#cut(this.cursor, this.line.length);
  }
  #kill(text: string): void {
    if (text !== "" && text !== this.#killed[0]) this.#killed = [text, ...this.#killed].slice(0, 32);
  }
  /** Inserts what was deleted last. */
  yank(): void {
    if (this.#killed.length === 0) return;
    this.#yanked = 0;
    this._insertString(this.#killed[0]);
  }
  /** Replaces what the last key has inserted by what was deleted before it. */
  yankOther(): void {
    if (this.#yanked < 0 || this.#killed.length < 2) return;
    const head = this.line.slice(0, this.cursor - this.#killed[this.#yanked].length);
    this.#yanked = (this.#yanked + 1) % this.#killed.length;
    const text = this.#killed[this.#yanked];
    this.#show(head + text + this.line.slice(this.cursor), head.length + text.length);
  }
  #remember(): void {
    this.#store(this.#undo, { text: this.line, cursor: this.cursor });
  }
  #store(list: Edit[], edit: Edit): void {
    list.push(edit);
    const most = Math.max(1, Math.min(2048, Math.floor(1e6 / this.#size))); // a megabyte of text
    if (list.length > 2 * most) list.splice(0, list.length - most); // not one at each key, which moves all others
  }
  /** Goes one edit back, or forth again. */
  #back(from: Edit[], to: Edit[]): void {
    const edit = from.pop();
    if (!edit) return;
    this.#store(to, { text: this.line, cursor: this.cursor });
    this.#show(edit.text ?? this.line.slice(0, edit.cursor), edit.cursor);
  }
  #show(line: string, position: number): void {
    [this.line, this.cursor] = [line, position];
    this._refreshLine();
  }

  _historyPrev(): void {
    if (this.historyIndex < this.history.length && this.history.length > 0) this.#recall(1, this.history.length);
  }
  _historyNext(): void {
    if (this.historyIndex >= 0) this.#recall(-1, -1);
  }
  /** Shows the next line of the history, in a direction, that begins as it should. */
  #recall(step: number, end: number): void {
    this.#remember();
    const search = this.#search || "";
    let i = this.historyIndex + step;
    while (i !== end && (!this.history[i].startsWith(search) || this.line === this.history[i])) i += step;
    this.historyIndex = i;
    const line = i === end ? search : this.history[i];
    this.#show(line, line.length);
  }
  /** Puts the line into the history. Returns the line. */
  _addHistory(): string {
    const { line, history } = this;
    if (this.historySize === 0 || line.trim() === "") return line;
    if (history[0] !== line) {
      const same = this.removeHistoryDuplicates ? history.indexOf(line) : -1;
      if (same >= 0) history.splice(same, 1);
      history.unshift(line);
      if (history.length > this.historySize) history.pop();
    }
    this.historyIndex = -1;
    this.emit("history", history);
    return history[0];
  }
  _line(): void {
    const line = this._addHistory();
    [this.#undo, this.#redo] = [[], []];
    this.clearLine();
    this._onLine(line);
  }
  returned(): void {
    this.#returned = Date.now();
    this._line();
  }
  entered(): void { // what follows a carriage return belongs to it
    if (Date.now() - this.#returned > this.crlfDelay) this._line();
    this.#returned = 0;
  }

  /** Asks the completer how the line continues. */
  async _tabComplete(again: boolean): Promise<void> {
    this.pause();
    let found: any;
    try {
      found = await this.#complete(this.line.slice(0, this.cursor));
    } catch (error) {
      this._writeToOutput(`Tab completion error: ${error}`);
      return;
    } finally {
      this.resume();
    }
    const [completions, typed] = found;
    if (!completions || completions.length === 0) return;
    const prefix = commonPrefix(completions.filter((each: string) => each !== ""));
    if (prefix.startsWith(typed) && prefix.length > typed.length) this._insertString(prefix.slice(typed.length));
    else if (!typed.startsWith(prefix)) {
      const start = this.cursor - typed.length;
      this.#show(this.line.slice(0, start) + prefix + this.line.slice(this.cursor), start + prefix.length);
    } else if (again) this.#list(completions);
  }
  #complete(text: string): Promise<any> {
    const { completer } = this;
    if (completer.length !== 2) return Promise.resolve(completer.call(this, text));
    return new Promise((resolve, reject) => completer.call(this, text, (error: unknown, found: any) => (error ? reject(error) : resolve(found))));
  }
  /** Shows completions in columns. */
  #list(completions: string[]): void {
    const widths = completions.map(columnsOf);
    const width = Math.max(...widths) + 2;
    const most = this.columns === Infinity ? 1 : Math.floor(this.columns / width) || 1;
    let text = "\r\n";
    let [inRow, space] = [0, 0];
    completions.forEach((each, i) => {
      if (each === "" || inRow === most) [text, inRow, space] = [text + "\r\n", 0, 0];
      else text += " ".repeat(space);
      if (each === "") text += "\r\n";
      else [text, inRow, space] = [text + each, inRow + 1, width - widths[i]];
    });
    this._writeToOutput(inRow === 0 ? text : text + "\r\n\r\n");
    this._refreshLine();
  }

  /** Does what a key is for. text is what it sends, if that can be inserted. */
  _ttyWrite(text: any, key: Partial<Key> = {}): void {
    const again = this.#previous.name === "tab";
    this.#previous = key;
    const { name, ctrl, meta, shift, sequence } = key;
    if (!meta || name !== "y") this.#yanked = -1;
    if ((name === "up" || name === "down") && !ctrl && !meta && !shift) this.#search ??= this.line.slice(0, this.cursor);
    else if (this.#search !== undefined) {
      this.#search = undefined;
      if (this.history.length === this.historyIndex) this.historyIndex = -1;
    }
    if (sequence && sequence[0] === "\x1f") return this.#back(this.#undo, this.#redo);
    if (sequence && sequence[0] === "\x1e") return this.#back(this.#redo, this.#undo);
    if (name === "escape") return;
    const modifiers = ctrl ? (shift ? "ctrl-shift-" : "ctrl-") : meta ? "meta-" : "";
    if (modifiers === "" && name !== "enter" && name !== "return") this.#returned = 0;
    const action = Object.hasOwn(bindings, modifiers + name) ? bindings[modifiers + name] : undefined;
    if (action) action(this);
    else if (modifiers === "" && name === "tab" && this.completer && this.isCompletionEnabled) void this._tabComplete(again);
    else if (modifiers === "" && typeof text === "string" && text !== "") this.#insertLines(text);
  }
  #insertLines(text: string): void {
    for (let end = text.length > 1 || text < " " ? lineEnding.exec(text) : null; end; end = lineEnding.exec(text)) {
      this._insertString(text.slice(0, end.index));
      this._line();
      text = text.slice(end.index + end[0].length);
    }
    this._insertString(text);
  }
}
