// Whether the log bears a claim out. Promises to accuse only where it contradicts. Refuses to accuse where it does not know:
// an op that is missing may have been any.

import type { Claim, ClaimFacts, Op } from "./claim.ts";
import { isSame } from "./names.ts";

/** Names of the claim that the log contradicts; empty where it has none and is false as such; null where it may be true. */
export function contradicted(claim: Claim, facts: ClaimFacts): string[] | null {
  switch (claim.kind) {
    case "change":
      return notChanged(claim, facts);
    case "landing":
      return missing(claim, facts.changed.landed, () => true);
    case "tests":
      return facts.testsRun ? null : claim.names;
    case "check":
      return facts.checks === "passed" || (claim.needs === "any" && facts.checks !== null) ? null : [];
    case "read":
      return notRead(claim, facts);
    case "lookup":
      return notLookedUp(claim, facts);
  }
}

/** What stands in the turn's changes: a path that was shown and not applied does not. */
function changedIn({ changed: { staged, landed, rejected } }: ClaimFacts): string[] {
  return [...landed, ...staged.filter((path) => !rejected.includes(path) || landed.includes(path))];
}

function notChanged(claim: Claim, facts: ClaimFacts): string[] | null {
  const { needs, count } = claim;
  if (needs === "either") return notEither(claim, facts);
  const op: Op | null = needs === "create" || needs === "delete" ? needs : null;
  const fits = (path: string) => op === null || (facts.ops.get(path) ?? op) === op;
  const changed = changedIn(facts);
  const names = missing(claim, changed, fits);
  if (names !== null) return names;
  return count > new Set(changed).size ? [] : null;
}

/** One of them changed, and the words do not say which. */
function notEither(claim: Claim, facts: ClaimFacts): string[] | null {
  const wrong = missing(claim, changedIn(facts), () => true);
  return wrong === null || (wrong.length < new Set(claim.names).size && claim.names.length > 0)
    ? null
    : wrong;
}

function missing(
  { names }: Claim,
  paths: readonly string[],
  fits: (path: string) => boolean,
): string[] | null {
  if (names.length === 0) return paths.length === 0 ? [] : null;
  const wrong = names.filter((name) => !paths.some((path) => isSame(name, path) && fits(path)));
  return wrong.length > 0 ? [...new Set(wrong)] : null;
}

const isProject = (tool: string) => /grep|find_in|list_files|workspace|project/.test(tool);
const isWeb = (tool: string) => /web|internet/.test(tool);

/** What was staged was seen: it is the model's own text. */
function notRead({ names, needs }: Claim, facts: ClaimFacts): string[] | null {
  const seen = [...facts.read, ...facts.changed.staged, ...facts.changed.landed, ...facts.changed.rejected];
  const hasSearched = facts.lookups.some(({ tool }) => isProject(tool));
  if (hasSearched && (names.length === 0 || needs === "project")) return null;
  if (names.length === 0 && facts.request.includes("\n")) return null;
  return missing({ kind: "read", needs: "any", names, count: 0 }, seen, () => true);
}

function notLookedUp({ names, needs }: Claim, { lookups, read }: ClaimFacts): string[] | null {
  const made = lookups.filter(({ tool }) => {
    if (needs === "web") return isWeb(tool);
    if (needs === "docs") return !isWeb(tool) && !isProject(tool);
    return (needs !== "project" && needs !== "grep") || isProject(tool);
  });
  if (needs === "project" && made.length === 0 && read.length > 0) return null;
  if (made.length === 0) return names;
  const queries = made.map(({ query }) => query.toLowerCase()).join(" ");
  const wrong = names.filter((name) => !sharesWord(name, queries));
  return wrong.length > 0 ? wrong : null;
}

/** Any telling word of a name's last part in any query makes it that lookup; so does its owner, asked about alone. */
function sharesWord(name: string, queries: string): boolean {
  const [owner = "", ...members] = name
    .toLowerCase()
    .replace(/\(.*$/, "")
    .split(/[.#]|::/);
  if (members.length > 0 && /^\w+$/.test(owner)) {
    const isAskedAlone = new RegExp(`\\b${owner}\\b(?![.#:]\\w)`).test(queries);
    return isAskedAlone || sharesWord(members.join(" "), queries);
  }
  const parts =
    name
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\d]{3,}/gu) ?? [];
  return parts.length === 0 || parts.some((part) => queries.includes(part.replace(/s$/, "")));
}
