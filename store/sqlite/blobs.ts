// Bytes by their sha256. Promises that what comes out hashes to its name, and that nothing under a wrong name
// goes in. Refuses to forget: sweeping is a job's.

import { sha256 } from "../hash.ts";
import type { Blob, Hash } from "../ledger.ts";
import type { Sql } from "./database.ts";
import { bytes } from "./row.ts";

export function insertBlobs(sql: Sql, blobs: Blob[], at: number): void {
  for (const blob of blobs) {
    if (sha256(blob.bytes) !== blob.hash) throw new Error(`A blob does not hash to its name ${blob.hash}.`);
    sql.run(
      "INSERT OR IGNORE INTO blobs (hash, bytes, stored_at) VALUES (?, ?, ?)",
      blob.hash,
      blob.bytes,
      at,
    );
  }
}

export function readBlob(sql: Sql, hash: Hash): Uint8Array | undefined {
  const row = sql.one("SELECT hash, bytes FROM blobs WHERE hash = ?", hash);
  if (!row) return undefined;
  const found = bytes(row, "bytes");
  if (sha256(found) !== hash) throw new Error(`The blob ${hash} was changed after it was written.`);
  return found;
}
