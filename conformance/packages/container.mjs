// Pins: inversify, reflect-metadata and core-js: decorators by hand, polyfills
import "reflect-metadata";
import "core-js/actual/array/group.js";
import { Container, inject, injectable } from "inversify";
class Katana { hit() { return "cut"; } } injectable()(Katana);
class Ninja { constructor(k) { this.k = k; } fight() { return this.k.hit(); } } injectable()(Ninja); inject("weapon")(Ninja, undefined, 0);
const c = new Container(); c.bind("weapon").to(Katana).inSingletonScope(); c.bind(Ninja).toSelf();
console.log(c.get(Ninja).fight(), c.isBound("nope")); try { c.get("nope"); } catch (e) { console.log(e.name); }
Reflect.defineMetadata("k", { v: 1 }, Ninja, "m"); console.log(Reflect.getMetadata("k", Ninja, "m"), Reflect.hasOwnMetadata("k", Ninja));
