// Opens what lasts, from one URI. Promises the ledger over the file that the URI names, created privately.
// Refuses a URI that it does not know, in a sentence that says what to set and never repeats the URI.

import { isAbsolute } from "node:path";
import type { Clock } from "./clock.ts";
import type { Ledger } from "./ledger.ts";
import { type Database, openDatabase } from "./sqlite/database.ts";
import { createInbox } from "./sqlite/inbox.ts";
import { createLandings } from "./sqlite/landings.ts";
import { createOutbox } from "./sqlite/outbox.ts";
import { createReviews } from "./sqlite/reviews.ts";
import { migrate } from "./sqlite/schema.ts";
import { createTurnLog } from "./sqlite/turn-log.ts";
import { createUpkeep } from "./sqlite/upkeep.ts";

/** `sqlite:/absolute/path.sqlite`, or `memory:`. */
export async function openLedger(uri: string, options: { clock: Clock }): Promise<Ledger> {
  return ledgerOver(await openUri(uri, options.clock));
}

async function openUri(uri: string, clock: Clock): Promise<Database> {
  return await openDatabase(pathOf(uri), clock, migrate);
}

function ledgerOver(db: Database): Ledger {
  return {
    ...createInbox(db),
    ...createOutbox(db),
    ...createTurnLog(db),
    ...createReviews(db),
    ...createLandings(db),
    ...createUpkeep(db),
    async [Symbol.asyncDispose]() {
      db.close();
    },
  };
}

// A URI may carry a password: no refusal repeats more than its scheme.
function pathOf(uri: string): string {
  if (uri === "memory:") return ":memory:";
  if (/^postgres(ql)?:/.test(uri)) {
    throw new Error("Postgres is not built yet. Set the store to sqlite:/absolute/path.sqlite.");
  }
  const path = uri.startsWith("sqlite:") ? uri.slice("sqlite:".length) : "";
  if (isAbsolute(path)) return path;
  throw new Error(
    "The store must be sqlite:/absolute/path.sqlite, or memory: for a trial that keeps nothing.",
  );
}
