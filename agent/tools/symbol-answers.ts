// What is known of one name that a model means to write: it exists, and how; it does not, and what is near; or nobody can
// tell. Promises the checker's own judgement, as a write of the name would meet it. Refuses to guess a receiver: an unknown
// variable is told as one, with the interfaces that have the member.

import { globalSince, hasStatics, staticSince } from "../check/built-ins.ts";
import { checkFile } from "../check/check-file.ts";
import type { Finding } from "../check/finding.ts";
import type { ProjectFiles, World } from "../check/world.ts";
import { nameForms, splitTitle } from "../docs/names.ts";
import { type Entry, exactEntry } from "../docs/phrasebook/exact-entry.ts";
import { signed } from "../docs/phrasebook/tell-members.ts";
import type { Surface } from "../docs/surface/surface.ts";
import { isWrittenAs, type Named } from "../overlay/words.ts";
import type { DocumentedName } from "../turn/documented-name.ts";
import { documentedNames } from "../turn/documented-names.ts";

export type SymbolWorld = World & { project: ProjectFiles };
export type Answer = {
  symbol: string;
  verdict: "exists" | "does_not_exist" | "cannot_tell";
  text: string;
  chunk: string | null;
};

const MAX_OWNERS = 4;

/** `said`: what the owner says exists. */
export function answerSymbol(symbol: string, world: SymbolWorld, said: readonly Named[]): Answer {
  const { surface } = world;
  const name = nameOf(symbol);
  const answer = (verdict: Answer["verdict"], text: string, chunk: string | null = null): Answer => ({
    symbol,
    verdict,
    text,
    chunk,
  });
  if (said.some((one) => isWrittenAs(name, one)))
    return answer("exists", "exists by the owner's word, though the documentation does not have it.");
  const entry = documented(symbol, surface);
  // A member's name alone is no call of a bare function.
  const isBare = /^[\p{L}\p{N}_$]+$/u.test(symbol.trim());
  const [found] = entry && isBare ? [] : findingsAbout(symbol, name, world);
  if (found?.confidence === "certain") return answer("does_not_exist", worded(found));
  if (entry) return answer("exists", `exists: ${toldEntry(entry, surface)}`, chunkIn(entry, surface));
  if (found) return answer("cannot_tell", worded(found));
  return answer(...standing(symbol, name, world));
}

const UNREAD = "✖";

/** The surest first. What no parser reads as a name is no name, and what stands between parentheses is the model's own. */
function findingsAbout(symbol: string, name: string, world: SymbolWorld): Finding[] {
  return findingsIn(asCode(symbol), world)
    .filter(
      ({ family, confidence }) => family !== "syntax" && (family !== "object" || confidence === "certain"),
    )
    .filter((one) => !one.symbol.includes(UNREAD) && !isOfReceiver(one, name))
    .toSorted((a, b) => Number(b.confidence === "certain") - Number(a.confidence === "certain"));
}

/** Code as a script of its own, whatever the profile says of paths. */
export function findingsIn(code: string, world: SymbolWorld): Finding[] {
  const profile = { ...world.profile, domain: ["**"] };
  return checkFile({ path: "code-to-check.js", text: code }, { ...world, profile });
}

/** Without what only a writer of a file is told. */
export function worded({ message, confidence }: Finding): string {
  const [words = message] = message.split(" Do not keep or annotate it");
  return confidence === "certain" ? words : `cannot be settled: ${words}`;
}

const nameOf = (symbol: string): string => nameForms(symbol)[0] ?? symbol;

/** A dotted name without a call stays one; a bare name is called, or made where it begins with a capital. */
function asCode(symbol: string): string {
  const code = symbol.trim().replace(/;$/, "").replace(/#/g, ".prototype.");
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(code))
    return /^\p{Lu}/u.test(code) ? `new ${code}();` : `${code}();`;
  return `${code.replace(/^([\p{L}_$][\p{L}\p{N}_$.]*)-([\p{L}_$])/u, "$1.$2")};`;
}

/** In `part.fill` the variable `part` is the model's own: only `fill` is asked about. */
const isOfReceiver = ({ family, symbol }: Finding, name: string): boolean =>
  family === "object" && name !== symbol && name.startsWith(`${symbol}.`);

/** The last link of a chain is asked about, and a constructor as one: what is only handed out cannot be made. */
function documented(symbol: string, surface: Surface): Entry | null {
  const isChain = /\)\s*\??\./.test(symbol);
  const last = isChain ? documentedNames(asCode(symbol), surface).findLast(isLastOf(symbol)) : undefined;
  const entry = isChain ? last && exactEntry(last.symbol, surface) : exactEntry(symbol, surface);
  if (entry?.type !== "interface" || !/^\s*new\s/.test(symbol)) return entry ?? null;
  const { constructors, constructorOptions } = entry.info;
  return constructors !== null || constructorOptions.length > 0 ? entry : null;
}

