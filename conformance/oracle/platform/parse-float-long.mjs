// Pins: parseFloat of long texts
const long = "1".repeat(5000);
for (const t of ["0." + long, long, " \n\u3000-" + long + "e-4990x", "+" + long + ".5e+3", "." + long, "-.e1" + long, "e" + long, "1" + " ".repeat(5000), "1e" + long, "1e-" + long, "1.e2" + " ".repeat(5000), "1e+" + "x".repeat(5000), "-Infinity" + long, "Inf" + long, "\u0085" + long, "0x" + long, "0".repeat(5000) + "7", "\ufeff3" + "é".repeat(5000), "1_0" + long, "-0" + "x".repeat(5000), "5..3" + long]) console.log(Object.is(parseFloat(t), -0) ? "-0" : parseFloat(t), Number.parseFloat(t) === parseFloat(t));
