// Pins: jsdom and dompurify: a document, its changes, events, what is serialized; what is left of hostile HTML
import createDOMPurify from "dompurify";
import { JSDOM } from "jsdom";

const dom = new JSDOM("<p class=x>Hello <b>w</b></p>", { url: "https://a.example/" });
const { document, Event } = dom.window;
console.log(document.querySelector("p").textContent, document.querySelector("b").parentNode.className, document.location.href);
document.body.innerHTML += "<i>k</i>";
document.querySelector("i").addEventListener("seen", (e) => console.log(e.type, e.target.tagName));
document.querySelector("i").dispatchEvent(new Event("seen"));
console.log(dom.serialize());
console.log(createDOMPurify(new JSDOM("").window).sanitize("<img src=x onerror=alert(1)><b>a</b><script>x</script>"));
