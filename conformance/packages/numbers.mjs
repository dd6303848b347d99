// Pins: mathjs, decimal.js and bignumber.js
import { create, all, evaluate, derivative, matrix, inv, unit, fraction, parse, simplify } from "mathjs";
import Decimal from "decimal.js";
import BigNumber from "bignumber.js";
console.log(evaluate("sqrt(3^2 + 4^2)"), evaluate("a * 2", { a: 5 }), derivative("x^2 + 3x", "x").toString(), simplify("2x + x").toString(), parse("1 + x").evaluate({ x: 2 }));
console.log(inv(matrix([[1, 2], [3, 4]])).toString(), evaluate("5 cm to inch").toString(), unit("2 hours").toNumber("s"), fraction(1, 3).toString(), evaluate("det([1,2;3,4])"));
const big = create(all, { number: "BigNumber", precision: 40 });
console.log(big.evaluate("1/3").toString(), evaluate("(2 + 3i) * i").toString());
try { evaluate("1 +"); } catch (e) { console.log(e.name, e.message); }
console.log(new Decimal("0.1").plus("0.2").toString(), new Decimal(2).sqrt().toFixed(30), Decimal.exp(1).toDecimalPlaces(12).toString(), new Decimal("1e500").times(3).toString());
console.log(new BigNumber("123456789.987654321").times("1e10").toFormat(2), new BigNumber(1).div(3).toFixed(25), new BigNumber("ff", 16).toString(2), BigNumber(2).pow(200).toFixed());
