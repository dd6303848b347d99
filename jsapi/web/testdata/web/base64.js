// atob, btoa.
const inputs = ["YQ==", "YQ", "Y Q=\n=", "YQ=", "Y", "YQ===", "=", "", "YWI=", "YWI", "YWJj*", "é", "/+8=", "-_8=", null, undefined, 12, "YWJjZA", "AAEC/w=="];
for (const input of inputs) show("atob " + text(input), () => escape(atob(input)));
show("atob nothing", () => atob());
for (const input of ["a", "ab", "abc", "", "\u00ff\u0000", "\u0100", "\ud83d\ude00", null, 12]) show("btoa " + text(input), () => btoa(input));
show("btoa nothing", () => btoa());
show("round trip", () => atob(btoa("\u0000\u007f\u0080\u00ff")) === "\u0000\u007f\u0080\u00ff");
