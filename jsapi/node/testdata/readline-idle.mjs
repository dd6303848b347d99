// A program that waits for no line ends, though it has not closed its interface.
import { createInterface } from "node:readline";

const print = console.log;
createInterface({ input: process.stdin });
print("end");
