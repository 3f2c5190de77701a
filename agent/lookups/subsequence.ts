// The longest common subsequence of one text with many, bit by bit (Hyyrö's form): matching blocks are one, so their sum
// cannot be longer. Promises the exact length. Refuses to say where it is.

import { codePoints } from "./ratio.ts";

const ASCII = 128;
const WORD = 32;

/** Makes the function that measures other texts against this one. */
export function subsequenceOf(text: string): (other: string) => number {
  const points = codePoints(text);
  const masks = masksOf(points, Math.max(2, Math.ceil(points.length / WORD)));
  return points.length <= 2 * WORD
    ? (other) => short(other, masks, points.length)
    : (other) => long(other, masks, points.length);
}

/** For each code point of the text the bits of its places; `near` and `far` say where they begin. */
type Masks = { words: number; bits: Int32Array; near: Int32Array; far: ReadonlyMap<number, number> };

function masksOf(points: readonly number[], words: number): Masks {
  const distinct = [...new Set(points)];
  const bits = new Int32Array(distinct.length * words);
  const far = new Map<number, number>();
  const near = new Int32Array(ASCII).fill(-1);
  for (const [nth, point] of distinct.entries()) {
    if (point < ASCII) near[point] = nth * words;
    else far.set(point, nth * words);
  }
  const masks = { words, bits, near, far };
  for (const [place, point] of points.entries()) {
    const word = fromOf(point, masks) + (place >>> 5);
    bits[word] = (bits[word] ?? 0) | (1 << (place & 31));
  }
  return masks;
}

/** -1 for a code point that the text does not have. */
function fromOf(point: number, { near, far }: Masks): number {
  return point < ASCII ? (near[point] ?? -1) : (far.get(point) ?? -1);
}

/** A row of at most 64 bits, in two plain numbers: almost every query is one. */
function short(other: string, masks: Masks, length: number): number {
  const { bits } = masks;
  let low = -1;
  let high = -1;
  for (let at = 0; at < other.length; at++) {
    const point = other.codePointAt(at) ?? 0;
    if (point > 0xffff) at += 1;
    const from = fromOf(point, masks);
    if (from < 0) continue;
    const lowMask = bits[from] ?? 0;
    const highMask = bits[from + 1] ?? 0;
    const lowHad = low & lowMask;
    const highHad = high & highMask;
    const lowSum = (low + lowHad) | 0;
    const carry = (lowHad | (low & ~lowSum)) >>> 31;
    low = lowSum | (low & ~lowMask);
    high = (high + highHad + carry) | 0 | (high & ~highMask);
  }
  return zerosIn(low, length) + zerosIn(high, length - WORD);
}

function long(other: string, masks: Masks, length: number): number {
  const row = new Int32Array(masks.words).fill(-1);
  for (let at = 0; at < other.length; at++) {
    const point = other.codePointAt(at) ?? 0;
    if (point > 0xffff) at += 1;
    const from = fromOf(point, masks);
    if (from >= 0) advance(row, masks.bits, from);
  }
  return row.reduce((sum, word, nth) => sum + zerosIn(word, length - nth * WORD), 0);
}

/** One letter of the other text: row = (row + (row & mask)) | (row & ~mask), the carry going from word to word. */
function advance(row: Int32Array, bits: Int32Array, from: number): void {
  let carry = 0;
  for (let nth = 0; nth < row.length; nth++) {
    const word = row[nth] ?? 0;
    const mask = bits[from + nth] ?? 0;
    const had = word & mask;
    const sum = (word + had + carry) | 0;
    carry = (had | (word & ~sum)) >>> 31;
    row[nth] = sum | (word & ~mask);
  }
}

/** Zeros among the first bits of a word. */
function zerosIn(word: number, length: number): number {
  if (length <= 0) return 0;
  return setBits(length >= WORD ? ~word : ~word & ((1 << length) - 1));
}

/** How many bits are set. */
export function setBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
