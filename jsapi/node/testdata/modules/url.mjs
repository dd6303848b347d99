// node:url, node:os, node:perf_hooks, node:buffer, node:string_decoder.
import { fileURLToPath, format, pathToFileURL, URL as Url, URLSearchParams as Params, domainToASCII } from "node:url";
import os, { EOL } from "node:os";
import { performance as perf } from "node:perf_hooks";
import { Buffer as Buf } from "node:buffer";
import { StringDecoder } from "node:string_decoder";

show("same classes", () => [Url === URL, Params === URLSearchParams, perf === performance, Buf === Buffer]);
for (const url of ["file:///a/b%20c.txt", "file:///%E2%82%AC", "file:///", "file://localhost/x", new URL("file:///obj"), "file:///a?q#h", "http://a/", "file://host/x", "file:///a%2Fb", "nonsense", 5]) show("fileURLToPath " + url, () => fileURLToPath(url));
for (const path of ["/a/b c.txt", "rel/x", "/a#b?c%d", "/é", "/a\\b", "/dir/", "/a/../b", "/", "/x\ny", "~", "/%41"]) show("pathToFileURL " + JSON.stringify(path), () => [pathToFileURL(path).href, pathToFileURL(path) instanceof URL]);
show("round trip", () => fileURLToPath(pathToFileURL("/a b/%41#?é\\x")));
show("pathToFileURL wrong", () => pathToFileURL(5));
show("format", () => [format(new URL("http://u:p@h/x?q#f")), format(new URL("http://u:p@h/x?q#f"), { auth: false, search: false, fragment: false })]);
show("domainToASCII", () => [domainToASCII("bücher.de"), domainToASCII("xn--iñvalid.com")]);
show("os", () => [EOL, os.EOL, os.platform(), os.type(), typeof os.hostname(), typeof os.tmpdir(), os.endianness()]);
const euro = Buffer.from("a€😀", "utf8");
for (const encoding of ["utf8", "utf-16le", "base64", "hex", "latin1", "UCS2"]) {
  show("decoder " + encoding, () => {
    const decoder = new StringDecoder(encoding);
    const out = [decoder.encoding];
    for (let i = 0; i < euro.length; i += 1) out.push(escape(decoder.write(euro.subarray(i, i + 1))));
    out.push(escape(decoder.end()));
    return out;
  });
}
show("decoder cut off", () => {
  const decoder = new StringDecoder();
  return [decoder.write(Buffer.from([0x61, 0xe2, 0x82])), escape(decoder.end()), decoder.end(Buffer.from("b"))];
});
show("decoder wrong", () => new StringDecoder("nope"));
