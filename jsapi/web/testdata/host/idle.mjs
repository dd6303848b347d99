// A program that waits for no line ends, though it has not closed its interface.
import { createInterface } from "node:readline";

createInterface({ input: process.stdin });
print("end");
