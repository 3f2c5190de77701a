// The one hash of the ledger: sha256 in lower-case hex. Everything that a verdict binds to goes through here.
// Refuses to know what is hashed.

import { createHash } from "node:crypto";
import type { Hash } from "./ledger.ts";

export function sha256(bytes: Uint8Array | string): Hash {
  return createHash("sha256").update(bytes).digest("hex");
}
