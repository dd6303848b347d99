// Pins: dns.resolve and its promise with wrong types of records.
import dns from "node:dns";

const names = ["", "FOO", "é", "a", 5, null, {}, "toString"];
for (const name of names) {
  for (const resolve of [dns.resolve, new dns.Resolver().resolve]) {
    try {
      resolve("localhost", name, () => {});
    } catch (e) {
      console.log(name, e.name, e.code, e.message);
    }
  }
  try {
    dns.promises.resolve("localhost", name);
  } catch (e) {
    console.log(name, e.name, e.code, e.message);
  }
}
