// Pins: handlebars, mustache and ejs: templates
import Handlebars from "handlebars";
import Mustache from "mustache";
import ejs from "ejs";
Handlebars.registerHelper("loud", (s) => s.toUpperCase());
Handlebars.registerPartial("item", "<{{name}}>");
console.log(Handlebars.compile("Hi {{loud name}}! {{#each list}}{{@index}}:{{> item}}{{else}}none{{/each}} {{{raw}}} {{raw}} {{#if a}}A{{else if b}}B{{/if}}")({ name: "Ann", list: [{ name: "x" }, { name: "y" }], raw: "<b>", b: true }));
try { Handlebars.compile("{{#if}}")({}); } catch (e) { console.log(e.message); }
console.log(Mustache.render("{{#people}}{{name}}{{^last}}, {{/last}}{{/people}} {{{h}}} {{h}}", { people: [{ name: "A" }, { name: "B", last: true }], h: "<i>" }));
console.log(ejs.render("<% for (const n of list) { %><%= n %>;<% } %> <%- raw %> <%= raw %>", { list: [1, 2], raw: "<b>" }));
console.log(await ejs.render("<%= await v %>", { v: Promise.resolve(5) }, { async: true }));
try { ejs.render("a\n<%= nope.x %>", {}); } catch (e) { console.log(e.message); }
