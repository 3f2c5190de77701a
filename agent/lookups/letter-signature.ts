// A text's letters as bits: one for the first "e" in it, one for the second, and so on up to a cap. Promises that two
// texts differ in at least as many code points as their signatures in bits. Refuses order: that is for others to look at.

import { codePoints } from "./ratio.ts";

export const SIGNATURE_WORDS = 4;

/**
 * How many bits each letter has, by how often it stands in queries. Letters that share bits, and all that is beyond a
 * cap, make the signature say less, never something false.
 */
const CAPS: readonly [letters: string, bits: number][] = [
  ["e", 8],
  ["t", 7],
  ["a", 7],
  ["o", 6],
  ["i", 6],
  ["n", 6],
  ["r", 6],
  ["s", 6],
  ["l", 5],
  ["c", 5],
  ["d", 5],
  ["m", 4],
  ["p", 4],
  ["u", 4],
  ["h", 4],
  ["g", 3],
  ["f", 3],
  ["b", 3],
  ["w", 2],
  ["y", 2],
  ["k", 2],
  ["v", 2],
  ["x", 1],
  ["jqz", 2],
  [" ", 6],
  ["0123456789", 4],
];
/** For everything else, four groups by code point. */
const OTHER_GROUPS = 4;

type Group = { from: number; bits: number };

const named: ReadonlyMap<number, Group> = new Map(
  CAPS.flatMap(([letters, bits], nth) => {
    const from = CAPS.slice(0, nth).reduce((sum, [, width]) => sum + width, 0);
    const group = { from, bits };
    return codePoints(letters).map((point): [number, Group] => [point, group]);
  }),
);
const taken = CAPS.reduce((sum, [, bits]) => sum + bits, 0);
const otherBits = Math.floor((SIGNATURE_WORDS * 32 - taken) / OTHER_GROUPS);
const others: readonly Group[] = Array.from({ length: OTHER_GROUPS }, (_, nth) => ({
  from: taken + nth * otherBits,
  bits: otherBits,
}));

export function letterSignature(text: string): Uint32Array {
  const signature = new Uint32Array(SIGNATURE_WORDS);
  const seen = new Map<Group, number>();
  for (const point of codePoints(text)) {
    const group = named.get(point) ?? others[point % OTHER_GROUPS];
    const count = group === undefined ? 0 : (seen.get(group) ?? 0);
    if (group === undefined || count === group.bits) continue;
    seen.set(group, count + 1);
    const bit = group.from + count;
    signature[bit >>> 5] = (signature[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
  return signature;
}
