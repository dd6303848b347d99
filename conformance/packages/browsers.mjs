// Pins: playwright-core is loaded, which requires files of its own by computed paths; no browser is started
import { chromium, devices, errors, selectors } from "playwright-core";

console.log(typeof chromium.launch, chromium.name(), Object.keys(devices).length > 50, new errors.TimeoutError("late").message, typeof selectors.register);
console.log(devices["iPhone 13"].viewport);