const isLastOf =
  (chain: string) =>
  ({ symbol, isGuess }: DocumentedName): boolean =>
    !isGuess && new RegExp(`\\.\\s*${symbol.split(".").at(-1)}\\b[^.]*$`).test(chain);

function toldEntry(entry: Entry, surface: Surface): string {
  switch (entry.type) {
    case "member": {
      const { member } = entry;
      const marks = [
        member.kind === "unknown" ? "" : member.kind,
        member.static ? "static" : "",
        member.readOnly ? "read only" : "",
        member.deprecated ? "deprecated" : "",
        member.kind === "method" && member.valueType ? `returns ${member.valueType}` : "",
      ].filter((mark) => mark !== "");
      return `${signed(member)} (${[...marks, `of ${member.interface}`].join(", ")})`;
    }
    case "shared":
      return `${entry.name} is a member of ${listed(entry.owners)}; not of anything else`;
    case "interface":
      return toldInterface(entry.info.name, surface);
    case "global": {
      const { name, interface: owner, valueType } = entry.global;
      return `${name} is a global${(owner ?? valueType) ? ` (${owner ?? valueType})` : ""}`;
    }
    case "function": {
      const { name, signatures, valueType } = entry.fn;
      const params = (signatures[0] ?? []).map((one) => `${one.name}${one.optional ? "?" : ""}`).join(", ");
      return `${name}(${params})${valueType ? ` returns ${valueType}` : ""} (a global function)`;
    }
  }
}

function toldInterface(name: string, surface: Surface): string {
  const info = surface.interface(name);
  const made = info?.constructors?.[0]?.map((one) => `${one.name}${one.optional ? "?" : ""}`).join(", ");
  const way =
    made !== undefined ? `made with new ${name}(${made})` : info?.reach ? `reached as ${info.reach}` : "";
  const parents = info && info.parents.length > 0 ? `has the members of ${info.parents.join(", ")} too` : "";
  return [
    `${name} is a documented ${info?.kind === "enumeration" ? "enumeration" : "interface"}`,
    way,
    parents,
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function chunkIn(entry: Entry, surface: Surface): string | null {
  switch (entry.type) {
    case "member":
      return entry.member.chunk;
    case "interface":
      return entry.info.chunk;
    case "global":
      return entry.global.chunk;
    case "function":
      return entry.fn.chunk;
    case "shared": {
      const [owner = ""] = entry.owners;
      return surface.member(owner, entry.name)?.chunk ?? null;
    }
  }
}

/** Nothing speaks against the name: what speaks for it. */
function standing(symbol: string, name: string, world: SymbolWorld): [Answer["verdict"], string] {
  const { surface, profile, project } = world;
  const info = surface.interface(name);
  if (info) {
    const way = info.reach ? `; it is reached as ${info.reach}` : "";
    return ["cannot_tell", `cannot be told: no constructor of ${name} is documented${way}.`];
  }
  const owned = splitTitle(name.replace("#", "."));
  const root = name.split(/[.#]/)[0] ?? name;
  const since = owned ? staticSince(owned.interface, owned.member) : globalSince(name);
  if (since !== undefined && (!owned || hasStatics(owned.interface)))
    return ["exists", `is of the language itself (ECMAScript ${since})${levelOf(profile.level)}.`];
  if (!owned && profile.globals.some((one) => one.split(":")[0] === name))
    return ["exists", "is a global by this workspace's engine profile."];
  const files = owned ? [] : (project.mentions?.(name) ?? []);
  if (files.length > 0) return ["exists", `stands in this project: ${listed(files)}.`];
  if (!owned) return ["cannot_tell", `cannot be told: nothing is known of ${symbol.slice(0, 60)} as a name.`];
  const owners = surface.owners(owned.member);
  if (owners.length === 0)
    return [
      "cannot_tell",
      `cannot be told: what ${root} is, nobody knows, and no documented interface has a member ${owned.member}.`,
    ];
  return [
    "cannot_tell",
    `cannot be told: what ${root} is, nobody knows. ${owned.member} is a member of ${listed(owners)}; ask again with the interface's name.`,
  ];
}

const levelOf = (level: number | null): string =>
  level === null ? "" : `; the engine runs ECMAScript ${level}`;

const listed = (names: readonly string[]): string =>
  names.length > MAX_OWNERS
    ? `${names.slice(0, MAX_OWNERS).join(", ")} and ${names.length - MAX_OWNERS} more`
    : names.join(", ");
