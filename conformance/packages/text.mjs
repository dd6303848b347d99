// Pins: he, diff, validator, picocolors and cookies
import he from "he";
import * as diff from "diff";
import validator from "validator";
import pc from "picocolors";
import { Cookie, CookieJar } from "tough-cookie";
import * as cookie from "cookie";
console.log(he.encode("<é&\"😀>"), he.decode("&lt;&eacute;&#x1F600;&amp;"), he.escape("<a>"));
console.log(diff.diffWords("the quick fox", "the slow fox").map((p) => [p.value, !!p.added, !!p.removed]), diff.createPatch("f", "a\nb\n", "a\nc\n"), diff.applyPatch("a\nb\n", diff.createPatch("f", "a\nb\n", "a\nc\n")));
console.log(validator.isEmail("a@b.co"), validator.isURL("http://x"), validator.isIBAN("DE89370400440532013000"), validator.isUUID("x"), validator.escape("<a>"), validator.isMobilePhone("+491701234567", "de-DE"), validator.normalizeEmail("A.B+c@gmail.com"));
console.log(pc.createColors(true).red("x") === "\u001b[31mx\u001b[39m", { ...(cookie.parse?.("a=1; b=%20") ?? cookie.parseCookie("a=1; b=%20")) });
const jar = new CookieJar(); await jar.setCookie("s=1; Path=/; HttpOnly", "http://example.com/a"); console.log(await jar.getCookieString("http://example.com/b"), Cookie.parse("k=v; Max-Age=5; Secure").toString());
