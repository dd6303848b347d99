import { require } from "./req.mjs";
console.log(typeof require("path").join);
