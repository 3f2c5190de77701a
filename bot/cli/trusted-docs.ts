// What the owner has said yes to of a workspace's documentation, as the command line finds it: in the ledger of its data
// folder. Promises the bot's own answer. Refuses to make a ledger where there is none: then nothing has a yes.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { trustedHashes } from "../../agent/trust/trust.ts";
import type { Clock } from "../../store/clock.ts";
import type { Hash } from "../../store/ledger.ts";
import { openStore } from "../../store/open.ts";

export async function trustedDocs(
  dataDir: string,
  workspace: string,
  clock: Clock,
): Promise<ReadonlySet<Hash>> {
  const file = join(dataDir, "handrail.sqlite");
  if (!existsSync(file)) return new Set();
  await using store = await openStore(`sqlite:${file}`, { clock });
  return await trustedHashes(store.ledger, workspace, "docs");
}
