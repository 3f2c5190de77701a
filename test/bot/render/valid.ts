// What Telegram accepts as text with entities, asked of the strict server's own rules. Promises a failure that names
// the rule. Refuses nothing that the server takes.

import assert from "node:assert/strict";
import { checkNesting, outerFirst, parseEntities } from "../../../bot/playground/telegram-server/entities.ts";
import { formatText, isBlank } from "../../../bot/playground/telegram-server/formatted-text.ts";
import { limits } from "../../../bot/playground/telegram-server/limits.ts";
import type { FormattedText } from "../../../bot/render/formatted.ts";

export function assertValid({ text, entities }: FormattedText): void {
  assert.ok(text.isWellFormed());
  if (entities.length <= limits.entities) formatText(text, parseEntities(entities));
  else checkNesting(entities.map(({ type, offset, length }) => ({ type, offset, length })).sort(outerFirst));
}

/** As one message: it must also fit, show something, and not be changed on the way. */
export function assertMessage(message: FormattedText): void {
  assertValid(message);
  assert.ok(message.text.length <= limits.text, `${message.text.length} units`);
  assert.ok(message.entities.length <= limits.entities);
  assert.ok(!isBlank(message.text));
  assert.equal(formatText(message.text, parseEntities(message.entities)).text, message.text);
}
