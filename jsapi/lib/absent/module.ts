// This file stands for a module of Node that hitlrun does not have. Packages may import it. Using one of its exports
// throws an error that names the module. The exports are behind a prototype, so any name can be imported.
const absent = (path: string): any => {
  const used = (): never => {
    throw new Error(`${path} is not part of hitlrun (ABSENT_HINT)`);
  };
  return new Proxy(function () {}, {
    get(target: any, key) {
      if (key === Symbol.toPrimitive) return () => path; // for example as the name of a header
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
