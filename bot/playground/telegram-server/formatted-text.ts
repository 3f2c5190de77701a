// Text with entities, as Telegram keeps it: control characters cleaned, ends trimmed, entities moved along, links and
// commands detected. Promises what a client will show. Refuses entities that cut a character or leave the text.

import { detectEntities } from "./detected-entities.ts";
import { checkNesting, type Entity, endOf, kindOf, outerFirst } from "./entities.ts";
import { limits } from "./limits.ts";
import { badRequest } from "./refusal.ts";

export type FormattedText = { text: string; entities: Entity[] };

/** Cleans, checks and trims; an empty result is for the caller to judge. */
export function formatText(text: string, entities: readonly Entity[]): FormattedText {
  for (const entity of entities) checkNumbers(entity);
  const sorted = [...entities].sort(outerFirst);
  checkBounds(text, sorted);
  checkNesting(sorted);
  const trimmed = trim(clean({ text, entities: sorted }));
  const given = mergeStyles(trimmed.entities);
  const detected = detectEntities(trimmed.text, given);
  return { text: trimmed.text, entities: [...given, ...detected].sort(outerFirst) };
}

function checkNumbers({ offset, length }: Entity): void {
  if (offset < 0 || offset > limits.entityBound) {
    throw badRequest(`receive an entity with incorrect offset ${offset}`);
  }
  if (length < 0 || length > limits.entityBound) {
    throw badRequest(`receive an entity with incorrect length ${length}`);
  }
  if (length === 0) throw badRequest("ENTITY_BOUNDS_INVALID: an entity is empty (strict server)");
}

function checkBounds(text: string, entities: readonly Entity[]): void {
  for (const entity of entities) {
    const { offset } = entity;
    const end = endOf(entity);
    if (offset >= text.length) {
      throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`);
    }
    if (cutsPair(text, offset)) {
      throw badRequest(
        `entity begins in a middle of a UTF-16 symbol at byte offset ${bytesTo(text, offset)}`,
      );
    }
    if (end > text.length) {
      throw badRequest(
        `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${end}`,
      );
    }
    if (cutsPair(text, end)) {
      const where = `at byte offset ${bytesTo(text, end)}`;
      throw badRequest(
        `entity beginning at UTF-16 offset ${offset} ends in a middle of a UTF-16 symbol ${where}`,
      );
    }
  }
}

/** True between the two halves of a surrogate pair. */
function cutsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

const bytesTo = (text: string, at: number) => Buffer.byteLength(text.slice(0, at + 1).toWellFormed());

const removed = /\r|[\u2028-\u202e]|\u0333|\u033f|\u030a/;

/** Control characters become spaces; carriage returns, direction overrides and a few marks are taken out. */
function clean({ text, entities }: FormattedText): FormattedText {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Telegram replaces
  const spaced = text.replace(/[\u0000-\u0009\u000b\u000c\u000e-\u001f]/g, " ");
  if (!removed.test(spaced)) return { text: spaced, entities };
  const kept: string[] = [];
  const newPlace: number[] = [];
  for (const unit of spaced.split("")) {
    newPlace.push(kept.length);
    if (!removed.test(unit)) kept.push(unit);
  }
  newPlace.push(kept.length);
  return { text: kept.join(""), entities: moveEntities(entities, (at) => newPlace[at] ?? kept.length) };
}

function trim({ text, entities }: FormattedText): FormattedText {
  const end = text.replace(/[ \n]+$/, "").length;
  const shortened = moveEntities(entities, (at) => Math.min(at, end));
  const firstEntity = shortened[0]?.offset ?? end;
  const leading = /^[ \n]*/.exec(text.slice(0, end))?.[0].length ?? 0;
  const start = Math.min(leading, firstEntity);
  return { text: text.slice(start, end), entities: moveEntities(shortened, (at) => at - start) };
}

function moveEntities(entities: readonly Entity[], place: (at: number) => number): Entity[] {
  return entities
    .map((entity) => ({
      ...entity,
      offset: place(entity.offset),
      length: place(endOf(entity)) - place(entity.offset),
    }))
    .filter((entity) => entity.length > 0);
}

/** Telegram joins touching runs of one style, so two edits that look the same are the same. */
function mergeStyles(entities: readonly Entity[]): Entity[] {
  const merged: Entity[] = [];
  for (const entity of entities) {
    const before = merged.findLastIndex(
      (other) => kindOf(entity) === "style" && other.type === entity.type && endOf(other) === entity.offset,
    );
    const other = merged[before];
    if (other === undefined) merged.push(entity);
    else merged[before] = { ...other, length: other.length + entity.length };
  }
  return merged.sort(outerFirst);
}

const invisible =
  /^[ \n\u00a0\u1680\u180e\u2000-\u200f\u202f\u205f\u2800\u3000\ufeff\ufffc\u{e0000}-\u{e007f}]*$/u;

export const isBlank = (text: string): boolean => invisible.test(text);
