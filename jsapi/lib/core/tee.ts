// This file reads one iterator several times.

/** Returns iterators of the same items. Each has its own position. */
export function atee<T>(iterator: any, length = 2): AsyncGenerator<T>[] {
  const buffers: any[][] = Array.from({ length }, () => []);
  return buffers.map(async function* (own) {
    for (;;) {
      if (own.length === 0) {
        const r = await iterator.next();
        for (const b of buffers) b.push(r);
      } else if (own[0].done) return;
      else yield own.shift().value;
    }
  });
}
