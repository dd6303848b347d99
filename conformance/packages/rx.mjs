// Pins: rxjs: observables
import { BehaviorSubject, Subject, catchError, combineLatest, concatMap, debounceTime, defer, delay, filter, firstValueFrom, from, interval, lastValueFrom, map, merge, mergeMap, of, retry, scan, share, switchMap, take, takeUntil, throwError, timer, toArray, zip } from "rxjs";
console.log(await lastValueFrom(from([1, 2, 3, 4]).pipe(filter((n) => n % 2 === 0), map((n) => n * 10), toArray())));
console.log(await lastValueFrom(interval(1).pipe(take(3), scan((a, b) => a + b, 0), toArray())));
let n = 0;
console.log(await lastValueFrom(defer(() => (++n < 3 ? throwError(() => new Error("x")) : of("ok"))).pipe(retry(5))), n);
console.log(await lastValueFrom(throwError(() => new Error("bad")).pipe(catchError((e) => of(e.message)))));
const s = new BehaviorSubject(1); const seen = []; const sub = s.subscribe((v) => seen.push(v)); s.next(2); sub.unsubscribe(); s.next(3); console.log(seen, s.value);
console.log(await lastValueFrom(combineLatest([of(1, 2), of("a")]).pipe(toArray())), await lastValueFrom(zip(of(1, 2), of("a", "b")).pipe(toArray())));
console.log(await lastValueFrom(of(3, 1).pipe(mergeMap((d) => of(d).pipe(delay(d * 5))), toArray())), await lastValueFrom(of(1, 2).pipe(switchMap((d) => of(d).pipe(delay(2))), toArray())));
await firstValueFrom(of()).catch((e) => console.log(e.name));
const stop = new Subject(); const all = []; interval(1).pipe(takeUntil(stop)).subscribe({ next: (v) => all.push(v), complete: () => console.log("done", all.length > 0) }); await new Promise((r) => setTimeout(r, 30)); stop.next();
const o = from(new Promise((r) => setTimeout(r, 1, "p"))); for (const f of [1, 2]) console.log(f, await firstValueFrom(o));
const shared = of(1).pipe(share()); merge(shared, timer(1)).subscribe((v) => console.log("m", v)); await new Promise((r) => setTimeout(r, 30));
