// This file tests which arrow functions with an await get a block.

package bundle

import "testing"

func TestArrowsWithAwait(t *testing.T) {
	t.Parallel()
	checkRewrites(t, map[string]string{
		"async function f(g = async () => await a()) {}":                      "async function f(g = async () => { return await a() }) {}",
		"async function f(g = c ? async () => await a() : b) {}":              "async function f(g = c ? async () => { return await a() } : b) {}",
		"if (c ? async () => await a() : async () => await b()) {}":           "if (c ? async () => { return await a() } : async () => { return await b() }) {}",
		"if (c ? d ? async () => await a() : 1 : async () => await b()) {}":   "if (c ? d ? async () => { return await a() } : 1 : async () => { return await b() }) {}",
		"if (async () => c ? a : await b()) {}":                               "if (async () => { return c ? a : await b() }) {}",
		"if (async () => c ? await a() : b, d) {}":                            "if (async () => { return c ? await a() : b }, d) {}",
		"if (c ? (x) => x : await a()) {}":                                    "",
		"if (c ? (x) => x : d ? e : await a()) {}":                            "",
		"if (c ? (x) => d ? x : e : await a()) {}":                            "",
		"if (async () => ({ a: await b(), c: (x) => x, d: await e() }).f) {}": "if (async () => { return ({ a: await b(), c: (x) => x, d: await e() }).f }) {}",
	})
}
