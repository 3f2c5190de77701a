// `handrail cache`: what the lasting cache of lookups holds, why a query would or would not be answered from it, and the
// way to take entries out. Promises the rules' own names for every verdict. Refuses to make a ledger where there is none.

import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readPointer } from "../../agent/docs/index/versions.ts";
import { loadSources } from "../../agent/docs/sources/load-sources.ts";
import { endOf, type InUse, type LookupAnswer, ruleNames } from "../../agent/lookups/cache-rules.ts";
import { type Explanation, explainQuery, type Near } from "../../agent/lookups/explain.ts";
import { type LookupCache, openLookupCache } from "../../agent/lookups/lookup-cache.ts";
import { openStore } from "../../store/open.ts";
import { ago, firstWords } from "../commands/ago.ts";
import { indexDirOf, workspaceId } from "../workspace-entry.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";
import { trustedDocs } from "./trusted-docs.ts";
import { UsageError } from "./usage.ts";

type Args = { words: string[]; workspace: string | undefined; all: boolean; json: boolean };
/** One ledger's cache; `dir` is the data folder that it lies in. */
type Shelf = { dir: string; cache: LookupCache };
type Run = { args: Args; shelves: readonly Shelf[]; io: CliIo };

const actions: Readonly<Record<string, (run: Run) => Promise<number>>> = { list, explain, remove };

export async function cacheCommand(argv: string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      workspace: { type: "string" },
      all: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      data: { type: "string" },
    },
  });
  const [action = "", ...words] = positionals;
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!run) throw new UsageError("Say what to do: list, explain or remove.");
  const args: Args = { words, workspace: values.workspace, all: values.all, json: values.json };
  await using stack = new AsyncDisposableStack();
  const shelves: Shelf[] = [];
  // The playground keeps a ledger of its own beside the bot's.
  for (const dir of [io.dataDir, join(io.dataDir, "playground")]) {
    const file = join(dir, "handrail.sqlite");
    if (!existsSync(file)) continue;
    const store = stack.use(await openStore(`sqlite:${file}`, { clock: io.clock }));
    shelves.push({ dir, cache: openLookupCache(store, io.clock) });
  }
  return await run({ args, shelves, io });
}

async function list({ args, shelves, io }: Run): Promise<number> {
  const only = args.workspace === undefined ? null : workspaceId(await rootOf(args.workspace, io));
  let count = 0;
  for (const { dir, cache } of shelves) {
    for await (const { key, answer } of cache.entries()) {
      if (only !== null && answer?.workspace !== only) continue;
      count += 1;
      const end = answer && endOf(answer, inUseOf(answer.workspace, null, { dir, io }));
      if (args.json) io.stdout(`${JSON.stringify({ key, ...answer, servedNoMore: end })}\n`);
      else io.stdout(safeText(listed(key, answer, { end, now: io.clock.now() })));
    }
  }
  if (count === 0 && !args.json) io.stdout("The cache of lookups is empty.\n");
  return 0;
}

function listed(
  key: string,
  answer: LookupAnswer | null,
  { end, now }: { end: string | null; now: number },
): string {
  if (answer === null) return `${key}  cannot be read; the job maintain-cache removes it\n`;
  const { query, keptAt, sources, text } = answer;
  const state = end === null ? "" : `\n    served no more: ${end}`;
  const about = `${ago(keptAt, now)}, from ${sources.join(", ")}: ${firstWords(text)}`;
  return `${key}  ${firstWords(query)}\n    ${about}${state}\n`;
}

async function explain({ args, shelves, io }: Run): Promise<number> {
  const query = args.words.join(" ");
  if (query.trim() === "") throw new UsageError("Say which query to explain.");
  const root = await rootOf(args.workspace ?? ".", io);
  const workspace = workspaceId(root);
  const isIndexed = ({ dir }: Shelf) => readPointer(indexDirOf(dir, workspace)) !== undefined;
  const shelf = shelves.find(isIndexed) ?? shelves[0];
  if (!shelf) {
    io.stderr(`There is no ledger in ${io.dataDir}: set HANDRAIL_DATA or --data.\n`);
    return 2;
  }
  const sources = await sourcesOf(root, await trustedDocs(shelf.dir, workspace, io.clock));
  const inUse = inUseOf(workspace, sources, { dir: shelf.dir, io });
  const explained = await explainQuery(query, { cache: shelf.cache, workspace, inUse });
  if (args.json) io.stdout(`${JSON.stringify({ query, workspace, index: inUse.index, ...explained })}\n`);
  else io.stdout(safeText(inWords(explained, io.clock.now())));
  return 0;
}

function inWords({ normalised, refusal, hit, nearest }: Explanation, now: number): string {
  const lines = [`Compared as: ${normalised === "" ? "nothing" : normalised}`];
  if (refusal !== null) lines.push(`Refused before the cache is asked: ${refusal}`);
  if (hit) {
    const how = hit.ratio === 1 ? "the very words" : "nearly the same words, so at most once in a request";
    lines.push(`Answered by ${nearWords(hit, now)}`, `    ${how}; kept by the rule: ${hit.keptBy}`);
  } else {
    lines.push(
      nearest.length > 0 ? "No entry answers. The nearest:" : "No entry answers, and none comes near.",
    );
    for (const near of nearest) lines.push(nearWords(near, now), `    not served: ${near.but}`);
    lines.push(
      "Whether a new answer is kept, the first rule that fits decides:",
      ...ruleNames().map((one) => `- ${one}`),
    );
  }
  return `${lines.join("\n")}\n`;
}

const nearWords = ({ key, ratio, answer }: Near, now: number): string =>
  `${key}  ratio ${ratio.toFixed(3)}  ${firstWords(answer.query)}  (${ago(answer.keptAt, now)})`;

async function remove({ args, shelves, io }: Run): Promise<number> {
  if (args.all === args.words.length > 0) throw new UsageError("Name the keys to remove, or --all.");
  const only = args.workspace === undefined ? null : workspaceId(await rootOf(args.workspace, io));
  const wanted = new Set(args.words);
  const found = new Set<string>();
  for (const { cache } of shelves) {
    for (const { key, answer } of await Array.fromAsync(cache.entries())) {
      const isMeant = (args.all || wanted.has(key)) && (only === null || answer?.workspace === only);
      if (isMeant && (await cache.remove(key))) found.add(key);
    }
  }
  const missing = args.words.filter((key) => !found.has(key));
  if (args.json) io.stdout(`${JSON.stringify({ removed: [...found], missing })}\n`);
  else io.stdout(`Removed ${found.size} ${found.size === 1 ? "entry" : "entries"}.\n`);
  for (const key of missing)
    io.stderr(`There is no entry ${safeText(key)}: handrail cache list shows them.\n`);
  return missing.length === 0 ? 0 : 1;
}

async function rootOf(folder: string, io: CliIo): Promise<string> {
  const asked = resolve(io.cwd, folder);
  const root = await realpath(asked).catch(() => null);
  if (root === null) throw new UsageError(`There is no folder ${asked}.`);
  return root;
}

async function sourcesOf(root: string, trusted: ReadonlySet<string>): Promise<string[]> {
  return (await loadSources(root, trusted)).sources.map(({ name }) => name);
}

function inUseOf(
  workspace: string,
  sources: InUse["sources"],
  { dir, io }: { dir: string; io: CliIo },
): InUse {
  return { index: readPointer(indexDirOf(dir, workspace))?.version ?? null, sources, now: io.clock.now() };
}
