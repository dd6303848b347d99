// This file has the classes of Intl for words and order. Collator knows the order of all languages. The words are those
// of the only locale, en-US. Other classes of Intl do not exist.
(function (host) {
  const { DOMException } = host.require("domexception");
  const rangeError = (value, name, key) => new RangeError(`Value ${value} out of range for Intl.${name} options property ${key}`);

  /** Reads options with a few possible texts each. The first text is the default. */
  function choose(name, options, choices) {
    if (options !== undefined && options === null) throw new TypeError("Cannot convert undefined or null to object");
    const chosen = {};
    for (const key of Object.keys(choices)) {
      const value = options === undefined ? undefined : options[key];
      if (value === undefined) chosen[key] = choices[key][0];
      else if (typeof choices[key][0] === "boolean") chosen[key] = Boolean(value);
      else if (choices[key].includes(`${value}`)) chosen[key] = `${value}`;
      else throw rangeError(value, name, key);
    }
    return chosen;
  }

  class Collator {
    #options;
    #compare;
    #locale;
    constructor(locales = undefined, options = undefined) {
      this.#locale = host.locale(locales);
      this.#options = choose("Collator", options, {
        usage: ["sort", "search"], sensitivity: ["variant", "base", "accent", "case"], ignorePunctuation: [false], numeric: [false], caseFirst: ["false", "upper", "lower"],
      });
      if (this.#options.caseFirst !== "false") throw new RangeError("Intl.Collator does not support the option caseFirst here");
      if (this.#options.ignorePunctuation) throw new RangeError("Intl.Collator does not support the option ignorePunctuation here");
      if (this.#options.sensitivity === "case") throw new RangeError('Intl.Collator does not support the sensitivity "case" here');
      const compare = host.collator(this.#locale, this.#options.sensitivity, this.#options.numeric);
      this.#compare = (a, b) => compare(`${a}`, `${b}`);
    }
    get compare() { return this.#compare; }
    resolvedOptions() {
      const { usage, sensitivity, ignorePunctuation, numeric, caseFirst } = this.#options;
      return { locale: this.#locale, usage, sensitivity, ignorePunctuation, collation: "default", numeric, caseFirst };
    }
  }

  const digitOptions = ["minimumIntegerDigits", "minimumFractionDigits", "maximumFractionDigits", "minimumSignificantDigits", "maximumSignificantDigits"];

  class PluralRules {
    #options;
    #number;
    constructor(locales = undefined, options = undefined) {
      host.check(locales);
      this.#options = choose("PluralRules", options, { type: ["cardinal", "ordinal"] });
      const digits = { useGrouping: false };
      for (const key of digitOptions) if (options !== undefined && options[key] !== undefined) digits[key] = options[key];
      this.#number = new Intl.NumberFormat("en-US", digits);
    }
    select(value) {
      const text = this.#number.format(Math.abs(Number(value)));
      if (this.#options.type === "cardinal") return text === "1" ? "one" : "other";
      const whole = /^\d+$/.test(text) ? Number(text) : 0;
      const teen = whole % 100 >= 11 && whole % 100 <= 13;
      return teen ? "other" : { 1: "one", 2: "two", 3: "few" }[whole % 10] || "other";
    }
    selectRange(start, end) {
      if (start === undefined || end === undefined) throw new TypeError("Invalid argument");
      return this.select(end) === "one" && this.#options.type === "cardinal" ? "other" : this.select(end);
    }
    resolvedOptions() {
      const { type } = this.#options;
      const all = this.#number.resolvedOptions();
      return {
        locale: "en-US", type, ...Object.fromEntries(digitOptions.filter((key) => key in all).map((key) => [key, all[key]])),
        pluralCategories: type === "cardinal" ? ["one", "other"] : ["few", "one", "two", "other"],
        roundingIncrement: 1, roundingMode: "halfExpand", roundingPriority: "auto", trailingZeroDisplay: "auto",
      };
    }
  }

  class ListFormat {
    #options;
    constructor(locales = undefined, options = undefined) {
      host.check(locales);
      this.#options = choose("ListFormat", options, { type: ["conjunction", "disjunction", "unit"], style: ["long", "short", "narrow"] });
    }
    formatToParts(list = []) {
      const items = [...list].map((item) => {
        if (typeof item !== "string") throw new TypeError("Iterable yielded " + String(item) + " which is not a string");
        return item;
      });
      const { type, style } = this.#options;
      const word = type === "disjunction" ? "or" : style === "long" ? "and" : "&";
      const comma = type === "unit" && style === "narrow" ? " " : ", ";
      let last = comma;
      if (type === "disjunction" || (type === "conjunction" && style !== "narrow")) last = items.length === 2 ? ` ${word} ` : `, ${word} `;
      const parts = [];
      items.forEach((value, i) => {
        if (i > 0) parts.push({ type: "literal", value: i === items.length - 1 ? last : comma });
        parts.push({ type: "element", value });
      });
      return parts;
    }
    format(list = []) { return this.formatToParts(list).map(({ value }) => value).join(""); }
    resolvedOptions() {
      const { type, style } = this.#options;
      return { locale: "en-US", type, style };
    }
  }

  const units = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];
  const short = { second: "sec.", minute: "min.", hour: "hr.", day: "day", week: "wk.", month: "mo.", quarter: "qtr.", year: "yr." };
  const narrow = { second: "s", minute: "m", hour: "h", day: "d", week: "w", month: "mo", quarter: "q", year: "y" };
  const named = { day: ["yesterday", "today", "tomorrow"], second: [undefined, "now", undefined] };

  class RelativeTimeFormat {
    #options;
    #number;
    constructor(locales = undefined, options = undefined) {
      host.check(locales);
      this.#options = choose("RelativeTimeFormat", options, { style: ["long", "short", "narrow"], numeric: ["always", "auto"] });
      this.#number = new Intl.NumberFormat("en-US");
    }
    #word(unit, n) {
      const { style } = this.#options;
      if (style === "narrow") return narrow[unit];
      const word = style === "long" ? unit : short[unit];
      const plural = n !== 1 && (style === "long" || unit === "day" || unit === "quarter");
      return plural ? (unit === "quarter" && style === "short" ? "qtrs." : `${word}s`) : word;
    }
    formatToParts(value, unit) {
      const name = `${unit}`.replace(/s$/, "");
      if (!units.includes(name)) throw new RangeError(`Invalid unit argument for Intl.RelativeTimeFormat.prototype.format() '${unit}'`);
      const n = Number(value);
      if (!Number.isFinite(n)) throw new RangeError("Invalid time value");
      if (this.#options.numeric === "auto") {
        const text = this.#named(name, n);
        if (text) return [{ type: "literal", value: text }];
      }
      const past = n < 0 || Object.is(n, -0);
      const size = Math.abs(n);
      const space = this.#options.style === "narrow" ? "" : " ";
      const number = this.#number.formatToParts(size).map((part) => ({ ...part, unit: name }));
      const rest = `${space}${this.#word(name, size)}${past ? " ago" : ""}`;
      return [...(past ? [] : [{ type: "literal", value: "in " }]), ...number, { type: "literal", value: rest }];
    }
    #named(unit, n) {
      if (![-1, 0, 1].includes(n)) return undefined;
      if (named[unit]) return named[unit][n + 1];
      const { style } = this.#options;
      const word = style === "long" || unit === "minute" || unit === "hour" ? unit : short[unit];
      if (n === 0) return `this ${unit === "minute" || unit === "hour" ? unit : word}`;
      if (unit === "minute" || unit === "hour") return undefined;
      return `${n < 0 ? "last" : "next"} ${word}`;
    }
    format(value, unit) { return this.formatToParts(value, unit).map((part) => part.value).join(""); }
    resolvedOptions() {
      const { style, numeric } = this.#options;
      return { locale: "en-US", style, numeric, numberingSystem: "latn" };
    }
  }

  class Segmenter {
    #options;
    constructor(locales = undefined, options = undefined) {
      host.check(locales);
      this.#options = choose("Segmenter", options, { granularity: ["grapheme", "word", "sentence"] });
    }
    segment(input) {
      const text = `${input}`;
      const { granularity } = this.#options;
      const list = () => {
        let index = 0;
        return host.segments(text, granularity).map((segment) => {
          const data = { segment, index, input: text };
          if (granularity === "word") data.isWordLike = host.wordLike(segment);
          index += segment.length;
          return data;
        });
      };
      return {
        containing(at = 0) { return list().find(({ segment, index }) => at >= index && at < index + segment.length); },
        [Symbol.iterator]() { return list()[Symbol.iterator](); },
      };
    }
    resolvedOptions() { return { locale: "en-US", granularity: this.#options.granularity }; }
  }

  const classes = { Collator, PluralRules, ListFormat, RelativeTimeFormat, Segmenter };
  for (const name of Object.keys(classes)) {
    host.cloned(classes[name], () => {
      throw new DOMException(`#<${name}> could not be cloned.`, "DataCloneError");
    });
    Object.defineProperty(classes[name].prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true });
    Object.defineProperty(classes[name], "supportedLocalesOf", { value: (locales) => host.supported(locales), writable: true, configurable: true });
  }
  // Intl.Collator() returns the same as new Intl.Collator().
  classes.Collator = new Proxy(Collator, { apply: (_, __, [locales, options]) => new Collator(locales, options) });
  return { classes };
})
