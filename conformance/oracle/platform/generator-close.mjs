// Pins: generators whose finally blocks catch errors when they are closed, and calls of their methods meanwhile
const T = (n, f) => { try { console.log(n, f()); } catch (e) { console.log(n, "threw", e.message ?? e); } };
const boom = () => { throw new Error("boom"); };
T(1, () => { const g = (function* () { try { yield 1; } finally { try { boom(); } catch (e) { console.log(e.message); } } })(); g.next(); return [g.return(3), g.next()]; });
T(2, () => { const g = (function* () { try { yield 1; } finally { try { g.return(2); } catch (e) { console.log(e.message); } } })(); g.next(); return [g.return(3), g.next()]; });
T(3, () => { const out = []; for (const x of (function* () { try { yield 1; } finally { try { JSON.parse("{"); } catch (e) { out.push(e.name); } try { null.x; } catch (e) { out.push(e.name); } } })()) break; return out; });
T(4, () => { const g = (function* () { try { try { yield 1; } finally { try { boom(); } catch { console.log("a"); } yield "mid"; try { boom(); } catch { console.log("b"); } } } finally { console.log("outer"); } })(); return [g.next(), g.return(9), g.next(), g.next()]; });
T(5, () => { const g = (function* () { try { yield 1; } finally { try { boom(); } catch { return "own"; } } })(); g.next(); return [g.return(3), g.next()]; });
T(6, () => { const g = (function* () { try { yield 1; } finally { try { boom(); } catch { throw new Error("again"); } } })(); g.next(); return g.return(3); });
T(7, () => { const g = (function* () { try { yield 1; } finally { try { yield 2; } catch (e) { console.log("got", e); yield 3; } } })(); g.next(); return [g.return(5), g.throw("t"), g.next(), g.next()]; });
T(8, () => { const g = (function* () { try { yield 1; } finally { for (const x of [1, 2]) { try { boom(); } catch { continue; } } for (const y of [1, 2]) { try { yield y; } finally { try { boom(); } catch { console.log("in", y); } } } } })(); return [g.next(), g.return(7), g.next(), g.next(), g.next()]; });
T(9, () => { function* inner() { try { yield 1; } finally { try { boom(); } catch { console.log("inner"); } } } const g = (function* () { try { yield* inner(); } finally { try { boom(); } catch { console.log("outer"); } } })(); g.next(); return [g.return(4), g.next()]; });
T(10, () => { const g = (function* () { const x = yield 1; return x; })(); g.next(); return [g.return(8), g.next(1)]; });
T(11, () => { const g = (function* () { try { yield 1; } finally { boom(); } })(); g.next(); return g.return(8); });
T(12, () => { const g = (function* () { try { const x = yield 1; } finally { const y = yield 2; console.log("y", y); try { boom(); } catch {} } })(); return [g.next(), g.return(8), g.next("v"), g.next()]; });
T(13, () => { const g = (function* () { try { yield 1; } finally { (() => { try { [1].map(boom); } catch { console.log("nested"); } })(); } })(); g.next(); return [g.return(8), g.next()]; });
T(14, () => { const [a] = (function* () { try { yield 1; yield 2; } finally { try { boom(); } catch { console.log("pattern"); } } })(); return a; });
T(15, () => { const g = (function* () { l: for (;;) { try { yield 1; } finally { try { boom(); } catch { break l; } } } return "after"; })(); g.next(); return [g.return(8), g.next()]; });
async function* ag() { try { yield 1; yield 2; } finally { try { JSON.parse("{"); } catch (e) { console.log("async", e.name); } try { await Promise.reject(new Error("r")); } catch (e) { console.log(e.message); } try { boom(); } catch { console.log("c"); } } }
for await (const x of ag()) break;
const a = ag(); await a.next(); console.log(await a.return(5), await a.next());
const h = (async function* () { try { yield 1; } finally { h.return(2).then((x) => console.log("inner", x)); yield 9; } })();
await h.next(); console.log(await h.return(3)); console.log(await h.next());
const k = (async function* () { try { yield 1; } finally { k.next().then((x) => console.log("in", x)); } })();
await k.next(); console.log(await k.return(3));
const m = (async function* () { m.return(1).then((x) => console.log("m", x)); m.throw(2).catch((x) => console.log("mt", x)); yield 1; })();
console.log(await m.next()); console.log(await m.next());
let n = 0; for (let i = 0; i < 1000; i++) for (const x of (function* () { try { yield 1; } finally { try { boom(); } catch { n++; } } })()) break; console.log(n);
