// A golden log: the rows of one turn and the blobs that they name, as they were on the day they were written. Kept as one JSON file
// of short lines under test/fixtures/logs. Refuses blobs that no longer hash to their names.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../../store/hash.ts";
import type { Hash, Ledger, LogRow } from "../../../store/ledger.ts";

export type GoldenLog = {
  /** What of a turn's life this log holds. */
  covers: string;
  rows: LogRow[];
  blobs: Record<Hash, string>;
};

export const GOLDEN_LOGS = join(import.meta.dirname, "..", "..", "fixtures", "logs");

export const goldenNames = (): string[] =>
  readdirSync(GOLDEN_LOGS)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();

export const readGolden = (name: string): GoldenLog =>
  JSON.parse(readFileSync(join(GOLDEN_LOGS, `${name}.json`), "utf8"));

/** What a replay needs of a ledger, over the blobs of a golden log. */
export function blobsOf({ blobs }: GoldenLog): Pick<Ledger, "blob"> {
  return {
    async blob(hash) {
      const text = blobs[hash];
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
  };
}

/** A turn of a ledger as a golden log, with every blob that its rows name. */
export async function goldenOf(turn: string, covers: string, ledger: Ledger): Promise<GoldenLog> {
  const rows = await ledger.log(turn);
  const blobs: Record<Hash, string> = {};
  for (const hash of new Set(rows.flatMap(({ body }) => body.match(/\b[0-9a-f]{64}\b/g) ?? []))) {
    const bytes = await ledger.blob(hash);
    if (bytes === undefined) continue;
    const text = new TextDecoder().decode(bytes);
    if (sha256(new TextEncoder().encode(text)) !== hash) throw new Error(`the blob ${hash} is no text`);
    blobs[hash] = text;
  }
  return { covers, rows, blobs };
}
