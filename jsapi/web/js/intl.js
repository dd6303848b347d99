// This file has the classes of Intl for words and order. Collator knows the order of all languages. The others know the locales of numbers
// and dates.
(function (host) {
  const { DOMException } = host.require("domexception");
  const rangeError = (value, name, key) => new RangeError(`Value ${value} out of range for ${name === "Locale" ? "locale" : `Intl.${name}`} options property ${key}`);

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

  /** The words of the locales that were used; see locales/record_words.mjs. */
  const known = new Map();

  /** Returns the locale that is used as the script sees it, its language, and its words. */
  function wordsFor(locales) {
    const [locale, file] = host.words(locales);
    if (!known.has(file)) known.set(file, JSON.parse(host.wordsOf(file)));
    return { locale, language: file.slice(0, 2), words: known.get(file) };
  }

  const millions = (text) => /^[1-9]\d*$/.test(text) && Number(text) % 1e6 === 0;
  const exactlyOne = (text) => (text === "1" ? "one" : "other");
  const below2 = (text) => (/^[01](\.|$)/.test(text) ? "one" : millions(text) ? "many" : "other");
  const rules = {
    cardinal: {
      en: exactlyOne, de: exactlyOne, nl: exactlyOne, sv: exactlyOne, fr: below2, pt: below2,
      it: (text) => (text === "1" ? "one" : millions(text) ? "many" : "other"),
      es: (text) => (Number(text) === 1 ? "one" : millions(text) ? "many" : "other"),
    },
    ordinal: {
      en: (n) => (n % 100 >= 11 && n % 100 <= 13 ? "other" : { 1: "one", 2: "two", 3: "few" }[n % 10] || "other"),
      sv: (n) => ([1, 2].includes(n % 10) && ![11, 12].includes(n % 100) ? "one" : "other"),
      it: (n) => ([8, 11, 80, 800].includes(n) ? "many" : "other"),
      fr: (n) => (n === 1 ? "one" : "other"),
    },
  };

  class PluralRules {
    #options;
    #number;
    #used;
    constructor(locales = undefined, options = undefined) {
      this.#used = wordsFor(locales);
      this.#options = choose("PluralRules", options, { type: ["cardinal", "ordinal"] });
      const digits = { useGrouping: false };
      for (const key of digitOptions) if (options !== undefined && options[key] !== undefined) digits[key] = options[key];
      this.#number = new Intl.NumberFormat("en-US", digits);
    }
    select(value) {
      const text = this.#number.format(Math.abs(Number(value)));
      const rule = rules[this.#options.type][this.#used.language];
      if (this.#options.type === "cardinal") return rule(text);
      return rule && Number.isInteger(Number(text)) ? rule(Number(text)) : "other";
    }
    selectRange(start, end) {
      if (start === undefined || end === undefined) throw new TypeError("Invalid argument");
      if (Number.isNaN(Number(start)) || Number.isNaN(Number(end))) throw new RangeError("Invalid argument");
      const last = this.select(end);
      return this.#used.words.ranges[`${this.#options.type} ${this.select(start)} ${last}`] || last;
    }
    resolvedOptions() {
      const { type } = this.#options;
      const all = this.#number.resolvedOptions();
      return {
        locale: this.#used.locale, type, ...Object.fromEntries(digitOptions.filter((key) => key in all).map((key) => [key, all[key]])),
        pluralCategories: [...this.#used.words.categories[type]],
        roundingIncrement: 1, roundingMode: "halfExpand", roundingPriority: "auto", trailingZeroDisplay: "auto",
      };
    }
  }

  class ListFormat {
    #options;
    #used;
    constructor(locales = undefined, options = undefined) {
      this.#used = wordsFor(locales);
      this.#options = choose("ListFormat", options, { type: ["conjunction", "disjunction", "unit"], style: ["long", "short", "narrow"] });
    }
    formatToParts(list = []) {
      const items = [...list].map((item) => {
        if (typeof item !== "string") throw new TypeError("Iterable yielded " + String(item) + " which is not a string");
        return item;
      });
      const { type, style } = this.#options;
      const [pair, first, middle, last] = this.#used.words.lists[type][style];
      const parts = [];
      items.forEach((value, i) => {
        if (i > 0) parts.push({ type: "literal", value: this.#before(value, items.length === 2 ? pair : i === items.length - 1 ? last : i === 1 ? first : middle) });
        parts.push({ type: "element", value });
      });
      return parts;
    }
    /** In Spanish, y and o have another form before the same sound. */
    #before(value, text) {
      if (this.#used.language !== "es") return text;
      if (text === " y " && /^(?:i|hi(?![ae]))/i.test(value)) return " e ";
      return text === " o " && /^(?:[o8]|ho.|11(?: |$))/i.test(value) ? " u " : text;
    }
    format(list = []) { return this.formatToParts(list).map(({ value }) => value).join(""); }
    resolvedOptions() {
      const { type, style } = this.#options;
      return { locale: this.#used.locale, type, style };
    }
  }

  const units = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];
  class RelativeTimeFormat {
    #options;
    #number;
    #plural;
    #used;
    constructor(locales = undefined, options = undefined) {
      this.#used = wordsFor(locales);
      this.#options = choose("RelativeTimeFormat", options, { style: ["long", "short", "narrow"], numeric: ["always", "auto"] });
      this.#number = new Intl.NumberFormat(this.#used.locale);
      this.#plural = new PluralRules(this.#used.locale);
    }
    formatToParts(value, unit) {
      const name = `${unit}`.replace(/s$/, "");
      if (!units.includes(name)) throw new RangeError(`Invalid unit argument for Intl.RelativeTimeFormat.prototype.format() '${unit}'`);
      const n = Number(value);
      if (!Number.isFinite(n)) throw new RangeError("Invalid time value");
      const { a, p, f } = this.#used.words.times[this.#options.style][name];
      if (this.#options.numeric === "auto" && Object.hasOwn(a, n)) return [{ type: "literal", value: a[n] }];
      const size = Math.abs(n);
      const [before, behind] = (n < 0 || Object.is(n, -0) ? p : f)[this.#plural.select(size)];
      const number = this.#number.formatToParts(size).map((part) => ({ ...part, unit: name }));
      return [...(before ? [{ type: "literal", value: before }] : []), ...number, ...(behind ? [{ type: "literal", value: behind }] : [])];
    }
    format(value, unit) { return this.formatToParts(value, unit).map((part) => part.value).join(""); }
    resolvedOptions() {
      const { style, numeric } = this.#options;
      return { locale: this.#used.locale, style, numeric, numberingSystem: "latn" };
    }
  }

  class Segmenter {
    #options;
    #locale;
    constructor(locales = undefined, options = undefined) {
      [this.#locale] = host.words(locales);
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
    resolvedOptions() { return { locale: this.#locale, granularity: this.#options.granularity }; }
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
  return { classes, choose };
})
