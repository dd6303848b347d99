// This file has Intl.DisplayNames and Intl.Locale. The names are those of the locales of numbers and dates; see locales/record_names.mjs.
(function (host) {
  const { DOMException } = host.require("domexception");
  const { choose } = host.require("intl");
  const aliases = { iw: "he", in: "id", ji: "yi", jw: "jv", mo: "ro", tl: "fil" };
  const bases = { en: "en-US", de: "de-DE" };
  const invalid = () => new RangeError("invalid_argument");

  /** The names of the files that were read. */
  const known = new Map();
  function read(file) {
    if (!known.has(file)) known.set(file, JSON.parse(host.namesOf(file)));
    return known.get(file);
  }

  /** Returns the parts of a tag; undefined if it is not one. */
  function parse(tag) {
    const [, language, script, region, variants, extensions] = /^([a-z]{2,3}|[a-z]{5,8})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?((?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*)((?:-[a-z\d](?:-[a-z\d]{2,8})+)*)$/i.exec(tag) || [];
    if (language === undefined) return undefined;
    const small = language.toLowerCase();
    return {
      language: aliases[small] || small, script: script && script[0].toUpperCase() + script.slice(1).toLowerCase(), region: region && region.toUpperCase(),
      variants: variants.toLowerCase().split("-").filter(Boolean).sort(), extensions: extensions.toLowerCase(),
    };
  }

  const nameOf = ({ language, script, region, variants }) => [language, script, region, ...variants].filter(Boolean).join("-");

  const codes = { region: /^(?:[a-z]{2}|\d{3})$/i, script: /^[a-z]{4}$/i, currency: /^[a-z]{3}$/i, calendar: /^[a-z\d]{3,8}(?:-[a-z\d]{3,8})*$/i };

  class DisplayNames {
    #options;
    #locale;
    #files;
    constructor(locales, options) {
      if (options === undefined) throw new TypeError("invalid_argument");
      [this.#locale, ...this.#files] = host.words(locales);
      const base = bases[this.#files[0].slice(0, 2)];
      if (base !== undefined && base !== this.#files[0]) this.#files.push(base);
      const { style } = choose("DisplayNames", options, { style: ["long", "narrow", "short"] });
      if (options.type === undefined) throw new TypeError("invalid_argument");
      const { type } = choose("DisplayNames", options, { type: ["language", "region", "script", "currency", "calendar", "dateTimeField"] });
      const { fallback, languageDisplay } = choose("DisplayNames", options, { fallback: ["code", "none"], languageDisplay: ["dialect", "standard"] });
      this.#options = { locale: this.#locale, style, type, fallback, ...(type === "language" && { languageDisplay }) };
    }
    #find(type, code) {
      for (const kind of [`${type} ${this.#options.style}`, type])
        for (const file of this.#files) {
          const names = read(file)[kind];
          if (names !== undefined && Object.hasOwn(names, code)) {
            if (names[code] === null) break;
            return names[code];
          }
        }
      return undefined;
    }
    #language(tag) {
      const parts = parse(tag);
      if (parts === undefined) throw invalid();
      if (parts.language === "und") parts.language = "root";
      const whole = nameOf(parts), { fallback, languageDisplay } = this.#options;
      const name = languageDisplay === "dialect" || whole === parts.language ? this.#find("language", whole) : undefined;
      if (name !== undefined) return name;
      const { language, script, region, variants } = parts, names = [this.#find("language", language)];
      if (script) names.push(this.#find("script", script));
      if (region) names.push(this.#find("region", region));
      if (fallback === "none" && names.includes(undefined)) return undefined;
      const [first, ...more] = names.map((n, i) => n ?? [language, ...[script, region].filter(Boolean)][i]);
      const all = [...more.map((n) => n.replaceAll("(", "[").replaceAll(")", "]")), ...variants.map((v) => v.toUpperCase())];
      return all.length > 0 ? `${first} (${all.join(", ")})` : fallback === "none" ? undefined : first;
    }
    of(code) {
      const { type, fallback } = this.#options;
      let text = `${code}`;
      if (type === "language") return this.#language(text);
      if (type !== "dateTimeField" && !codes[type].test(text)) throw invalid();
      if (type === "currency") text = text.toUpperCase();
      const name = this.#find(type, text);
      if (type === "dateTimeField" && name === undefined) throw invalid();
      return name ?? (fallback === "none" ? undefined : text);
    }
    resolvedOptions() { return { ...this.#options }; }
  }

  const keywords = { calendar: "ca", collation: "co", hourCycle: "hc", caseFirst: "kf", numeric: "kn", numberingSystem: "nu" };

  /** Returns the keywords of the extension u, and the other extensions. */
  function keywordsOf(extensions) {
    const found = {}, others = [];
    for (const extension of extensions.split(/-(?=[a-z\d]-)/).filter(Boolean)) {
      if (!extension.startsWith("u-")) {
        others.push(extension);
        continue;
      }
      let key;
      for (const word of extension.slice(2).split("-")) {
        if (word.length === 2) found[(key = word)] = [];
        else if (key !== undefined) found[key].push(word);
      }
    }
    for (const key of Object.keys(found)) found[key] = found[key].join("-").replace(/^true$/, "");
    return [found, others];
  }

  class Locale {
    #parts;
    #keywords;
    #others;
    constructor(tag, options) {
      if (typeof tag !== "string" && (typeof tag !== "object" || tag === null)) throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
      const parts = parse(`${tag}`), wrong = () => new RangeError("Incorrect locale information provided");
      if (parts === undefined) throw wrong();
      [this.#keywords, this.#others] = keywordsOf(parts.extensions);
      this.#parts = parts;
      if (options === undefined) return;
      if (options === null) throw new TypeError("Cannot convert undefined or null to object");
      const of = Object.fromEntries(["language", "script", "region"].map((key) => [key, options[key] === undefined ? parts[key] : `${options[key]}`]));
      const changed = parse(nameOf({ ...of, variants: parts.variants }));
      if (changed === undefined || Object.keys(of).some((key) => (of[key] || "").toLowerCase() !== (changed[key] || "").toLowerCase() && !(of[key] in aliases))) throw wrong();
      this.#parts = changed;
      const { hourCycle, caseFirst } = choose("Locale", options, { hourCycle: [undefined, "h11", "h12", "h23", "h24"], caseFirst: [undefined, "upper", "lower", "false"] });
      const given = { calendar: options.calendar, collation: options.collation, hourCycle, caseFirst, numeric: options.numeric === undefined ? undefined : `${Boolean(options.numeric)}`, numberingSystem: options.numberingSystem };
      for (const [name, value] of Object.entries(given)) {
        if (value === undefined) continue;
        if (!/^[a-z\d]{3,8}(?:-[a-z\d]{3,8})*$/i.test(value)) throw wrong();
        this.#keywords[keywords[name]] = `${value}`.toLowerCase().replace(/^true$/, "");
      }
    }
    #with(parts) {
      const made = new Locale("und");
      [made.#parts, made.#keywords, made.#others] = [{ ...this.#parts, ...parts }, this.#keywords, this.#others];
      return made;
    }
    toString() {
      const words = Object.keys(this.#keywords).sort().map((key) => (this.#keywords[key] ? `${key}-${this.#keywords[key]}` : key));
      const extensions = [...this.#others.filter((o) => !o.startsWith("x-")), ...(words.length > 0 ? [`u-${words.join("-")}`] : [])].sort();
      return [nameOf(this.#parts), ...extensions, ...this.#others.filter((o) => o.startsWith("x-"))].join("-");
    }
    get baseName() { return nameOf(this.#parts); }
    get calendar() { return this.#keywords.ca; }
    get caseFirst() { return this.#keywords.kf; }
    get collation() { return this.#keywords.co; }
    get hourCycle() { return this.#keywords.hc; }
    get language() { return this.#parts.language === "und" ? undefined : this.#parts.language; }
    get numberingSystem() { return this.#keywords.nu; }
    get numeric() { return "kn" in this.#keywords && this.#keywords.kn !== "false"; }
    get region() { return this.#parts.region; }
    get script() { return this.#parts.script; }
    #likely({ language, script, region }) {
      return parse(host.likely([language, script, region].filter(Boolean).join("-")));
    }
    maximize() {
      const { language, script, region } = this.#likely(this.#parts);
      return this.#with({ language, script, region });
    }
    minimize() {
      const full = this.#likely(this.#parts), { language, script, region } = full;
      const shorter = [{ language }, { language, region }, { language, script }].find((less) => nameOf(this.#likely(less)) === nameOf(full));
      return this.#with({ script: undefined, region: undefined, ...(shorter || { language, script, region }) });
    }
  }

  const classes = { DisplayNames, Locale };
  for (const name of Object.keys(classes)) {
    host.cloned(classes[name], () => {
      throw new DOMException(`#<${name}> could not be cloned.`, "DataCloneError");
    });
    Object.defineProperty(classes[name].prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true });
    classes[name] = new Proxy(classes[name], { apply: () => { throw new TypeError(`Constructor Intl.${name} requires 'new'`); } });
  }
  Object.defineProperty(DisplayNames, "supportedLocalesOf", { value: (locales) => host.supported(locales), writable: true, configurable: true });
  return { classes };
})
