// Pins: the prototype of async generators, by the forms in which packages ask for it.
console.log(typeof Object.getPrototypeOf(async function* () {}).prototype);
console.log(typeof Object.getPrototypeOf(/* c8 ignore next */ (async function* () {})).prototype);
console.log(typeof Object.getPrototypeOf((async function* () {}).prototype));
