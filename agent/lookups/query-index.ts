// Normalised queries to be found by their nearest: exact, or the closest by ratio from 0.8 on. Promises the answer that
// comparing with every one of them would give, ties to the smallest key, in a millisecond over 100,000. Refuses to guess:
// what it skips cannot reach the ratio, by length, by counts of letters, or by the longest common subsequence.

import { letterSignature, SIGNATURE_WORDS } from "./letter-signature.ts";
import { ALIKE, namesDiffer, namesOf } from "./normalise.ts";
import { codePoints, ratioFrom } from "./ratio.ts";
import { setBits, subsequenceOf } from "./subsequence.ts";

export type Near = { key: string; ratio: number };

export type QueryIndex = {
  readonly size: number;
  /** Puts a normalised query under a key; what stood there before goes. An empty query is never found. */
  add(key: string, query: string): void;
  /** False when there was nothing under the key. */
  remove(key: string): boolean;
  closest(query: string): Near | null;
};

/** All queries of one length, side by side. */
type Bucket = { keys: string[]; texts: string[]; names: string[]; signatures: Uint32Array };

export function createQueryIndex(): QueryIndex {
  const byKey = new Map<string, string>();
  const byText = new Map<string, Set<string>>();
  const buckets = new Map<number, Bucket>();

  const remove = (key: string): boolean => {
    const text = byKey.get(key);
    if (text === undefined) return false;
    byKey.delete(key);
    const twins = byText.get(text);
    twins?.delete(key);
    if (twins?.size === 0) byText.delete(text);
    const bucket = buckets.get(lengthOf(text));
    if (bucket) takeOut(bucket, bucket.keys.indexOf(key));
    return true;
  };

  return {
    get size() {
      return byKey.size;
    },
    add(key, query) {
      remove(key);
      byKey.set(key, query);
      byText.set(query, (byText.get(query) ?? new Set()).add(key));
      const length = lengthOf(query);
      const bucket = buckets.get(length) ?? emptyBucket();
      buckets.set(length, bucket);
      putIn(bucket, key, query);
    },
    remove,
    closest(query) {
      if (query === "") return null;
      const [twin] = [...(byText.get(query) ?? [])].toSorted();
      return twin === undefined ? closestIn(buckets, query) : { key: twin, ratio: 1 };
    },
  };
}

const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

const emptyBucket = (): Bucket => ({ keys: [], texts: [], names: [], signatures: new Uint32Array(64) });

function putIn(bucket: Bucket, key: string, text: string): void {
  const at = bucket.keys.length * SIGNATURE_WORDS;
  if (at === bucket.signatures.length) {
    const wider = new Uint32Array(at * 2);
    wider.set(bucket.signatures);
    bucket.signatures = wider;
  }
  bucket.signatures.set(letterSignature(text), at);
  bucket.keys.push(key);
  bucket.texts.push(text);
  bucket.names.push(namesOf(text));
}

/** The last one moves into the gap. */
function takeOut({ keys, texts, names, signatures }: Bucket, at: number): void {
  const last = keys.length - 1;
  signatures.copyWithin(at * SIGNATURE_WORDS, last * SIGNATURE_WORDS, (last + 1) * SIGNATURE_WORDS);
  for (const column of [keys, texts, names]) {
    const moved = column.pop();
    if (at < last && moved !== undefined) column[at] = moved;
  }
}

function closestIn(buckets: ReadonlyMap<number, Bucket>, query: string): Near | null {
  const length = lengthOf(query);
  const asked = {
    points: codePoints(query),
    names: namesOf(query),
    signature: letterSignature(query),
    common: subsequenceOf(query),
  };
  // The likeliest lengths first: a good match early lets all others be skipped sooner.
  const lengths = [...buckets.keys()].toSorted(
    (a, b) => Math.abs(a - length) - Math.abs(b - length) || a - b,
  );
  let best: Near | null = null;
  for (const other of lengths) {
    const bucket = buckets.get(other);
    if (bucket)
      best = closestOf(bucket, { ...asked, both: length + other, gap: Math.abs(length - other) }, best);
  }
  return best;
}

type Asked = {
  points: readonly number[];
  names: string;
  signature: Uint32Array;
  common(text: string): number;
  /** Code points of both texts together, and by how many one is longer. */
  both: number;
  gap: number;
};

function closestOf(bucket: Bucket, asked: Asked, before: Near | null): Near | null {
  const { keys, texts, names, signatures } = bucket;
  const { both, gap } = asked;
  const [q0 = 0, q1 = 0, q2 = 0, q3 = 0] = asked.signature;
  let best = before;
  let floor = best?.ratio ?? ALIKE;
  // Whatever stands in no matching block is unmatched; more of it than this, and the ratio is out of reach.
  let allowed = unmatchedAllowed(both, floor);
  if (gap > allowed) return best;
  for (let n = 0, at = 0; n < keys.length; n++, at += SIGNATURE_WORDS) {
    const apart = setBits((signatures[at] ?? 0) ^ q0) + setBits((signatures[at + 1] ?? 0) ^ q1);
    if (apart > allowed) continue;
    if (apart + setBits((signatures[at + 2] ?? 0) ^ q2) + setBits((signatures[at + 3] ?? 0) ^ q3) > allowed)
      continue;
    const text = texts[n] ?? "";
    if (namesDiffer(asked.names, names[n] ?? "") || both - 2 * asked.common(text) > allowed) continue;
    const alike = ratioFrom(asked.points, text, floor);
    const found = { key: keys[n] ?? "", ratio: alike ?? 0 };
    if (alike === null || !isBetter(found, best)) continue;
    best = found;
    floor = found.ratio;
    allowed = unmatchedAllowed(both, floor);
  }
  return best;
}

const isBetter = (found: Near, best: Near | null): boolean =>
  best === null || found.ratio > best.ratio || (found.ratio === best.ratio && found.key < best.key);

/** The most unmatched code points with which the ratio, computed as it is, still reaches the floor. */
function unmatchedAllowed(both: number, floor: number): number {
  let allowed = Math.floor(both * (1 - floor)) + 1;
  while (allowed > 0 && (both - allowed) / both < floor) allowed -= 1;
  return allowed;
}
