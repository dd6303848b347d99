// This file decodes Punycode (RFC 3492), the form of other letters in the names of domains.

const [base, least, most, skew, damp] = [36, 1, 26, 38, 700];

/** Returns a part of the name of a domain as text. A part that is not valid remains as it is. */
export function decode(label: string): string {
  if (!label.toLowerCase().startsWith("xn--")) return label;
  const text = label.slice(4);
  const dash = text.lastIndexOf("-");
  const points = [...text.slice(0, Math.max(0, dash))].map((c) => c.charCodeAt(0));
  let [point, bias, at] = [128, 72, 0];
  for (let next = dash < 0 ? 0 : dash + 1; next < text.length; at++) {
    const before = at;
    for (let weight = 1, k = base; ; k += base) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf((text[next++] || "-").toLowerCase());
      if (digit < 0) return label;
      at += digit * weight;
      const limit = Math.min(most, Math.max(least, k - bias));
      if (digit < limit) break;
      weight *= base - limit;
    }
    const count = points.length + 1;
    bias = adapted(at - before, count, before === 0);
    point += Math.floor(at / count);
    at %= count;
    if (point > 0x10ffff) return label;
    points.splice(at, 0, point);
  }
  return String.fromCodePoint(...points);
}

function adapted(delta: number, count: number, first: boolean): number {
  delta = first ? Math.floor(delta / damp) : delta >> 1;
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > ((base - least) * most) >> 1; k += base) delta = Math.floor(delta / (base - least));
  return k + Math.floor(((base - least + 1) * delta) / (delta + skew));
}
