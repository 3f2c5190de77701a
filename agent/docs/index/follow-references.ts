// Reads some files and, from declarations, what they reference: imports, exports, triple-slash paths. Promises each file
// once, and a problem for a reference that leads nowhere or out of the folder. Refuses other packages: they are counted.

import { hash } from "node:crypto";
import path from "node:path";
import { declarationNames } from "../sources/declaration-names.ts";
import type { ReadPage } from "./read-pages.ts";

/** What is not there is a fault of its reference; what nobody wants is none. */
type Read = (at: string) => ReadPage | "missing" | "unwanted";

export type Followed = { pages: ReadPage[]; elsewhere: number };

const MAX_FILES = 4_000;

export function followReferences(entries: readonly string[], read: Read): Followed {
  const pages = new Map<string, ReadPage>();
  const others = new Set<string>();
  const queue = [...new Set(entries)];
  const seen = new Set(queue);
  const take = (at: string): boolean => {
    if (seen.has(at)) return true;
    const page = read(at);
    if (page === "missing") return false;
    seen.add(at);
    if (page === "unwanted") return true;
    pages.set(at, page);
    queue.push(at);
    return true;
  };

  for (let at = queue.shift(); at !== undefined && pages.size < MAX_FILES; at = queue.shift()) {
    const page = pages.get(at) ?? read(at);
    if (typeof page === "string") continue;
    pages.set(at, page);
    if (!("text" in page) || !/\.d\.[cm]?ts$/.test(at)) continue;
    for (const reference of referencesIn(page.text)) {
      if (reference.other) others.add(reference.to);
      else follow(reference, at, { pages, take });
    }
  }
  return { pages: [...pages.values()], elsewhere: others.size };
}

type Taking = { pages: Map<string, ReadPage>; take(at: string): boolean };

function follow(reference: Reference, from: string, { pages, take }: Taking): void {
  const to = path.posix.join(path.posix.dirname(from), reference.to);
  if (to === ".." || to.startsWith("../")) {
    const problem = `"${reference.to}" is outside of the source, not followed`;
    pages.set(`${from} → ${reference.to}`, noted(`${from} → ${reference.to}`, problem));
  } else if (!(reference.literal ? [to] : declarationNames(to)).some(take)) {
    const problem = `references "${reference.to}", which is not there`;
    pages.set(`${from} → ${reference.to}`, noted(`${from} → ${reference.to}`, problem));
  }
}

const noted = (at: string, problem: string): ReadPage => ({
  path: at,
  hash: hash("sha256", problem),
  problem,
});

/** `other`: of another package. `literal`: the path of a file as it is. */
type Reference = { to: string; other: boolean; literal: boolean };

const SLASHES = /^[ \t]*\/\/\/[ \t]*<reference[ \t]+(path|types|lib)[ \t]*=[ \t]*["']([^"'\n]{1,500})["']/gm;
// Bounded, since a page may hold a megabyte of blanks.
const MODULES = /\b(?:from|import|require)[ \t]{0,8}\(?[ \t]{0,8}["']([^"'\n]{1,500})["']/g;

function* referencesIn(text: string): Generator<Reference> {
  for (const [, kind, to = ""] of text.matchAll(SLASHES))
    if (kind !== "lib") yield { to, other: kind === "types", literal: kind === "path" };
  for (const [, to = ""] of withoutComments(text).matchAll(MODULES))
    yield { to, other: !/^\.{1,2}(?:\/|$)/.test(to), literal: false };
}

// Examples in comments import what is not there.
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let open = text.indexOf("/*"); open >= 0; open = text.indexOf("/*", from)) {
    kept.push(text.slice(from, open));
    const close = text.indexOf("*/", open + 2);
    if (close < 0) return kept.join(" ");
    from = close + 2;
  }
  kept.push(text.slice(from));
  return kept.join(" ").replace(/(^|\s)\/\/[^\n]*/g, "$1");
}
