// How long each kind of reply may be, and how short a rewrite. Explicit on every request: a server's default once cut files in half.
// Refuses to follow a model's own idea of its limit.

import type { OutputClass } from "../events.ts";

const limits: Record<OutputClass, number> = {
  answer: 4096,
  final: 1024,
  marks: 2048,
  rewrite: 4096,
  queries: 512,
  goal: 256,
  compose: 2048,
};

/** `max_tokens` of a request; after a cut reply it is asked once more with twice the room. */
export function maxTokensFor(purpose: OutputClass, roomier: boolean): number {
  return limits[purpose] * (roomier ? 2 : 1);
}

/** A region shorter than this may come down to a line. */
const SHORT_REGION_CHARS = 400;
const LEAST_SHARE = 0.2;

/** A rewrite that lost nearly all of its region is no rewrite: servers end early, and models answer with a stub. */
export function isPlausibleRewrite(region: string, rewritten: string): boolean {
  return region.length < SHORT_REGION_CHARS || rewritten.trim().length >= region.length * LEAST_SHARE;
}
