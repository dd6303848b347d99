// Setters of URL.
const set = (href, property, ...values) => {
  for (const value of values) {
    show(`${href} ${property} = ${text(value)}`, () => {
      const url = new URL(href);
      url[property] = value;
      return [url.href, url[property]];
    });
  }
};
const web = "https://u:p@ex.com:8080/a/b?q#f";
set(web, "href", "http://other/", "nonsense", "");
set(web, "protocol", "http", "http:", "ftp:x", "foo", "file", "", "1x", "HTTPS", "wss:");
set("https://ex.com:80/", "protocol", "http");
set("http://ex.com:443/", "protocol", "https");
set("file:///a", "protocol", "http");
set("file://h/a", "protocol", "http");
set("foo://h/a", "protocol", "http", "bar");
set(web, "username", "", "new", "a b@c:d");
set(web, "password", "", "new", "a b@c:d");
set("file:///a", "username", "u");
set("mailto:x", "username", "u");
set("http://a/", "password", "p");
set(web, "host", "new.com", "new.com:99", "new.com:443", "new.com:", "", "a b", "new.com/x", "[::1]:5", "1.2", "a:70000", "A@b", "x?y", "x#y");
set("foo://h:1/a", "host", "", "x:2", "A B");
set("mailto:x", "host", "new");
set("file:///a", "host", "new", "new:80", "localhost", "");
set(web, "hostname", "new.com", "new.com:99", "", "a b", "new.com/x", "1.2", "[::1]");
set("mailto:x", "hostname", "new");
set("foo://h/a", "hostname", "");
set(web, "port", "99", "443", "", "x", "99x", "70000", "-1", "0", 8081, "  7", "007", "9/x");
set("file:///a", "port", "1");
set(web, "pathname", "", "x", "/x/../y", "?#", "a b", "\\x", "%2e%2e/x", "//x");
set("mailto:x", "pathname", "y");
set("foo:/a", "pathname", "//x", "", "x");
set("foo://h/a", "pathname", "", "x", "\\x");
set("file:///C:/a", "pathname", "D|/b", "..");
set(web, "search", "", "?", "x=1", "?x=1&y=2", "a b'\"#", "é", "??");
set("mailto:x", "search", "y");
set("data:x  ?q", "search", "");
set(web, "hash", "", "#", "x", "#x", "a b`", "é", "##");
set("data:x  #q", "hash", "");
set(web, "origin", "http://other");
set(web, "searchParams", "x");
