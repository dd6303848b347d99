// Pins: requests that wait for a connection which is made asynchronously get one connection each
import http from "node:http";
import { Duplex } from "node:stream";

let made = 0;
const agent = new http.Agent({ maxSockets: 2 });
agent.createConnection = (_options, done) => {
  const socket = new Duplex({ read() {}, write(chunk, _, next) {
    setTimeout(() => { socket.push("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"); }, 20);
    next();
  } });
  socket.setKeepAlive = socket.setNoDelay = socket.ref = socket.unref = () => socket;
  socket.setTimeout = () => socket;
  socket.destroySoon = () => socket.destroy();
  made++;
  setTimeout(() => done(null, socket), 5);
};
const get = () => new Promise((resolve, reject) => http.get({ host: "nowhere", agent }, (res) => { let text = ""; res.setEncoding("utf8").on("data", (d) => (text += d)).on("end", () => resolve(text)); }).on("error", reject));
const first = [get(), get()];
await new Promise((done) => setTimeout(done, 10)); // both have their connections
console.log(await Promise.all([...first, get(), get(), get(), get()]), made);
