// This file has the methods of Buffer that read and write numbers, and the checks of its arguments.
(function (host) {
  const invalid = (name, what, got) => host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The ${name} must be ${what}. Received ${host.received(got)}`);

  // Writes a number as errors show it: a large integer in groups of three digits.
  function shown(n) {
    if (typeof n !== "bigint" && !Number.isInteger(n)) return `${n}`;
    const end = typeof n === "bigint" ? "n" : "";
    if (n >= -(2 ** 32) && n <= 2 ** 32) return `${n}${end}`;
    return `${n}`.replace(/\B(?=(\d{3})+$)/g, "_") + end;
  }
  const outOfRange = (name, range, got) => host.error("RangeError", "ERR_OUT_OF_RANGE", `The value of "${name}" is out of range. It must be ${range}. Received ${shown(got)}`);

  /** Checks an argument that must be an integer from least to most. */
  function integer(name, n, least, most) {
    if (typeof n !== "number") throw invalid(`"${name}" argument`, "of type number", n);
    if (!Number.isInteger(n)) throw outOfRange(name, "an integer", n);
    if (n < least || n > most) throw outOfRange(name, `>= ${least} && <= ${most}`, n);
  }

  // Checks the position or the width of a number. An infinite one is out of range, and not a fraction.
  function within(name, n, least, most) {
    if (typeof n !== "number") throw invalid(`"${name}" argument`, "of type number", n);
    if (Math.floor(n) !== n) throw outOfRange(name, "an integer", n);
    if (most < least) throw host.error("RangeError", "ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds");
    if (n < least || n > most) throw outOfRange(name, `>= ${least} and <= ${most}`, n);
  }

  /** Returns the function that converts a value to an integer of a width in bytes, and checks that it has that range. */
  function integerOf(width, signed, big) {
    const bits = 8 * width;
    const one = big ? 1n : 1;
    const two = one + one;
    const power = (n) => two ** (big ? BigInt(n) : n);
    const least = signed ? -power(bits - 1) : one - one;
    const most = power(signed ? bits - 1 : bits) - one;
    const n = big ? "n" : "";
    const range = width <= 4 ? `>= ${least} and <= ${most}`
      : signed ? `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}` : `>= 0${n} and < 2${n} ** ${bits}${n}`;
    return (value) => {
      if (big && typeof value !== "bigint") throw new TypeError("Cannot mix BigInt and other types, use explicit conversions");
      if (!big) value = +value;
      if (value < least || value > most) throw outOfRange("value", range, value);
      return value;
    };
  }

  /** Adds readUInt16LE and similar methods to a prototype. Each uses the DataView method for its type. */
  function addViews(define) {
    const kinds = { Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Float32: 4, Float64: 8, BigInt64: 8, BigUint64: 8 };
    for (const kind of Object.keys(kinds)) {
      const width = kinds[kind];
      const convert = kind.startsWith("Float") ? (value) => +value : integerOf(width, !kind.includes("Uint"), kind.startsWith("Big"));
      for (const order of width === 1 ? [""] : ["LE", "BE"]) {
        const little = order === "LE";
        const view = (buffer, offset) => {
          within("offset", offset, 0, buffer.length - width);
          return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
        };
        const read = function (offset = 0) {
          return view(this, offset)[`get${kind}`](offset, little);
        };
        const write = function (value, offset = 0) {
          value = convert(value);
          view(this, offset)[`set${kind}`](offset, value, little);
          return offset + width;
        };
        const name = { Float32: "Float", Float64: "Double" }[kind] || kind;
        define(`read${name}${order}`, read);
        define(`write${name}${order}`, write);
        if (!name.includes("Uint")) continue;
        const alias = name.replace("Uint", "UInt");
        define(`read${alias}${order}`, read);
        define(`write${alias}${order}`, write);
      }
    }
  }

  /** Adds readUIntBE and similar methods, for 1 to 6 bytes, to a prototype. */
  function addWidths(define) {
    const widths = [1, 2, 3, 4, 5, 6];
    const unsigned = widths.map((n) => integerOf(n, false, false));
    const signed = widths.map((n) => integerOf(n, true, false));
    for (const order of ["LE", "BE"]) {
      const at = (offset, i, n) => offset + (order === "LE" ? i : n - 1 - i);
      const check = (buffer, offset, n) => {
        if (offset === undefined) throw invalid('"offset" argument', "of type number", offset);
        within("byteLength", n, 1, 6);
        within("offset", offset, 0, buffer.length - n);
      };
      const read = function (offset, n) {
        check(this, offset, n);
        let value = 0;
        for (let i = n - 1; i >= 0; i--) value = value * 256 + this[at(offset, i, n)];
        return value;
      };
      const readSigned = function (offset, n) {
        const value = read.call(this, offset, n);
        return value >= 256 ** n / 2 ? value - 256 ** n : value;
      };
      const writer = (convert) => function (value, offset, n) {
        within("byteLength", n, 1, 6);
        value = Math.trunc(convert[n - 1](value)) || 0;
        check(this, offset, n);
        if (value < 0) value += 256 ** n;
        for (let i = 0; i < n; i++, value = Math.floor(value / 256)) this[at(offset, i, n)] = value % 256;
        return offset + n;
      };
      for (const name of ["UInt", "Uint"]) {
        define(`read${name}${order}`, read);
        define(`write${name}${order}`, writer(unsigned));
      }
      define(`readInt${order}`, readSigned);
      define(`writeInt${order}`, writer(signed));
    }
  }
  return { addViews, addWidths, integer, invalid, outOfRange };
})
