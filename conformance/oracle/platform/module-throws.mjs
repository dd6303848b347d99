// Pins: what module code throws goes to the listeners of uncaughtException, and not to those of unhandledRejection
process.on("unhandledRejection", (reason) => console.log("rejection", reason.message));
process.on("uncaughtException", (error, origin) => console.log("exception", error.message, origin));
process.on("exit", (code) => console.log("exit", code));
setTimeout(() => { Promise.reject(new Error("later")); }, 1);
await null;
throw new Error("module");
