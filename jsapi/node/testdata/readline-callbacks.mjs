// The same with callbacks, and the old arguments of createInterface.
import * as readline from "node:readline";

const print = console.log;
const rl = readline.createInterface(process.stdin, process.stdout);
rl.on("close", () => print("closed"));
rl.question("1? ", (a) => {
  print(a);
  setTimeout(() => rl.question("2? ", (b) => rl.question("3? ", (c) => {
    print(b, c);
    rl.close();
  })), 10);
});
