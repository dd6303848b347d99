// A module of Node that is not there: packages may import it, and who uses something of it gets an error that says so. What
// is exported lies behind the exports, on their prototype, so that any name can be imported.
const absent = (path: string): any => {
  const used = (): never => {
    throw new Error(`${path} is not part of hitlrun (ABSENT_HINT)`);
  };
  return new Proxy(function () {}, {
    get(target: any, key) {
      if (key === Symbol.toPrimitive) return () => path; // the name of a header, say
      if (typeof key === "symbol" || key === "then" || key === "toJSON" || key === "__esModule") return undefined;
      if (key === "prototype" || key === "name" || key === "length") return target[key];
      return absent(`${path}.${key}`);
    },
    apply: used,
    construct: used,
    set: used,
  });
};

declare const module: any;
module.exports = Object.create(absent("ABSENT_MODULE"));
