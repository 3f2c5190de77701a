// `handrail lookup`: asks documentation from the terminal, as a turn's tools would. Promises an index that fits
// the pages as they are now, building what changed. Refuses a model: what is printed stands in the documentation.

import { parseArgs, styleText } from "node:util";
import type { Chunk } from "../../agent/docs/chunk.ts";
import { shrunkText } from "../../agent/docs/index/shrink.ts";
import { openDocs } from "../../agent/docs/open-docs.ts";
import { DEFAULT_LIMIT, type Lookup, MAX_LIMIT } from "../../agent/docs/search/lookup.ts";
import { asIndexed, DOCS_OPTIONS, DOCS_USAGE, exitCode, findDocs, refreshIndex } from "./docs-folder.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";
import { UsageError } from "./usage.ts";

const LOOKUP_USAGE = `lookup ${DOCS_USAGE} WORDS… [--json] [--limit N]`;

export async function lookupCommand(argv: string[], io: CliIo): Promise<number> {
  return exitCode(io, LOOKUP_USAGE, async () => {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ...DOCS_OPTIONS,
        json: { type: "boolean" },
        limit: { type: "string" },
      },
    });
    const query = positionals.join(" ").trim();
    if (query === "") throw new UsageError("Say what to look up.");
    const limit = readLimit(values.limit);
    const asked = await findDocs(values, io);
    const isPlain = values.docs !== undefined && values.parser === undefined && !values.complete;
    const at = isPlain ? await asIndexed(asked, io) : asked;
    for (const note of at.notes) io.stderr(`${note.text}\n`);

    if (at.sources.length > 0)
      for (const one of (await refreshIndex(at, io)).held) io.stderr(`${shrunkText(one)}\n`);
    await using docs = await openDocs(at.dir, { signal: io.signal });
    if (!docs) throw new Error(`No index could be built for ${at.name}.`);

    const startedAt = io.clock.now();
    const lookup = await docs.lookup(query, limit);
    const ms = io.clock.now() - startedAt;
    const best = docs.chunk(lookup.hits[0]?.chunk ?? "");
    if (values.json)
      io.stdout(`${JSON.stringify({ query, version: docs.version, ms, ...lookup, best: best ?? null })}\n`);
    else io.stdout(renderLookup(query, lookup, best, io.isTty));
    return 0;
  });
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = Number(text);
  const fits = Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT;
  if (!fits) throw new UsageError(`--limit takes a whole number from 1 to ${MAX_LIMIT}.`);
  return limit;
}

function renderLookup(query: string, lookup: Lookup, best: Chunk | undefined, isTty: boolean): string {
  // `isTty` decides, not a look at the process's own stream.
  const bold = (text: string) => (isTty ? styleText("bold", text, { validateStream: false }) : text);
  if (lookup.kind === "none" || !best) return `Nothing in the documentation for "${query}".\n`;

  const found = { name: "by name", words: "by its words", typo: "by near names" }[lookup.kind];
  const lines = [`${lookup.total} found ${found}`];
  for (const hit of lookup.hits) lines.push(`  ${bold(safeText(hit.chunk))}  ${safeText(hit.snippet)}`);
  const where = `chunk ${best.id}, ${best.path} line ${best.line}`;
  lines.push("", bold(safeText(best.title)), safeText(where), "", safeText(best.text));
  return `${lines.join("\n")}\n`;
}
