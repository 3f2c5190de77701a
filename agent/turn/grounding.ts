// Whether a change of domain code may be staged before anything was looked up in the turn (page 03, brake 5). Promises to
// see what is satisfied already: deletions, names that the file has or the brief gave, plain JavaScript. Refuses to judge
// whether the names are right: that is a check's business.

import { posix } from "node:path";
import { isShorterSubsequence } from "../delete/checks.ts";
import { isScriptPath } from "../delete/parse-script.ts";
import type { Surface } from "../docs/surface/surface.ts";
import type { TurnEvent } from "../events.ts";
import { groundingMessage } from "../gates/envelope.ts";
import type { Refusal } from "../ports.ts";
import type { Profile } from "../workspace/profile.ts";
import type { DocumentedName } from "./documented-name.ts";
import { documentedNames } from "./documented-names.ts";

/** Tools whose result grounds a change; an owner's tool of that name stands in its place. */
const GROUNDING = new Set(["lookup_docs", "rag_lookup", "resolve_topic", "find_construct"]);

/** One file of a call's writes, as text; null where there is none. A file that is no text is no code. */
export type Write = { path: string; before: string | null; after: string | null };
export type Ground = { surface: Surface; profile: Pick<Profile, "domain">; provides: readonly string[] };

/** The refusal of a call's writes; null when they may be staged. */
export function ungrounded(writes: readonly Write[], ground: Ground): Refusal | null {
  const missing = firstUncovered(writes, ground);
  if (!missing) return null;
  return { ok: false, reason: "ungrounded", text: groundingMessage(missing.path, missing.name.lookup) };
}

/** A lookup with a result, in this thread: what another one has read is not in its context. */
export function isGrounded(events: readonly TurnEvent[], thread: string): boolean {
  return events.some(
    (e) =>
      e.type === "tool_ran" &&
      e.thread === thread &&
      e.ok &&
      GROUNDING.has(e.tool) &&
      // Ours always say what they found; an owner's tool in their place need not.
      (e.evidence === null || (e.evidence.chunks?.length ?? 0) > 0),
  );
}

export type Missing = { path: string; name: DocumentedName };

/** What most of the change hangs on comes first. */
const ORDER: readonly DocumentedName["kind"][] = ["constructor", "call", "option", "property", "reference"];

/** A documented name that the writes bring in, and that nobody gave. What moves between files of one call is not new. */
export function firstUncovered(
  writes: readonly Write[],
  { surface, profile, provides }: Ground,
): Missing | null {
  const changed = writes.filter((write) => write.after !== null && !isDeletion(write));
  if (changed.length === 0) return null;
  const known = new Set<string>();
  for (const { path, before } of writes) {
    if (before !== null && mayBeDomain(path, profile))
      for (const { key } of documentedNames(before, surface)) known.add(key);
  }
  const given = new Set(provides);
  const missing = changed.flatMap(({ path, after }) =>
    namesIn({ path, code: after ?? "" }, surface, profile)
      .filter(({ key, under }) => !known.has(key) && !under.some((one) => given.has(one)))
      .map((name) => ({ path, name })),
  );
  return missing.toSorted((a, b) => ORDER.indexOf(a.name.kind) - ORDER.indexOf(b.name.kind))[0] ?? null;
}

/** None where the file is no domain code: neither named by the profile nor speaking to a documented global or interface. */
function namesIn(
  { path, code }: { path: string; code: string },
  surface: Surface,
  profile: Ground["profile"],
): DocumentedName[] {
  if (!mayBeDomain(path, profile)) return [];
  const names = documentedNames(code, surface);
  return isNamed(path, profile) || names.some(({ isGuess }) => !isGuess) ? names : [];
}

const mayBeDomain = (path: string, profile: Ground["profile"]) =>
  isScriptPath(path) || isNamed(path, profile);

const isNamed = (path: string, { domain }: Ground["profile"]) =>
  domain.some((pattern) => posix.matchesGlob(path, pattern));

/** Lines went and none came: nothing new is used. */
function isDeletion({ before, after }: Write): boolean {
  return before !== null && after !== null && isShorterSubsequence(before.split("\n"), after.split("\n"));
}
