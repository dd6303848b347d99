// Pins: cheerio: select, change and print HTML and XML
import * as cheerio from "cheerio";
const $ = cheerio.load(`<ul id="fruits"><li class="apple">Apple &amp; pear</li><li class="orange">Orange</li><li>Plum</li></ul><p title='x'>é<br>ü</p>`);
console.log($(".apple", "#fruits").text(), $("ul .orange").attr("class"), $("li").length, $("li").map((i, el) => $(el).text()).get());
$("li").first().addClass("red").after("<li>Fig</li>"); $("p").attr("title", `a"b`);
console.log($.html());
console.log($("li:contains('Plum')").prev().text(), $("li:nth-child(2)").text(), $("ul > li:not(.apple)").length, $("p").html());
const x = cheerio.load(`<feed><entry id="1"><title>A</title></entry><entry id="2"/></feed>`, { xml: true });
console.log(x("entry").map((i, e) => x(e).attr("id")).get(), x.xml());
console.log($("ul").extract({ all: ["li"], first: ".apple" }));
