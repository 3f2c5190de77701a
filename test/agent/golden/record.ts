// `node test/agent/golden/record.ts [NAME…]`: writes the golden logs that are not there yet. Refuses to write one anew: a log of
// yesterday's code is what a replay has to be tried on.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GOLDEN_LOGS, type GoldenLog } from "./golden-log.ts";
import { stories } from "./stories.ts";

const wanted = process.argv.slice(2);
for (const [name, story] of Object.entries(stories)) {
  const path = join(GOLDEN_LOGS, `${name}.json`);
  if (existsSync(path) || (wanted.length > 0 && !wanted.includes(name))) continue;
  const log = await story.tell();
  writeFileSync(path, inLines(log));
  console.log(`${name}: ${log.rows.length} events, ${Object.keys(log.blobs).length} blobs`);
}

/** One row and one blob a line: a change of one is a change of one line. */
function inLines({ covers, rows, blobs }: GoldenLog): string {
  const listed = rows.map((row) => JSON.stringify(row)).join(",\n");
  const kept = Object.entries(blobs)
    .map(([hash, text]) => `${JSON.stringify(hash)}:${JSON.stringify(text)}`)
    .join(",\n");
  return `{"covers":${JSON.stringify(covers)},\n"rows":[\n${listed}\n],\n"blobs":{\n${kept}\n}}\n`;
}
