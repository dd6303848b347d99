// This file is node:assert/strict.
import { strict } from "./assert";

export const {
  AssertionError, deepEqual, deepStrictEqual, doesNotMatch, doesNotReject, doesNotThrow, equal, fail, ifError, match, notDeepEqual,
  notDeepStrictEqual, notEqual, notStrictEqual, ok, rejects, strictEqual, throws,
} = strict;
export { strict };
export default strict;
