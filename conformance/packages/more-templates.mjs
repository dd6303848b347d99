// Pins: nunjucks, liquidjs, pug: loops, filters, escapes
import { Liquid } from "liquidjs";
import nunjucks from "nunjucks";
import pug from "pug";

const env = new nunjucks.Environment(null, { autoescape: true });
env.addFilter("loud", (s) => s + "!");
console.log(env.renderString("{% for i in xs %}{{ loop.index }}{{ i|upper|loud }}{% endfor %}{% set a = 3 %}{{ a + 1 }}{{ '<'}}{% macro m(x) %}[{{x}}]{% endmacro %}{{ m(2) }}", { xs: ["a", "b"] }));
const liquid = new Liquid();
liquid.registerFilter("add", (a, b) => a + b);
console.log(await liquid.parseAndRender("{% for i in xs limit:2 %}{{ i | upcase }}{% unless forloop.last %},{% endunless %}{% endfor %} {{ 1 | add: 2 }} {{ d | date: '%Y' }} {{ 'a b' | split: ' ' | join: '-' }}", { xs: ["a", "b", "c"], d: "2024-05-05" }));
console.log(pug.render("ul#l\n  each x in xs\n    li.a(data-k=x)= x\np #{t} !{t}\nif xs.length>1\n  b many", { xs: [1, "<"], t: "<i>" }));
