// Pins: other names of ciphers, setAAD after the first data, the parts of process.memoryUsage().
import c from "node:crypto";

const show = (name, f) => {
  try {
    console.log(name, f());
  } catch (e) {
    console.log(name, e.code, e.message);
  }
};
const bytes = (n) => Buffer.alloc(n, 7);
for (const [name, key, iv] of [["aes128", 16, 16], ["AES256", 32, 16], ["id-aes128-GCM", 16, 12], ["aes192", 24, 16], ["aes-128-cbc", 16, 16], ["des-ede3-ecb", 24, 0], ["des3", 24, 8], ["aes512", 64, 16]]) {
  show(name, () => {
    const cipher = c.createCipheriv(name, bytes(key), iv ? bytes(iv) : null);
    return cipher.update("some text", "utf8", "hex") + cipher.final("hex");
  });
}
show("setAAD", () => {
  const cipher = c.createCipheriv("aes-128-gcm", bytes(16), bytes(12));
  cipher.setAAD(Buffer.from("first"));
  cipher.update("text");
  return cipher.setAAD(Buffer.from("more"));
});
console.log(Object.keys(process.memoryUsage()), process.memoryUsage.rss() > 0);
