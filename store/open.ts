// Opens what lasts, from one URI. Promises the ledger and Keyv over the file that the URI names, made privately.
// Refuses a URI that it does not know, in a sentence that says what to set and never repeats the URI.

import { isAbsolute } from "node:path";
import { Keyv } from "keyv";
import type { Clock } from "./clock.ts";
import { entryJson } from "./entry-json.ts";
import type { Ledger } from "./ledger.ts";
import { type Database, openDatabase } from "./sqlite/database.ts";
import { createInbox } from "./sqlite/inbox.ts";
import { keyvStore } from "./sqlite/keyv-store.ts";
import { createLandings } from "./sqlite/landings.ts";
import { createOutbox } from "./sqlite/outbox.ts";
import { createOverlay } from "./sqlite/overlay.ts";
import { createPermissions } from "./sqlite/permissions.ts";
import { createReviews } from "./sqlite/reviews.ts";
import { migrate } from "./sqlite/schema.ts";
import { createStreaks } from "./sqlite/streaks.ts";
import { createTrust } from "./sqlite/trust.ts";
import { createTurnLog } from "./sqlite/turn-log.ts";
import { createUpkeep } from "./sqlite/upkeep.ts";
import { createUsage } from "./sqlite/usage.ts";

/** Both halves over one file: the ledger, and Keyv namespaces for what may be lost. */
export type Store = {
  readonly ledger: Ledger;
  /** A Keyv of its own for each call; wrap it with `namespace()`. */
  keyv(namespace: string): Keyv;
  /** Closes the file, for both. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** `sqlite:/absolute/path.sqlite`, or `memory:`. */
export async function openStore(uri: string, options: { clock: Clock }): Promise<Store> {
  const db = await openDatabase(pathOf(uri), options.clock, migrate);
  const ledger = ledgerOver(db);
  return {
    ledger,
    // Expiry is the adapter's, by our clock; Keyv would check it again by its own.
    keyv: (namespace) =>
      new Keyv({ store: keyvStore(db, namespace), checkExpired: false, serialization: entryJson }),
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  };
}

/** The ledger alone. */
export async function openLedger(uri: string, options: { clock: Clock }): Promise<Ledger> {
  return (await openStore(uri, options)).ledger;
}

function ledgerOver(db: Database): Ledger {
  return {
    ...createInbox(db),
    ...createOutbox(db),
    ...createTurnLog(db),
    ...createReviews(db),
    ...createLandings(db),
    ...createTrust(db),
    ...createOverlay(db),
    ...createPermissions(db),
    ...createUpkeep(db),
    ...createStreaks(db),
    ...createUsage(db),
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
