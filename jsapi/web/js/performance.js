// This file has the marks and measures of performance.
(function (host) {
  const { finish } = host.require("shown");
  const { DOMException } = host.require("domexception");
  const { fault, isObject, wrongType } = host.require("streams_shared");
  const token = {}; // only this file has it; it calls new PerformanceEntry(token, fields)
  let entries = [];
  const marks = new Map(); // name → the last mark of that name
  const listeners = new Set(); // functions that get each new entry
  let fieldsOf; // (entry)
  let mostResources = 250; // of entries that markResourceTiming adds

  class PerformanceEntry {
    #fields;
    static {
      fieldsOf = (entry) => entry.#fields;
    }
    constructor(key, fields) {
      if (key !== token) throw host.error("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
      this.#fields = fields;
    }
    get name() { return this.#fields.name; }
    get entryType() { return this.#fields.entryType; }
    get startTime() { return this.#fields.startTime; }
    get duration() { return this.#fields.duration; }
    get detail() { return this.#fields.detail; }
    toJSON() { return shows(this); }
  }
  const shows = ({ name, entryType, startTime, duration, detail }) => ({ name, entryType, startTime, duration, detail });
  const copied = (detail) => (detail === undefined || detail === null ? null : structuredClone(detail));

  class PerformanceMark extends PerformanceEntry {
    constructor(name, options = undefined) {
      if (arguments.length === 0) throw host.error("TypeError", "ERR_MISSING_ARGS", 'The "name" argument must be specified');
      if (options !== undefined && options !== null && !isObject(options)) throw wrongType("options", "of type object", options);
      const { startTime = host.now(), detail = null } = options || {};
      if (typeof startTime !== "number") throw wrongType("startTime", "of type number", startTime);
      if (startTime < 0) throw fault("TypeError", "ERR_PERFORMANCE_INVALID_TIMESTAMP", `${startTime} is not a valid timestamp`);
      super(token, { name: `${name}`, entryType: "mark", startTime, duration: 0, detail: copied(detail) });
    }
  }
  class PerformanceMeasure extends PerformanceEntry {}
  /** The times of a request, in milliseconds. What a client of HTTP does not know is undefined. */
  class PerformanceResourceTiming extends PerformanceEntry {}
  const resourceFields = [
    "initiatorType", "nextHopProtocol", "workerStart", "redirectStart", "redirectEnd", "fetchStart", "domainLookupStart", "domainLookupEnd", "connectStart",
    "connectEnd", "secureConnectionStart", "requestStart", "responseStart", "responseEnd", "transferSize", "encodedBodySize", "decodedBodySize",
  ];
  for (const field of resourceFields) {
    Object.defineProperty(PerformanceResourceTiming.prototype, field, { get() { return fieldsOf(this)[field]; }, enumerable: true, configurable: true });
  }
  for (const [field, value] of [["responseStatus", (f) => f.responseStatus], ["deliveryType", () => ""]]) {
    Object.defineProperty(PerformanceResourceTiming.prototype, field, { get() { return value(fieldsOf(this)); }, enumerable: true, configurable: true });
  }
  const showsResource = (entry) => {
    const { name, entryType, startTime, duration } = entry;
    return { name, entryType, startTime, duration, ...Object.fromEntries(resourceFields.map((field) => [field, entry[field]])) };
  };
  Object.defineProperty(PerformanceResourceTiming.prototype, "toJSON", { value: function toJSON() { return showsResource(this); }, writable: true, configurable: true });
  finish(PerformanceResourceTiming, "PerformanceResourceTiming", showsResource);
  finish(PerformanceEntry, "PerformanceEntry", shows);
  finish(PerformanceMark, "PerformanceMark", shows);
  finish(PerformanceMeasure, "PerformanceMeasure", shows);

  function add(entry) {
    entries.push(entry);
    if (entry.entryType === "mark") marks.set(entry.name, entry);
    return notify(entry);
  }
  function notify(entry) {
    for (const listener of listeners) listener(entry);
    return entry;
  }
  /** Makes an entry that only observers get. */
  const make = (fields, Class = PerformanceEntry) => notify(new Class(token, fields));
  // Returns a time, which is given as a number or as the name of a mark.
  function timeOf(at, otherwise) {
    if (at === undefined) return otherwise;
    if (typeof at === "number") return at;
    const mark = marks.get(`${at}`);
    if (!mark) throw new DOMException(`The "${at}" performance mark has not been set`, "SyntaxError");
    return mark.startTime;
  }
  const clear = (type) => (name = undefined) => {
    entries = entries.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== `${name}`));
    if (type !== "mark") return;
    if (name === undefined) marks.clear();
    else marks.delete(`${name}`);
  };
  const inOrder = (list) => [...list].sort((a, b) => a.startTime - b.startTime);

  const methods = {
    mark: function mark(...args) { return add(new PerformanceMark(...args)); },
    measure(name, from = undefined, to = undefined) {
      if (arguments.length === 0) throw fault("TypeError", "ERR_MISSING_ARGS", 'The "name" argument must be specified');
      const refuse = (text) => fault("TypeError", "ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS", text);
      const options = from !== null && typeof from === "object" ? from : { start: from, end: to };
      const { detail, duration } = options;
      if (options === from && to !== undefined) throw refuse("endMark must not be specified");
      if (options.start !== undefined && options.end !== undefined && duration !== undefined) {
        throw refuse("Must not have options.start, options.end, and options.duration specified");
      }
      const end = options.end === undefined && duration !== undefined ? timeOf(options.start, 0) + duration : timeOf(options.end, host.now());
      const start = options.start === undefined && duration !== undefined ? end - duration : timeOf(options.start, 0);
      return add(new PerformanceMeasure(token, { name: `${name}`, entryType: "measure", startTime: start, duration: end - start, detail: copied(detail) }));
    },
    /** Adds the times of a request, as a client of HTTP measures them (undici does). More than mostResources are not stored. */
    markResourceTiming(times, url, initiatorType, global, cacheMode, body, status) {
      if (cacheMode !== "" && cacheMode !== "local") throw host.error("Error", "ERR_INTERNAL_ASSERTION", "cache must be an empty string or 'local'");
      const connection = times.finalConnectionTimingInfo || {};
      const { startTime, endTime, encodedBodySize, decodedBodySize } = times;
      const entry = new PerformanceResourceTiming(token, {
        name: `${url}`, entryType: "resource", startTime, duration: endTime - startTime, initiatorType, workerStart: times.finalServiceWorkerStartTime,
        redirectStart: times.redirectStartTime, redirectEnd: times.redirectEndTime, fetchStart: times.postRedirectStartTime,
        nextHopProtocol: connection.ALPNNegotiatedProtocol, domainLookupStart: connection.domainLookupStartTime, domainLookupEnd: connection.domainLookupEndTime,
        connectStart: connection.connectionStartTime, connectEnd: connection.connectionEndTime, secureConnectionStart: connection.secureConnectionStartTime,
        requestStart: times.finalNetworkRequestStartTime, responseStart: times.finalNetworkResponseStartTime, responseEnd: endTime,
        transferSize: cacheMode === "local" ? 0 : encodedBodySize + 300, encodedBodySize, decodedBodySize, responseStatus: status,
      });
      if (entries.reduce((n, { entryType }) => n + (entryType === "resource" ? 1 : 0), 0) < mostResources) add(entry);
      return entry;
    },
    setResourceTimingBufferSize(most) { mostResources = Math.max(0, Math.floor(Number(most)) || 0); },
    clearResourceTimings: clear("resource"),
    clearMarks: clear("mark"),
    clearMeasures: clear("measure"),
    getEntries: () => inOrder(entries),
    getEntriesByName: (name, type = undefined) => inOrder(entries.filter((entry) => entry.name === `${name}` && (type === undefined || entry.entryType === `${type}`))),
    getEntriesByType: (type) => inOrder(entries.filter((entry) => entry.entryType === `${type}`)),
  };
  return { methods, listeners, make, inOrder, marked: () => entries, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceResourceTiming };
})
