// Why a name that the documentation does not have where it is asked may be real all the same. Promises a reason in words, or
// null where nothing speaks for the name. Refuses to weigh: one reason makes a finding one that is told and never holds.

import { type Checking, perName } from "./check.ts";
import type { Confidence } from "./finding.ts";

export type Doubt = { confidence: Confidence; reason: string | null };

/** In how many of the workspace's older files a name must stand before they speak for it. */
const ENOUGH_FILES = 2;

export const doubtOf = perName(weigh);

function weigh(name: string, checking: Checking): Doubt {
  const { world, surface, project } = checking;
  if (negativeFact(name, checking) !== null) return { confidence: "certain", reason: null };
  const files = project.users(name);
  if (files >= ENOUGH_FILES) return likely(`${files} other files of this project use the name`);
  const owners = surface.owners(name);
  if (owners.length > 0)
    return likely(`${listed(owners)} ${owners.length > 1 ? "have" : "has"} a member of this name`);
  if (world.docsText?.(name)) return likely("the documentation's text has the word");
  if (project.leftOut !== null) return likely(project.leftOut);
  return { confidence: "certain", reason: null };
}

/** A bare name that other files write as well may come from where nobody looked: pieces are put together, libraries loaded. */
export function doubtOfName(name: string, checking: Checking): Doubt {
  const doubt = doubtOf(name, checking);
  const files = checking.project.mentions(name).length;
  if (doubt.reason !== null || files < ENOUGH_FILES || negativeFact(name, checking) !== null) return doubt;
  return likely(`${files} other files of this project have the name`);
}

const likely = (reason: string): Doubt => ({ confidence: "likely", reason });

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");

/** What the owner says of a name that is absent, and why. */
export function negativeFact(name: string, { world }: Pick<Checking, "world">): string | null {
  const facts = world.profile.facts.filter(({ absent }) => absent.includes(name)).map(({ fact }) => fact);
  return facts.length > 0 ? [...new Set(facts)].join(" ") : null;
}
