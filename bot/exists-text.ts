// What the chat says of names that were called invented, and of the owner's word on them. Promises every name in full in the
// text, and short on its button; hidden and look-alike characters stand there by name. Refuses to decide anything.

import type { CheckNote } from "../agent/check/finding.ts";
import type { Named } from "../agent/overlay/words.ts";
import type { Existing } from "../store/overlay.ts";
import { ago } from "./commands/ago.ts";
import { bold, clip, code, concat, type FormattedText, fmt, join } from "./render/formatted.ts";
import { unlinked } from "./render/markdown.ts";
import { showName, showPath } from "./render/visible.ts";

/** As many names as have a button each. */
export const OFFERED = 5;
const PURGED_SHOWN = 8;
const NAME_UNITS = 300;
const LABEL_UNITS = 40;

const nameOf = ({ about }: Pick<Named, "about">): FormattedText => code(showPath(about, NAME_UNITS));

export const labelOf = (verb: string, { about }: Pick<Named, "about">): string =>
  `${verb}: ${showPath(about, LABEL_UNITS)}`;

export type OfferLook = {
  workspace: string;
  names: readonly (CheckNote & { said: Existing | undefined })[];
  who(actor: string): string;
};

/** The names that a request was refused, each with what was said of it since. */
export function offerText({ workspace, names, who }: OfferLook): FormattedText {
  const lines = names
    .slice(0, OFFERED)
    .map(({ said, ...note }) =>
      said === undefined
        ? fmt`• ${nameOf(note)}${placeOf(note)}`
        : fmt`✅ ${nameOf(note)} exists, says ${who(said.by)}`,
    );
  const more = names.length - OFFERED;
  const open = names.slice(0, OFFERED).some(({ said }) => said === undefined);
  return join(
    [
      fmt`${bold(`${workspace}: called invented`)}, since the documentation does not have it:`,
      ...lines,
      more > 0 ? fmt`… and ${more} more` : fmt``,
      open
        ? fmt`If one of these does exist, an owner can say so: it is then not refused here any more.`
        : fmt``,
    ],
    "\n",
  );
}

const placeOf = ({ path, line }: CheckNote): FormattedText =>
  path === null ? fmt` – in the answer` : fmt` – ${code(showPath(path, 60))} line ${line}`;

export type SaidLook = {
  workspace: string;
  said: Existing;
  purged: readonly string[];
  /** The purge did not come to its end. */
  failed: boolean;
  /** The requests that were told, in their own words. */
  told: readonly string[];
  who(actor: string): string;
};

export function saidText({ workspace, said, purged, failed, told, who }: SaidLook): FormattedText {
  const shown = purged.slice(0, PURGED_SHOWN).map((one) => fmt`• ${clip(unlinked(showName(one), 2), 160)}`);
  const more = purged.length - shown.length;
  const turns = told.map((one) => `“${one}”`).join(" and ");
  return join(
    [
      fmt`✅ ${nameOf(said)} exists in ${workspace}, by ${wordOf(who(said.by))}. It is not refused as invented any more.`,
      failed ? fmt`⚠ What rested on the false accusation could not all be found and purged.` : fmt``,
      purged.length === 0 && !failed
        ? fmt`Nothing kept was found that rested on the false accusation.`
        : fmt``,
      purged.length === 0 ? fmt`` : fmt`${failed ? "To be purged" : "Purged"}, since it names it:`,
      ...shown,
      more > 0 ? fmt`… and ${more} more` : fmt``,
      told.length === 0
        ? fmt`No request is at work here: ask again for what was refused.`
        : clip(concat([`Told to ${turns}.`]), 300),
    ],
    "\n",
  );
}

const wordOf = (who: string): string => (who === "you" ? "your word" : `the word of ${who}`);

export function withdrawnText(
  said: Pick<Existing, "about" | "by">,
  who: (actor: string) => string,
): FormattedText {
  return fmt`${nameOf(said)} counts as invented again where the documentation does not have it: taken back by ${who(said.by)}.`;
}

const LISTED = 30;

export type ListLook = {
  workspace: string;
  rows: readonly Existing[];
  now: number;
  who(actor: string): string;
};

/** Everything an owner has said exists, newest first. */
export function listText({ workspace, rows, now, who }: ListLook): FormattedText {
  const title = bold(`${workspace}: exists by an owner's word`);
  if (rows.length === 0) return join([title, "Nothing any more: all of it was taken back."], "\n");
  const shown = rows.toReversed().slice(0, LISTED);
  const lines = shown.map((row) => fmt`• ${nameOf(row)} – ${who(row.by)}, ${ago(row.at, now)}`);
  const more = rows.length - shown.length;
  return join([title, ...lines, more > 0 ? fmt`… and ${more} older ones` : fmt``], "\n");
}
