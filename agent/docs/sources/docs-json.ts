// The shape of `.handrail/docs.json`: sources, and how lookups are meant to run. Promises every source checked on its
// own, so that one bad entry costs itself alone, and says in words what is wrong with it. Refuses unknown keys.

import { z } from "zod";
import { misfit, OWN_FOLDER } from "../../workspace/own-file.ts";
import { PARSER_NAMES } from "../chunk.ts";
import { isPattern } from "./patterns.ts";

export const DOCS_FILE = `${OWN_FOLDER}/docs.json`;

const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const MAX_SOURCES = 64;

const path = z.string().min(1).max(1024);
const pattern = z
  .string()
  .max(200)
  .refine(isPattern, "a pattern is made of names, `*`, `?` and `**`, with `/` between them");
const patterns = z.array(pattern).min(1).max(32);
const webAddress = z
  .url()
  .max(2000)
  .regex(/^https?:\/\/[^@]*$/i, "an http(s) address without a password");
const gitSchema = z.strictObject({
  repo: path
    .refine(isRepo, "https://…, ssh://…, user@host:path, or the path of a repository")
    .refine(
      (repo) => !PASSWORD.test(repo),
      "without a password: docs.json is shown in the chat, and git keeps it in a credential helper",
    ),
  ref: z
    .string()
    .regex(/^[\w.][\w./+@-]{0,199}$/, "the name of a branch or tag, or a whole commit hash")
    .optional(),
  folder: path.optional(),
});

const places = {
  folder: path.optional(),
  file: path.optional(),
  package: z.string().max(214).regex(PACKAGE, "the name of an npm package").optional(),
  git: gitSchema.optional(),
  url: webAddress.optional(),
  sitemap: webAddress.optional(),
  feed: webAddress.optional(),
};
const PLACES = ["folder", "file", "package", "git", "url", "sitemap", "feed"] as const;

const sourceSchema = z
  .strictObject({
    name: z.string().regex(/^[\w.-]{1,64}$/, "up to 64 letters, digits, `.`, `_` and `-`"),
    parser: z.enum(PARSER_NAMES).optional(),
    /** Every member of its interfaces is in it: only then may the system say that a name does not exist. */
    complete: z.boolean().default(false),
    include: patterns.optional(),
    exclude: patterns.optional(),
    ...places,
  })
  .refine((source) => PLACES.filter((key) => source[key] !== undefined).length === 1, {
    message: `needs exactly one of ${PLACES.join(", ")}`,
  });

const lookupsSchema = z.strictObject({
  /** Searches that one request is turned into beforehand: 0 for none, -1 where the model chooses, below 6. */
  maxQueries: z.int().min(-1).max(6).default(3),
  rewriteGoals: z.boolean().default(false),
});

const docsSchema = z.strictObject({
  $schema: z.string().optional(),
  sources: z.array(z.unknown()).max(MAX_SOURCES).default([]),
  lookups: z.unknown().optional(),
});

/** One source as written; paths are not resolved yet. */
export type StatedSource = z.infer<typeof sourceSchema>;
export type LookupSettings = z.infer<typeof lookupsSchema>;

export const DEFAULT_LOOKUPS: LookupSettings = { maxQueries: 3, rewriteGoals: false };

/** `faults` say what did not fit, each under the name of its source where it has one. */
export type DocsJson = {
  sources: StatedSource[];
  lookups: LookupSettings;
  faults: { source: string; text: string }[];
};

/** Throws only when the file as a whole is none. */
export function parseDocsJson(text: string): DocsJson {
  const whole = docsSchema.safeParse(parseJson(text));
  if (!whole.success) throw new Error(misfit(DOCS_FILE, whole.error, Object.keys(docsSchema.shape)));

  const read: DocsJson = { sources: [], lookups: DEFAULT_LOOKUPS, faults: [] };
  const names = new Set<string>();
  for (const [at, stated] of whole.data.sources.entries()) readSource(stated, { at, names, read });
  const lookups = lookupsSchema.safeParse(whole.data.lookups ?? {});
  if (lookups.success) read.lookups = lookups.data;
  else
    read.faults.push({
      source: "lookups",
      text: misfit(`${DOCS_FILE}: lookups`, lookups.error, Object.keys(lookupsSchema.shape)),
    });
  return read;
}

type Reading = { at: number; names: Set<string>; read: DocsJson };

function readSource(stated: unknown, { at, names, read }: Reading): void {
  const source = sourceSchema.safeParse(stated);
  const name = nameOf(stated) ?? `source ${at + 1}`;
  if (!source.success) {
    const text = misfit(`${DOCS_FILE}: "${name}"`, source.error, Object.keys(sourceSchema.shape));
    read.faults.push({ source: name, text });
  } else if (names.has(name)) {
    const text = `${DOCS_FILE}: "${name}" stands there twice; the first one counts. Give each source a name of its own.`;
    read.faults.push({ source: name, text });
  } else {
    names.add(name);
    read.sources.push(source.data);
  }
}

function nameOf(stated: unknown): string | undefined {
  if (typeof stated !== "object" || stated === null || !("name" in stated)) return undefined;
  return typeof stated.name === "string" && stated.name !== "" ? stated.name.slice(0, 64) : undefined;
}

/** A token may stand alone before the @ of a web address. */
const PASSWORD = /^(?:https:\/\/[^/]*@|[a-z]+:\/\/[^/@]*:[^/@]*@)/i;

// What git would take for a transport of its own ("ext::sh -c …") or for an option never gets that far.
function isRepo(repo: string): boolean {
  if (repo.startsWith("-") || repo.includes("::") || /[\p{Cc}]/u.test(repo)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(repo)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === "https" || scheme === "ssh" || scheme === "file";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // No more of the engine's words: they quote the file, which may hold a password.
    const where = /\(line \d+ column \d+\)/.exec(cause instanceof Error ? cause.message : "")?.[0];
    throw new Error(`${DOCS_FILE} is not JSON${where ? ` ${where}` : ""}.`, { cause });
  }
}
