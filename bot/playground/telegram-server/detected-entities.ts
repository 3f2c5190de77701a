// The entities that Telegram adds by itself: commands, mentions, links, addresses, hashtags. Promises never to touch
// code or links that are already marked. Refuses to split a style around a find: such a find is left out.

import { type Entity, endOf, kindOf } from "./entities.ts";

type Detector = { type: string; pattern: RegExp };

/** In order: what an earlier one claims, a later one leaves alone. */
const detectors: readonly Detector[] = [
  { type: "url", pattern: /(?<![\w@])(?:https?:\/\/|www\.)[^\s<>"'`]*[^\s<>"'`.,;:!?()[\]{}]/gi },
  { type: "email", pattern: /(?<![\w.+-])[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?![\w@])/gi },
  { type: "bot_command", pattern: /(?<![\w/<>@])\/[a-z0-9_]{1,64}(?:@[a-z0-9_]{3,32})?(?![\w/@])/gi },
  { type: "mention", pattern: /(?<![\w@/])@[a-z0-9_]{4,32}(?![\w@])/gi },
  { type: "hashtag", pattern: /(?<![\p{L}\p{N}_#&/])#[\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*/gu },
];

export function detectEntities(text: string, given: readonly Entity[]): Entity[] {
  const found: Entity[] = [];
  for (const { type, pattern } of detectors) {
    for (const match of text.matchAll(pattern)) {
      const entity = { type, offset: match.index, length: match[0].length };
      if (found.some((other) => overlap(other, entity))) continue;
      if (given.every((other) => leavesRoom(other, entity))) found.push(entity);
    }
  }
  return found;
}

const overlap = (a: Entity, b: Entity) => a.offset < endOf(b) && b.offset < endOf(a);

function leavesRoom(given: Entity, found: Entity): boolean {
  if (!overlap(given, found)) return true;
  const kind = kindOf(given);
  if (kind === "code" || kind === "link") return false;
  const inside = given.offset <= found.offset && endOf(given) >= endOf(found);
  const around = found.offset <= given.offset && endOf(found) >= endOf(given);
  return inside || (kind === "style" && around);
}
