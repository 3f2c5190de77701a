// The longest common subsequence of one text with many, bit by bit (Hyyrö's form): matching blocks are one, so their sum
// cannot be longer. Promises the exact length. Refuses to say where it is.

import { codePoints } from "./ratio.ts";

const ASCII = 128;

/** Makes the function that measures other texts against this one. */
export function subsequenceOf(text: string): (other: string) => number {
  const points = codePoints(text);
  const words = Math.ceil(points.length / 32);
  const masks = masksOf(points, words);
  const row = new Uint32Array(words);
  return (other) => {
    row.fill(0xffffffff);
    for (let at = 0; at < other.length; at++) {
      const point = other.codePointAt(at) ?? 0;
      if (point > 0xffff) at += 1;
      const from = masks.from(point);
      if (from >= 0) advance(row, masks.bits, from);
    }
    return zeros(row, points.length);
  };
}

type Masks = { bits: Uint32Array; from(point: number): number };

/** For each code point of the text, where it stands; -1 for one that does not. */
function masksOf(points: readonly number[], words: number): Masks {
  const distinct = [...new Set(points)];
  const bits = new Uint32Array(distinct.length * words);
  const far = new Map<number, number>();
  const near = new Int32Array(ASCII).fill(-1);
  for (const [nth, point] of distinct.entries()) {
    if (point < ASCII) near[point] = nth * words;
    else far.set(point, nth * words);
  }
  const from = (point: number): number => (point < ASCII ? (near[point] ?? -1) : (far.get(point) ?? -1));
  for (const [place, point] of points.entries()) {
    const word = from(point) + (place >>> 5);
    bits[word] = (bits[word] ?? 0) | (1 << (place & 31));
  }
  return { bits, from };
}

/** One letter of the other text: row = (row + (row & mask)) | (row & ~mask), with the carry going from word to word. */
function advance(row: Uint32Array, bits: Uint32Array, from: number): void {
  let carry = 0;
  for (let word = 0; word < row.length; word++) {
    const had = row[word] ?? 0;
    const mask = bits[from + word] ?? 0;
    const sum = had + ((had & mask) >>> 0) + carry;
    carry = sum > 0xffffffff ? 1 : 0;
    row[word] = sum | (had & ~mask);
  }
}

function zeros(row: Uint32Array, length: number): number {
  let count = 0;
  for (let place = 0; place < length; place++) {
    if ((((row[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 0) count += 1;
  }
  return count;
}
