// How alike two texts are, as Python's difflib.SequenceMatcher(None, a, b).ratio() counts it: the share of code points
// in matching blocks, popular ones of long texts skipped. Promises the same number to the last bit. Refuses UTF-16:
// a pair of surrogates is one letter.

/** From this length on, difflib takes an element that is more than 1 % of `b` for noise, and starts no block with it. */
const AUTOJUNK_LENGTH = 200;

type Texts = {
  a: readonly number[];
  b: readonly number[];
  /** Where no block may start, by place in `b`; null where it may anywhere. */
  noise: boolean[] | null;
  /** Length of the run of equal code points that ends at each place of `b`, in the row that was looked at last. */
  runs: Int32Array;
};
type Span = { aFrom: number; aTo: number; bFrom: number; bTo: number };
type Block = { a: number; b: number; size: number };

/** Not symmetric: blocks are looked for in `b`, and ties go to the earliest place in `a`. */
export function ratio(a: string, b: string): number {
  return ratioFrom(codePoints(a), b, 0) ?? 0;
}

/** The ratio, or null as soon as it cannot reach the floor. */
export function ratioFrom(a: readonly number[], other: string, floor: number): number | null {
  const b = codePoints(other);
  const both = a.length + b.length;
  if (both === 0) return 1;
  const found = matched(
    { a, b, noise: noiseIn(b), runs: new Int32Array(b.length + 1) },
    (sum) => (2 * sum) / both >= floor,
  );
  return found === null ? null : (2 * found) / both;
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

function noiseIn(points: readonly number[]): boolean[] | null {
  if (points.length < AUTOJUNK_LENGTH) return null;
  const limit = Math.floor(points.length / 100) + 1;
  const counts = new Map<number, number>();
  for (const point of points) counts.set(point, (counts.get(point) ?? 0) + 1);
  return points.map((point) => (counts.get(point) ?? 0) > limit);
}

/** Sizes of all matching blocks: the longest, then those to its left and to its right. Null once they cannot suffice. */
function matched(texts: Texts, isEnough: (sum: number) => boolean): number | null {
  const spans: Span[] = [{ aFrom: 0, aTo: texts.a.length, bFrom: 0, bTo: texts.b.length }];
  let sum = 0;
  let open = mostIn(spans[0]);
  for (let span = spans.pop(); span; span = spans.pop()) {
    if (!isEnough(sum + open)) return null;
    open -= mostIn(span);
    const { a, b, size } = longestBlock(texts, span);
    if (size === 0) continue;
    sum += size;
    const sides = [
      { ...span, aTo: a, bTo: b },
      { ...span, aFrom: a + size, bFrom: b + size },
    ];
    for (const side of sides) {
      if (mostIn(side) === 0) continue;
      open += mostIn(side);
      spans.push(side);
    }
  }
  return isEnough(sum) ? sum : null;
}

/** No more can match than the shorter side has. */
const mostIn = (span: Span | undefined): number =>
  span ? Math.min(span.aTo - span.aFrom, span.bTo - span.bFrom) : 0;

function longestBlock(texts: Texts, span: Span): Block {
  const { a, b, noise, runs } = texts;
  let [endA, endB, size] = [span.aFrom, span.bFrom, 0];
  runs.fill(0, span.bFrom, span.bTo + 1);
  for (let i = span.aFrom; i < span.aTo; i++) {
    const point = a[i];
    // From the back, so that the place before still tells of the row above.
    for (let j = span.bTo; j > span.bFrom; j--) {
      const isEqual = b[j - 1] === point && !noise?.[j - 1];
      const run = isEqual ? (runs[j - 1] ?? 0) + 1 : 0;
      runs[j] = run;
      // Of equals the first one in `a`, and in its row the first one in `b`.
      if (run > size || (run === size && run > 0 && endA === i + 1)) [endA, endB, size] = [i + 1, j, run];
    }
  }
  return grown({ a: endA - size, b: endB - size, size }, texts, span);
}

/** A block takes in equal neighbours that may not start one. */
function grown(block: Block, { a, b }: Texts, span: Span): Block {
  let { a: i, b: j, size } = block;
  while (i > span.aFrom && j > span.bFrom && a[i - 1] === b[j - 1]) {
    i -= 1;
    j -= 1;
    size += 1;
  }
  while (i + size < span.aTo && j + size < span.bTo && a[i + size] === b[j + size]) size += 1;
  return { a: i, b: j, size };
}
