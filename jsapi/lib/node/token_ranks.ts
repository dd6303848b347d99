// This file has the maps that the package js-tiktoken makes from a list of tokens, implemented in Go. See
// jsapi/bundle/token_ranks.go.

/** A Map whose first entries are in Go. Only `get` and `has` find these. */
class Ranks<K, V> extends Map<K, V> {
  #read: (key: K) => V | undefined;

  constructor(read: (key: K) => V | undefined) {
    super();
    this.#read = read;
  }

  get(key: K): V | undefined {
    return super.has(key) ? super.get(key) : this.#read(key);
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }
}

/** Returns two maps: the rank of a token by its bytes ("104,105"), and its bytes by its rank. Returns undefined for a list in another form. */
export default function tokenRanks(list: unknown): { rankMap: Map<string, number>; textMap: Map<number, Uint8Array> } | undefined {
  const ranks = typeof list === "string" ? __hitlrun.node.tokens.ranks(list) : undefined;
  if (!ranks) return undefined;
  return {
    rankMap: new Ranks<string, number>(ranks.rank),
    textMap: new Ranks<number, Uint8Array>((rank) => {
      const bytes = ranks.bytes(rank);
      return bytes && new Uint8Array(bytes);
    }),
  };
}
