// Pins: UUIDs of long names
import { v5 } from "uuid";
const show = (v) => console.log(v.replace(/-/g, " "));
show(v5("x".repeat(200_000), v5.DNS));
show(v5("\u{1f600}é".repeat(50_000), v5.URL));
for (const n of [0, 39, 40, 47, 48, 103, 104, 983, 984, 1000]) show(v5("a".repeat(n), v5.DNS));
show(v5(new Uint8Array(3000).fill(7), Array.from({ length: 16 }, (_, i) => i)));
try { v5("\ud800".repeat(2000), v5.DNS); } catch (e) { console.log(e.name); }
const bytes = new Uint8Array(20);
v5("a".repeat(5000), v5.DNS, bytes, 2);
console.log(bytes.join());
