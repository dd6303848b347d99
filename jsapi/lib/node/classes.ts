// This file makes classes out of functions. Old code calls the constructors of Node without new, or with objects of its own.

/** Makes Class a class below Base that has these methods. */
export function extend(Class: any, Base: any, methods: object): void {
  Object.setPrototypeOf(Class.prototype, Base.prototype);
  Object.setPrototypeOf(Class, Base);
  const all: any = Object.getOwnPropertyDescriptors(methods);
  for (const name of Reflect.ownKeys(all)) {
    const { value, get } = all[name];
    Object.defineProperty(Class.prototype, name, get ? { get, configurable: true, enumerable: true } : { value, writable: true, configurable: true, enumerable: true });
  }
}
