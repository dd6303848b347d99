// Pins: a script that replaces process.emit, as packages that clean up at the end do, hears of the end without a listener
const { emit } = process;
process.emit = function (event, ...args) {
  const heard = emit.call(this, event, ...args);
  if (event === "exit" || event === "beforeExit") console.log("emit", event, ...args, heard);
  return heard;
};
console.log(typeof process.reallyExit, Object.keys(process).includes("emit"));
