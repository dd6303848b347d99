// URL: parsing, relative resolution, hosts.
const fields = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const parse = (input, base) =>
  show(JSON.stringify(input) + (base === undefined ? "" : " on " + base), () => {
    const url = base === undefined ? new URL(input) : new URL(input, base);
    return fields.map((f) => url[f]);
  });
const absolute = [
  "http://example.com", "HTTP://EXAMPLE.com:80/../a/./b?x=1#y", "https://example.com:443/", "https://example.com:8443", "http://user:pa%20ss@host:81/p",
  "http://user@host", "http://:pw@host/", "http://u@v@host/", "http://a:b:c@host/", "http://@host/", "http://:@host/", "ftp://ex.com:21/x", "ws://ex.com:80", "wss://ex.com:443",
  "  http://ex.com/a b  ", "http://ex.com/a\tb\nc", "http://ex.com/é?é#é", "http://ex.com/%zz%41", "http://ex.com/{}|^`\"<>\\x", "http://ex.com/?'\"<>#'`\"<>",
  "http:ex.com", "http:/ex.com", "http:///ex.com", "http:\\\\ex.com\\a", "http://", "http:", "http://?x", "http://#x", "https:///", "//ex.com", "/x", "x", "", "#", "?",
  "file:///a/b", "file:///C:/x/../..", "file:///C|/x", "file:c:\\x", "file://host/x", "file://localhost/x", "file:", "file:/", "file://", "file:x", "file:///", "file://c:/x", "file:////a",
  "mailto:a@b.c?x#y", "data:text/plain,hello world#f ", "javascript:alert(1)", "urn:isbn:1", "about:blank", "tel:+1", "blob:https://ex.com:8080/id", "blob:x",
  "foo://bar:99/baz?q#f", "foo://", "foo:/bar", "foo:///bar", "foo:bar/../baz", "foo://h/../a", "foo://a b/", "foo://[::1]/", "foo://EX.com/%41", "foo:/..//bar", "foo:/.//p", "non-special:opaque  ?x", "node:fs", "a.b+c-1:x", "1a:x", ":x",
  "http://1.2.3.4", "http://0x7f.1", "http://0300.168.1", "http://4294967295", "http://4294967296", "http://256.1.1.1", "http://1.2.3.4.5", "http://1.2.3.", "http://1.2.3.4.", "http://1..2", "http://0x", "http://09", "http://0.0.0.08", "http://a.1", "http://1e2", "http://0xg",
  "http://[::1]", "http://[1:0:0:2::3]", "http://[1:2:3:4:5:6:7:8]:80/", "http://[::ffff:1.2.3.4]", "http://[1::2::3]", "http://[::1", "http://[:1]", "http://[1:2:3:4:5:6:7::]", "http://[fe80::1%eth0]", "http://[::1.2.3]", "http://[2001:DB8::A]", "http://[0:0:1:0:0:0:1:0]", "http://[1.2.3.4]", "http://[]",
  "http://bücher.de/", "http://xn--bcher-kva.de/", "http://ＧＯ.com", "http://faß.de", "http://日本語。jp", "http://a\u00adb.com", "http://xn--a", "http://xn--", "http://ex%41mple.com", "http://ex%zz.com", "http://a%00b", "http://a b.com", "http://a<b", "http://a_b.com", "http://a..b", "http://.com", "http://-a-.com", "http://%E2%82%AC.com", "http://☃.net", "http://a^b", "http://a|b", "http://a%b",
  "http://ex.com:", "http://ex.com:65535", "http://ex.com:65536", "http://ex.com:00080", "http://ex.com:x", "http://ex.com:-1", "http://ex.com:8080abc", "http://ex.com: 80",
  "http://ex.com/a/../../b", "http://ex.com/%2e%2E/a/%2e/b", "http://ex.com/a/..", "http://ex.com/a/.", "http://ex.com//a//b", "http://ex.com/.../", "http://ex.com/a;b=c,d", "http://ex.com/?a=b&c=d%20e+f", "http://ex.com?", "http://ex.com#", "http://ex.com/?#", "http://ex.com/??a?b", "http://ex.com/#a#b", "http://ex.com/\ud800x?\ud800#\udc00", "http://ex.com/😀?😀#😀", "http://us\u00e9r:p@h", "http://a:@b", "http://a/b\\c", "http://a?b\\c", "http://a#b\\c", "http://\u00001", "http://a/\u0000\u0001\u007f", "http://u[]^|:p[]@h/",
];
for (const input of absolute) parse(input);
const bases = ["http://u:p@ex.com:81/a/b/c?q=1#f", "http://ex.com", "file:///C:/dir/x", "file:///a/b", "mailto:x@y", "foo://host/a/b", "foo:/a/b", "not a url"];
const relatives = ["", "x", "./x", "../x", "../../../x", "/x", "//h2/x", "?z", "#z", "http:x", "http://o/", "https:x", "y:z", "\\x", "C|/y", "/C:/y", "..", ".", "a?b#c", "///x", "//", "file:z"];
for (const base of bases) for (const input of relatives) if (input !== "a?b#c" || !base.startsWith("mailto")) parse(input, base);
show("URL as base", () => new URL("x", new URL("http://a/b/")).href);
show("URL as input", () => new URL(new URL("http://a/b/")).href);
show("canParse", () => [URL.canParse("http://a"), URL.canParse("a"), URL.canParse("a", "http://b"), URL.canParse("a", "b")]);
show("canParse nothing", () => URL.canParse());
show("no argument", () => new URL());
show("invalid", () => {
  try {
    new URL("nope", "neither");
  } catch (error) {
    return [error.input, error.base, error instanceof TypeError, error.stack.split("\n")[0]];
  }
});
show("strings", () => {
  const url = new URL("http://a/b?c");
  return [String(url), url + "", JSON.stringify({ url }), url.toJSON(), Object.prototype.toString.call(url), Object.keys(url)];
});
