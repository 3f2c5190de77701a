// How alike two texts are, as Python's difflib.SequenceMatcher(None, a, b).ratio() counts it: the share of code points
// in matching blocks, popular ones of long texts skipped. Promises the same number to the last bit. Refuses UTF-16:
// a pair of surrogates is one letter.

/** From this length on, difflib takes an element that is more than 1 % of `b` for noise, and starts no block with it. */
const AUTOJUNK_LENGTH = 200;

type Blocks = { a: readonly number[]; b: readonly number[]; places: Map<number, number[]> };
type Span = { aFrom: number; aTo: number; bFrom: number; bTo: number };
type Block = { a: number; b: number; size: number };

/** Not symmetric: blocks are looked for in `b`, and ties go to the earliest place in `a`. */
export function ratio(a: string, b: string): number {
  const pointsA = codePoints(a);
  const pointsB = codePoints(b);
  const both = pointsA.length + pointsB.length;
  if (both === 0) return 1;
  return (2 * matched({ a: pointsA, b: pointsB, places: placesIn(pointsB) })) / both;
}

export function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0;
    points.push(point);
    if (point > 0xffff) at += 1;
  }
  return points;
}

function placesIn(points: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [at, point] of points.entries()) {
    const known = places.get(point);
    if (known) known.push(at);
    else places.set(point, [at]);
  }
  if (points.length < AUTOJUNK_LENGTH) return places;
  const limit = Math.floor(points.length / 100) + 1;
  for (const [point, found] of places) if (found.length > limit) places.delete(point);
  return places;
}

/** Sizes of all matching blocks: the longest, then those to its left and to its right. */
function matched(blocks: Blocks): number {
  const spans: Span[] = [{ aFrom: 0, aTo: blocks.a.length, bFrom: 0, bTo: blocks.b.length }];
  let sum = 0;
  for (let span = spans.pop(); span; span = spans.pop()) {
    const { a, b, size } = longestBlock(blocks, span);
    if (size === 0) continue;
    sum += size;
    if (span.aFrom < a && span.bFrom < b) spans.push({ ...span, aTo: a, bTo: b });
    if (a + size < span.aTo && b + size < span.bTo) spans.push({ ...span, aFrom: a + size, bFrom: b + size });
  }
  return sum;
}

function longestBlock({ a, b, places }: Blocks, span: Span): Block {
  const best: Block = { a: span.aFrom, b: span.bFrom, size: 0 };
  let above = new Map<number, number>();
  for (let i = span.aFrom; i < span.aTo; i++) {
    const row = new Map<number, number>();
    for (const j of places.get(a[i] ?? -1) ?? []) {
      if (j < span.bFrom) continue;
      if (j >= span.bTo) break;
      const size = (above.get(j - 1) ?? 0) + 1;
      row.set(j, size);
      if (size > best.size) Object.assign(best, { a: i - size + 1, b: j - size + 1, size });
    }
    above = row;
  }
  return grown(best, { a, b }, span);
}

/** A block takes in equal neighbours that may not start one. */
function grown(block: Block, { a, b }: Omit<Blocks, "places">, span: Span): Block {
  let { a: i, b: j, size } = block;
  while (i > span.aFrom && j > span.bFrom && a[i - 1] === b[j - 1]) {
    i -= 1;
    j -= 1;
    size += 1;
  }
  while (i + size < span.aTo && j + size < span.bTo && a[i + size] === b[j + size]) size += 1;
  return { a: i, b: j, size };
}
